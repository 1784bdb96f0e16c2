import { expect, test } from 'vitest';
import { hashSecret, newSecret, openText, sameText, sealText } from '#server/core/http/security/secrets.ts';

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

test('a sealed text is opened by the same secret alone, and never sealed twice in the same way', () => {
  const [secret, other] = [newSecret(), newSecret()];
  const sealed = sealText('Schlüssel 🔑', secret);
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(openText(sealed, secret)).toBe('Schlüssel 🔑');
  expect(sealText('Schlüssel 🔑', secret)).not.toBe(sealed);
  expect(() => openText(sealed, other)).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => openText(bytes.toString('base64url'), secret)).toThrow();
});

test('a text is opened that was sealed long ago: databases in use hold keys of this form', () => {
  const sealed = '-PgGJmPKihMAIQhSG4Wi02Z-t64to8mxfYYjzxwvS-ueDOBysyuiACg_VA';
  expect(openText(sealed, 'ab'.repeat(24))).toBe('Schlüssel 🔑');
});
