import { expect, it } from 'vitest';
import { linkTokenFrom } from '../../src/domain/signInLink.ts';

it('finds the token in the fragment, and nothing elsewhere', () => {
  expect(linkTokenFrom('#sign-in-link=abc_DEF-123')).toBe('abc_DEF-123');
  expect(['', '#', '#sign-in-link=', '#other=abc', 'sign-in-link=abc'].map(linkTokenFrom)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
