import { expect, test } from 'vitest';
import { channelName } from '../../../../src/domain/alerts/channelName.ts';

test('no secret is in the name of a channel', () => {
  expect(channelName({ kind: 'webhook', url: 'https://user:pw@hooks.example.org/T0/s3cret' })).toBe(
    'hooks.example.org',
  );
  expect(channelName({ kind: 'ntfy', url: 'https://ntfy.sh/my-topic', token: 's3cret' })).toBe('ntfy.sh');
  expect(channelName({ kind: 'mail', to: 'me@example.org', smtpUrl: 'smtps://a:s3cret@b' })).toBe('me@example.org');
});
