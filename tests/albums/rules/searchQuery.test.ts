import { expect, test } from 'vitest';
import { parseSearch } from '#domain/albums/searchQuery.ts';

const at = (year: number, month: number) => new Date(year, month).getTime();

test.each([
  ['July 2024', [], [at(2024, 6), at(2024, 7)]],
  ['2024 july', [], [at(2024, 6), at(2024, 7)]],
  ['cake Jul. 2024', ['cake'], [at(2024, 6), at(2024, 7)]],
  ['März 2023', [], [at(2023, 2), at(2023, 3)]],
  ['2024-12', [], [at(2024, 11), at(2025, 0)]],
  ['12/2024 snow', ['snow'], [at(2024, 11), at(2025, 0)]],
  ['1999.1', [], [at(1999, 0), at(1999, 1)]],
  ['January 2000', [], [at(2000, 0), at(2000, 1)]],
  ['1/2000', [], [at(2000, 0), at(2000, 1)]],
  ['1900', [], [at(1900, 0), at(1901, 0)]],
  ['ju.ly 2024', ['ju.ly'], [at(2024, 0), at(2025, 0)]],
  ['beach 2019', ['beach'], [at(2019, 0), at(2020, 0)]],
])('%s is a time, and the rest are words', (text, words, [from, until]) => {
  expect(parseSearch(text, ['en', 'de'])).toEqual({ words, taken: { from, until } });
});

test.each([
  ['may', ['may']],
  ['July', ['july']],
  ['2024-13', ['2024-13']],
  ['2024-00', ['2024-00']],
  ['1850', ['1850']],
  ['1899', ['1899']],
  ['2100', ['2100']],
  ['x2024-07', ['x2024-07']],
  ['2024-07x', ['2024-07x']],
  ['x07/2024', ['x07/2024']],
  ['07/20245', ['07/20245']],
  ['july 1850', ['july', '1850']],
  ['  Über   Straße ', ['uber', 'strasse']],
  ['', []],
  ['1aa 2aa 3aa 4aa 5aa 6aa 7aa 8aa 9aa 10', ['1aa', '2aa', '3aa', '4aa', '5aa', '6aa', '7aa', '8aa']],
])('%s has no time', (text, words) => {
  expect(parseSearch(text, ['en'])).toEqual({ words });
});

test('short names of months may have a dot in their language, or lack it', () => {
  for (const text of ['juil. 2024', 'juil 2024']) {
    expect(parseSearch(text, ['fr'])).toEqual({ words: [], taken: { from: at(2024, 6), until: at(2024, 7) } });
  }
});

test('month names are those of the given languages', () => {
  expect(parseSearch('juillet 2024', ['fr']).taken).toEqual({ from: at(2024, 6), until: at(2024, 7) });
  expect(parseSearch('juillet 2024', ['en'])).toEqual({
    words: ['juillet'],
    taken: { from: at(2024, 0), until: at(2025, 0) },
  });
});

test('of many short words the first three count', () => {
  expect(parseSearch('a b c d e f g h anna i ben', ['en'])).toEqual({ words: ['a', 'b', 'c', 'anna', 'ben'] });
});
