import { expect, test } from 'vitest';
import { hashSecret, newSecret, sameText } from '#server/http/security/secrets.ts';

test('secrets are 192 bits in hexadecimal digits, and no two are equal', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(secrets.every((secret) => /^[0-9a-f]{48}$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(100);
});

test('a secret is stored as its SHA-256: databases in use hold hashes of this form', () => {
  expect(hashSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test('texts are the same or not, whatever their lengths', () => {
  expect(sameText('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(sameText('abc', other), other).toBe(false);
});
