import { expect, test } from 'vitest';
import { setUpLink, setUpTokenFrom } from '../../../../src/domain/access/setUpLink.ts';

test('the token travels in the fragment and is read back', () => {
  const link = setUpLink('https://tree.local', 'abc');
  expect(link).toBe('https://tree.local/#set-up=abc');
  expect(setUpTokenFrom(new URL(link).hash)).toBe('abc');
});

test.each(['', '#', '#set-up=', '#sign-in-link=abc'])('%j has none', (fragment) => {
  expect(setUpTokenFrom(fragment)).toBeUndefined();
});
