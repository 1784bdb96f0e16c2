import { expect, test } from 'vitest';
import { endedTexts, rightsReturn } from '#domain/library/endedRights.ts';

const KEY = { what: 'revoked key', count: 1 };
const ACCOUNTS = { what: 'blocked accounts', count: 2 };

test('says what stays ended and what comes back, in the number that it has', () => {
  expect(endedTexts({ ended: [], returning: [] })).toEqual([]);
  expect(endedTexts({ ended: [KEY], returning: [] })).toEqual(['1 revoked key stays ended']);
  expect(endedTexts({ ended: [], returning: [KEY, ACCOUNTS] })).toEqual([
    '1 revoked key and 2 blocked accounts come back',
  ]);
  expect(endedTexts({ ended: [ACCOUNTS], returning: [KEY] })).toEqual([
    '2 blocked accounts stay ended',
    '1 revoked key comes back',
  ]);
  expect(endedTexts({ ended: [], returning: [], unread: [KEY] })).toEqual([
    'It cannot be read what ended since, so all of 1 revoked key are valid again',
  ]);
  expect(rightsReturn([KEY, ACCOUNTS, KEY])).toMatch(/1 revoked key, 2 blocked accounts and 1 revoked key are valid/);
});
