import { expect, test } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';

const plain = Object.entries(MESSAGES).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []));

test.each(plain)('%s says something to a person', (_name, text) => {
  expect(text).toMatch(/^[A-Z][^{}$]+/);
});

test('no two situations are told in the same words', () => {
  const texts = plain.map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

test('what a sentence is about stands in it', () => {
  expect(MESSAGES.albumWithSlugNotFound('summer')).toBe('Album with slug "summer" not found');
  expect(MESSAGES.uploadSucceeded(3)).toBe('Successfully uploaded 3 photos!');
  expect(MESSAGES.backendReturned(502, 'Bad Gateway')).toBe('Backend returned code 502: Bad Gateway');
  expect(MESSAGES.clientError('no network')).toBe('An error occurred: no network');
});
