import { array, assert, boolean, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import { DIARY } from '#contract/diary/storageKeys.ts';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { hash32 } from '#domain/hash32.ts';
import { decodeDiary, encodeDiary, photosAsText, photosIn, withMinute, withoutEntries } from '#domain/diary/diary.ts';
import { byDay, mergedDiary, withoutPhotos } from '#domain/diary/diaryDays.ts';

const AT = 29_497_680;
const MONTH_MINUTES = 30 * 24 * 60;

/** Entries in order, some with gaps between them. */
const anyDiary = array(
  record({
    gap: nat(3_000),
    minutes: integer({ min: 1, max: 3_000 }),
    shows: constantFrom<DiaryEntry['shows']>('photo', 'page', 'dark', 'off'),
    photo: nat(2 ** 32 - 1),
    offline: boolean(),
    mark: constantFrom<DiaryEntry['mark']>('started', 'back', undefined),
  }),
  { maxLength: 60 },
).map((all) => {
  let at = AT;
  return all.map(({ gap, minutes, shows, photo, offline, mark }): DiaryEntry => {
    const entry = {
      at: at + gap,
      minutes,
      shows,
      ...(shows === 'photo' && { photo }),
      ...(offline && { offline: true }),
      ...(mark && { mark }),
    };
    at = entry.at + minutes;
    return entry;
  });
});

test('a diary has the names that devices hold', () => {
  expect(DIARY).toEqual({ until: 'diary', photos: 'diary-photos', part: 'diary:' });
});

describe('a diary as bytes', () => {
  test('says the same again', () => {
    assert(
      property(anyDiary, (entries) => {
        const photos: number[] = [];
        const text = encodeDiary(entries, photos);
        expect(decodeDiary(text, photosIn(photosAsText(photos)))).toStrictEqual(entries);
      }),
    );
  });

  test('lists each photo once, and nothing for what is none', () => {
    const photos = [7];
    const shown: DiaryEntry[] = [
      { at: AT, minutes: 1, shows: 'photo', photo: 7 },
      { at: AT + 1, minutes: 1, shows: 'photo', photo: 8 },
      { at: AT + 2, minutes: 1, shows: 'page' },
      { at: AT + 3, minutes: 1, shows: 'photo', photo: 8 },
    ];
    expect(decodeDiary(encodeDiary(shown, photos), photos)).toStrictEqual(shown);
    expect(photos).toEqual([7, 8]);
    expect(photosIn(photosAsText(photos))).toEqual([7, 8]);
    expect(encodeDiary([], photos)).toBe('');
  });

  test('leaves photos without a name that are more than 2,048', () => {
    const photos: number[] = [];
    const entries = Array.from({ length: 2_050 }, (_, at): DiaryEntry => ({
      at: AT + at,
      minutes: 1,
      shows: 'photo',
      photo: at,
    }));
    const read = decodeDiary(encodeDiary(entries, photos), photos);
    expect(photos).toHaveLength(2_048);
    expect(read.slice(2_047)).toStrictEqual([
      { at: AT + 2_047, minutes: 1, shows: 'photo', photo: 2_047 },
      { at: AT + 2_048, minutes: 1, shows: 'photo' },
      { at: AT + 2_049, minutes: 1, shows: 'photo' },
    ]);
  });

  test('cut off just after an entry says no entry more', () => {
    const entries: DiaryEntry[] = [
      { at: AT, minutes: 1, shows: 'page' },
      { at: AT + 1, minutes: 8, shows: 'dark' },
      { at: AT + 9, minutes: 1, shows: 'page' },
    ];
    // Seven bytes of header; five bits and eleven are two bytes.
    expect(decodeDiary(encodeDiary(entries, []).slice(0, 9), [])).toEqual(entries.slice(0, 2));
  });

  test.each<[string, Omit<DiaryEntry, 'minutes'>, boolean]>([
    ['the minute after it', { at: AT + 2, shows: 'photo', photo: 1 }, true],
    ['a later minute', { at: AT + 3, shows: 'photo', photo: 1 }, false],
    ['another photo', { at: AT + 2, shows: 'photo', photo: 2 }, false],
    ['a clock', { at: AT + 2, shows: 'page' }, false],
    ['a minute without the server', { at: AT + 2, shows: 'photo', photo: 1, offline: true }, false],
    ['a minute after a start', { at: AT + 2, shows: 'photo', photo: 1, mark: 'started' }, false],
  ])('an entry is prolonged by %s: %j, %s', (_what, minute, isLonger) => {
    const last: DiaryEntry = { at: AT, minutes: 2, shows: 'photo', photo: 1 };
    expect(withMinute([last], minute)).toStrictEqual(
      isLonger ? [{ ...last, minutes: 3 }] : [last, { ...minute, minutes: 1 }],
    );
  });

  test('cut off at any byte says the beginning, and nothing that never was', () => {
    assert(
      property(anyDiary, nat(500), (entries, length) => {
        const photos: number[] = [];
        const read = decodeDiary(encodeDiary(entries, photos).slice(0, length), photos);
        expect(entries.slice(0, Math.max(0, read.length - 1))).toEqual(read.slice(0, -1));
      }),
    );
  });

  test('of a month with a photo of a thousand each 90 s has less than 50 kB', () => {
    const photos: number[] = [];
    let bytes = 0;
    let entries: DiaryEntry[] = [];
    for (let minute = 0; minute < MONTH_MINUTES; minute += 1) {
      const photo = hash32(`holiday/${(Math.floor((minute * 60) / 90) * 7) % 1_000}.jpg`);
      entries = withMinute(entries, { at: AT + minute, shows: 'photo', photo, offline: true });
      if (entries.length < 1_000 && minute < MONTH_MINUTES - 1) continue;
      bytes += encodeDiary(entries, photos).length;
      entries = [];
    }
    expect(photos).toHaveLength(1_000);
    expect(bytes + photosAsText(photos).length).toBeLessThan(DIARY_LIMITS.bytes);
  });
});

test('what was sent goes, but for the minutes that came meanwhile', () => {
  const first: DiaryEntry = { at: AT, minutes: 2, shows: 'photo', photo: 1, mark: 'started' };
  const last: DiaryEntry = { at: AT + 2, minutes: 1, shows: 'dark', mark: 'back' };
  expect(withoutEntries([first, { ...last, minutes: 4 }], [first, last])).toEqual([
    { at: AT + 3, minutes: 3, shows: 'dark' },
  ]);
  expect(withoutEntries([first, last], [first, last])).toEqual([]);
  expect(withoutEntries([first, last], [first])).toStrictEqual([last]);
});

const minutesOf = (entries: readonly DiaryEntry[]) =>
  entries.flatMap(({ at, minutes, shows }) => Array.from({ length: minutes }, (_, index) => [at + index, shows]));

describe('what a tablet tells', () => {
  test('stands in the place of what was known of these minutes, told once or twice', () => {
    assert(
      property(anyDiary, anyDiary, (known, told) => {
        const merged = mergedDiary(known, told);
        const expected = new Map([...minutesOf(known), ...minutesOf(told)].map(([at, shows]) => [at, shows]));
        expect(new Map(minutesOf(merged).map(([at, shows]) => [at, shows]))).toEqual(expected);
        expect(minutesOf(merged)).toHaveLength(expected.size);
        expect(mergedDiary(merged, told)).toEqual(merged);
        expect(merged.map(({ at }) => at)).toEqual(merged.map(({ at }) => at).sort((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  test('is the same in days', () => {
    assert(
      property(anyDiary, (entries) => {
        const days = byDay(entries);
        expect(minutesOf([...days.values()].flat())).toEqual(minutesOf(entries));
        for (const [day, part] of days) for (const { at } of part) expect(Math.floor(at / 1_440)).toBe(day);
      }),
    );
  });

  test('is cut at midnight, and the start is told on the first day alone', () => {
    const day = Math.floor(AT / 1_440) * 1_440;
    const entry: DiaryEntry = { at: day - 10, minutes: 10 + 1_440, shows: 'dark', mark: 'started' };
    expect([...byDay([entry])]).toStrictEqual([
      [day / 1_440 - 1, [{ at: day - 10, minutes: 10, shows: 'dark', mark: 'started' }]],
      [day / 1_440, [{ at: day, minutes: 1_440, shows: 'dark' }]],
    ]);
    expect([...byDay([{ at: day, minutes: 5, shows: 'dark' }])]).toStrictEqual([
      [day / 1_440, [{ at: day, minutes: 5, shows: 'dark' }]],
    ]);
  });

  test('goes on in one entry where the names of photos go', () => {
    const entries: DiaryEntry[] = [
      { at: AT, minutes: 2, shows: 'photo', photo: 1 },
      { at: AT + 2, minutes: 1, shows: 'photo', photo: 2 },
      { at: AT + 3, minutes: 1, shows: 'photo', photo: 2, mark: 'started' },
    ];
    expect(withoutPhotos(entries)).toEqual([
      { at: AT, minutes: 3, shows: 'photo' },
      { at: AT + 3, minutes: 1, shows: 'photo', mark: 'started' },
    ]);
  });
});
