import { expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { yearsSince } from '#domain/slideshow/slideList.ts';
import { yearsAgoText } from '#domain/tablets/languages/yearsAgo.ts';

test.each([
  [1, 'en', 'One year ago today'],
  [3, 'en-GB', 'Three years ago today'],
  [11, 'en', '11 years ago today'],
  [1, 'de', 'Heute vor einem Jahr'],
  [3, 'de-AT', 'Heute vor drei Jahren'],
  [1, 'es', 'Hoy hace un año'],
  [10, 'es-MX', 'Hoy hace diez años'],
  [1, 'fr', 'Il y a un an aujourd’hui'],
  [25, 'fr-CA', 'Il y a 25 ans aujourd’hui'],
  [2, 'ar', 'Two years ago today'],
])('%d years are in %s: %s', (years, locale, text) => expect(yearsAgoText(years, locale)).toBe(text));

const taken = (takenAt?: string): Photo => ({
  filename: `${takenAt}.jpg`,
  albumSlug: 'a',
  ...(takenAt && { takenAt }),
});
const [of2023, alsoOf2023, of2020] = ['2023-03-05T08:00:00', '2023-03-05T21:00:00', '2020-03-05T12:00:00'].map(taken);

test('years are counted for photos of this day in one earlier year', () => {
  const since = (...slide: (Photo | undefined)[]) => {
    const [one = taken(), other] = slide;
    return yearsSince(other ? [one, other] : [one], '2026-03-05');
  };
  expect(since(of2023)).toBe(3);
  expect(since(of2023, alsoOf2023)).toBe(3);
  expect(since(of2023, of2020)).toBeUndefined();
  expect(since(of2023, taken('2023-03-06T08:00:00'))).toBeUndefined();
  expect(since(taken('2026-03-05T08:00:00'))).toBeUndefined();
  expect(since(taken())).toBeUndefined();
});
