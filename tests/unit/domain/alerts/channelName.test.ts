import { expect, test } from 'vitest';
import { channelName } from '../../../../src/domain/alerts/channelName.ts';

const FROM = { firstName: 'Ada', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };

test('no secret is in the name of a channel', () => {
  expect(channelName({ kind: 'webhook', url: 'https://user:pw@hooks.example.org/T0/s3cret' }, FROM)).toBe(
    'hooks.example.org',
  );
  expect(channelName({ kind: 'ntfy', url: 'https://ntfy.sh/my-topic', token: 's3cret' }, FROM)).toBe('ntfy.sh');
  expect(channelName({ kind: 'mail', to: 'me@example.org', smtpUrl: 'smtps://a:s3cret@b' }, FROM)).toBe(
    'me@example.org',
  );
});

test('a browser is called by its kind and by who subscribed', () => {
  const channel = {
    kind: 'push',
    subscription: { endpoint: 'https://push.example/s3cret', keys: { p256dh: '', auth: '' } },
  } as const;
  expect(channelName(channel, FROM)).toBe('Chrome on Linux (Ada)');
  expect(channelName(channel, { firstName: '', userAgent: undefined })).toBe('Unknown device');
});
