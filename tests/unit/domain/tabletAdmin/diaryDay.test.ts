import { expect, test } from 'vitest';
import type { DiaryEntry } from '#contract/schemas/tabletSettings.ts';
import { diaryStrip, diaryWords } from '#domain/tabletAdmin/diaryDay.ts';

const FROM = 29_497_680;
type Told = [at: number, minutes: number, shows: DiaryEntry['shows'], more?: Partial<DiaryEntry>];
const entry = (...[at, minutes, shows, more]: Told): DiaryEntry => ({ at: FROM + at, minutes, shows, ...more });
const looksOf = (...entries: DiaryEntry[]) => diaryStrip(entries, { from: FROM, minutes: 60 }).map(({ look }) => look);
const wordsOf = (...entries: DiaryEntry[]) => diaryWords(entries, (minute) => `${minute - FROM}`);

test('a quarter hour is drawn by what was most of it, and a few minutes of trouble are seen', () => {
  expect(looksOf(entry(0, 15, 'photo'), entry(15, 7, 'photo'), entry(22, 8, 'dark'))).toEqual([
    'full',
    'dark',
    'unknown',
    'unknown',
  ]);
  expect(
    looksOf(
      entry(0, 12, 'page'),
      entry(12, 3, 'off'),
      entry(15, 13, 'photo'),
      entry(28, 2, 'off'),
      entry(30, 3, 'dark', { offline: true }),
    ),
  ).toEqual(['silent', 'full', 'partial', 'unknown']);
  expect(diaryStrip([], { from: FROM, minutes: 25 * 60 })).toHaveLength(100);
});

test('words name the hours of troubles, joined where they touch, and the last of many', () => {
  const offs = [0, 10, 20, 30, 40].map((at) => entry(at, 5, 'off'));
  expect(wordsOf(...offs, entry(45, 2, 'off'))).toEqual([
    'Nothing, without power or closed: 27 min (2 other times, 20–25, 30–35, 40–47)',
  ]);
  expect(wordsOf(entry(0, 1, 'page', { mark: 'started' }), entry(1, 1, 'page', { mark: 'back' }))).toEqual([
    'Clock or menu: 2 min',
    'Loaded anew: 0',
    'Went back to the version before, since the newer one did not start: 1',
  ]);
  expect(wordsOf()).toEqual([]);
});
