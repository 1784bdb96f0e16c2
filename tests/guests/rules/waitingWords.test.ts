import { expect, test } from 'vitest';
import { waitingWords } from '#domain/guests/waitingWords.ts';

test('photos of guests are counted', () => {
  const body = 'Nobody else sees them before you approve them.';
  expect(waitingWords(1)).toEqual({ title: 'A photo of a guest waits', body });
  expect(waitingWords(3)).toEqual({ title: '3 photos of guests wait', body });
});
