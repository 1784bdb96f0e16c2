import { expect, it } from 'vitest';
import { linkTokenFrom, signInLink } from '../../../../src/domain/access/signInLink.ts';

it('gives back the token a link was made with', () => {
  const link = signInLink('https://photos.example.org', 'abc');
  expect(link).toBe('https://photos.example.org/#sign-in-link=abc');
  expect(linkTokenFrom(new URL(link).hash)).toBe('abc');
});

it('finds the token in the fragment, and nothing elsewhere', () => {
  expect(linkTokenFrom('#sign-in-link=abc_DEF-123')).toBe('abc_DEF-123');
  expect(['', '#', '#sign-in-link=', '#other=abc', 'sign-in-link=abc'].map(linkTokenFrom)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
