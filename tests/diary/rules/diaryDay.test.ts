import { expect, test } from 'vitest';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { diaryStrip, diaryWords } from '#domain/diary/diaryDay.ts';

const FROM = 29_497_680;
type Told = [at: number, minutes: number, shows: DiaryEntry['shows'], more?: Partial<DiaryEntry>];
const entry = (...[at, minutes, shows, more]: Told): DiaryEntry => ({ at: FROM + at, minutes, shows, ...more });
const statesOf = (...entries: DiaryEntry[]) =>
  diaryStrip(entries, { from: FROM, minutes: 60 }).map(({ state }) => state);
const wordsOf = (...entries: DiaryEntry[]) => diaryWords(entries, (minute) => `${minute - FROM}`);

test('a quarter hour is drawn by what was most of it, and a few minutes of trouble are seen', () => {
  expect(statesOf(entry(0, 15, 'photo'), entry(15, 7, 'photo'), entry(22, 8, 'dark'))).toEqual([
    'full',
    'dark',
    'unknown',
    'unknown',
  ]);
  expect(
    statesOf(
      entry(0, 12, 'page'),
      entry(12, 3, 'off'),
      entry(15, 13, 'photo'),
      entry(28, 2, 'off'),
      entry(30, 3, 'dark', { offline: true }),
    ),
  ).toEqual(['silent', 'full', 'partial', 'unknown']);
  // Half of it is not most of it; and of two known minutes two are trouble enough.
  expect(
    statesOf(
      entry(0, 7, 'photo'),
      entry(7, 7, 'dark'),
      entry(15, 2, 'photo', { offline: true }),
      entry(30, 12, 'photo'),
      entry(42, 3, 'photo', { offline: true }),
      entry(45, 13, 'photo'),
      entry(58, 2, 'photo', { offline: true }),
    ),
  ).toEqual(['full', 'partial', 'partial', 'full']);
  expect(diaryStrip([], { from: FROM, minutes: 25 * 60 })).toHaveLength(100);
});

test('words name the hours of troubles, joined where they touch, and the last of many', () => {
  const offs = [0, 10, 20, 30, 40].map((at) => entry(at, 5, 'off'));
  expect(wordsOf(...offs, entry(45, 2, 'off'))).toEqual([
    'Off, without power or closed: 27 min (2 other times, 20–25, 30–35, 40–47)',
  ]);
  expect(wordsOf(entry(0, 1, 'page', { mark: 'started' }), entry(1, 1, 'page', { mark: 'back' }))).toEqual([
    'Clock or menu: 2 min',
    'Reloaded: 0',
    'Went back to the version before, since the newer one did not start: 1',
  ]);
  expect(wordsOf()).toEqual([]);
});

test('words count minutes and whole hours', () => {
  const photos = (minutes: number) => wordsOf(entry(0, minutes, 'photo'));
  expect([59, 60, 61, 120, 1_439].flatMap(photos)).toEqual([
    'Photos: 59 min',
    'Photos: 1 h',
    'Photos: 1 h 1 min',
    'Photos: 2 h',
    'Photos: 23 h 59 min',
  ]);
  expect(wordsOf(entry(0, 30, 'photo'), entry(30, 45, 'dark', { offline: true }), entry(75, 30, 'photo'))).toEqual([
    'Photos: 1 h',
    'Dark by its programme: 45 min',
    'Without the server: 45 min (30–75)',
  ]);
  const starts = (count: number) =>
    wordsOf(...Array.from({ length: count }, (_, at) => entry(at, 1, 'dark', { mark: 'started' as const }))).slice(1);
  expect(starts(3)).toEqual(['Reloaded: 0, 1, 2']);
  expect(starts(4)).toEqual(['Reloaded: 1 other time, 1, 2, 3']);
  expect(starts(5)).toEqual(['Reloaded: 2 other times, 2, 3, 4']);
});
