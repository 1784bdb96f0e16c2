import { expect, test } from 'vitest';
import { hasPasskeys } from '../../../../src/domain/access/passkeyHost.ts';

test.each(['localhost', 'tree.local', 'photos.example.org'])('%s can have passkeys', (host) => {
  expect(hasPasskeys(host)).toBe(true);
});

test.each(['127.0.0.1', '192.168.1.5', '[::1]', '[fe80::1]', ''])('%j can have none', (host) => {
  expect(hasPasskeys(host)).toBe(false);
});
