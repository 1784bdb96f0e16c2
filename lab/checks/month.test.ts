import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../tests/support/curation/random.ts';
import { readPage } from '../../tests/support/repository/pages.ts';
import { withGenerated } from '../generatedSection.ts';
import { difference } from '../month/bothLives.ts';
import { monthOf } from '../month/calendar.ts';
import type { DayFigures } from '../month/month.ts';
import { heapGrowth, heapTrend, REPORT_COMMAND, reportOf, type Results } from '../month/report.ts';
import { DEEDS, type Seen, whyNot } from '../month/seedsLife.ts';
import { BuildModel, WallModel } from '../month/wallModel.ts';
import { MISHAPS } from '../walls/mishaps.ts';
import { MOMENTS } from '../walls/year.ts';

const RESULTS = new URL('../results/month.json', import.meta.url);
const NOON = 12 * 60;
const RULES = { night: { from: 22 * 60, to: 390 }, minutesPerPhoto: 2 };
const OFFLINE = { minuteOfDay: NOON, dark: false, online: false };
const ONLINE = { ...OFFLINE, online: true };

const wall = () => new WallModel(['a', 'b', 'c'], RULES);

/** The model's view of these photos, a minute each. */
function kindsOf(model: WallModel, photos: string, seen = ONLINE) {
  return Array.from(photos, (photo) => model.see({ ...seen, photo: photo === '-' ? '' : photo }) ?? '');
}

describe('what must be on a wall', () => {
  test('the photos in their order, round and round, without an end', () => {
    expect(kindsOf(wall(), 'aabbccaab')).toEqual(Array(9).fill(''));
  });

  test('a photo that is left out, shown too early or foreign is wrong', () => {
    expect(kindsOf(wall(), 'ac')).toEqual(['', 'wrong']);
    expect(kindsOf(wall(), 'aba')).toEqual(['', '', 'wrong']);
    expect(kindsOf(wall(), 'ax')).toEqual(['', 'wrong']);
  });

  test('a photo may stay for twice its time, without a network too, and no minute longer', () => {
    expect(kindsOf(wall(), 'aaaaaab', OFFLINE)).toEqual(['', '', '', '', '', 'frozen', '']);
  });

  test('nothing on screen, or the cover of the night by day', () => {
    expect(kindsOf(wall(), 'a-')).toEqual(['', 'empty']);
    expect(wall().see({ ...ONLINE, dark: true, photo: 'a' })).toBe('dark');
  });

  test('by night it is dark, across midnight, and afterwards the photo goes on with its time', () => {
    const model = wall();
    kindsOf(model, 'aaaa');
    for (const minuteOfDay of [22 * 60, 23 * 60 + 59, 0, 389]) {
      expect(model.see({ ...ONLINE, minuteOfDay, dark: true, photo: 'a' })).toBeUndefined();
      expect(model.see({ ...ONLINE, minuteOfDay, photo: 'a' })).toBe('lit');
    }
    expect(kindsOf(model, 'ab', { ...ONLINE, minuteOfDay: 390 })).toEqual(['', '']);
  });

  test('an album that has changed may be shown as it was until the wall must have heard of it', () => {
    const change = () => {
      const model = wall();
      kindsOf(model, 'a');
      model.albumChanged(['a', 'c', 'b']);
      return model;
    };
    expect(kindsOf(change(), 'b')).toEqual(['']);
    expect(kindsOf(change(), 'c')).toEqual(['']);
    expect(kindsOf(change(), 'aabbccaabbccaabb', OFFLINE)).not.toContain('wrong');
    const heard = change();
    expect(kindsOf(heard, 'aabbccaabbccaabb').at(-2)).toBe('');
    expect(kindsOf(heard, 'bccaabb').at(1)).toBe('wrong');
  });

  test('a deleted photo gives way to the one that has its place, and is never seen again', () => {
    const model = wall();
    kindsOf(model, 'ab');
    model.albumChanged(['a', 'c']);
    expect(kindsOf(model, 'ccaaccaaccaaccaacca')).not.toContain('wrong');
    expect(kindsOf(model, 'b')).toEqual(['wrong']);
  });

  test('a photo that was deleted in the night has given way by the morning, when the next one comes', () => {
    const model = wall();
    kindsOf(model, 'a');
    model.albumChanged(['b', 'c']);
    const night = { ...ONLINE, minuteOfDay: 0, dark: true };
    expect(kindsOf(model, 'abb', night)).toEqual(['', '', '']);
    expect(kindsOf(model, 'c')).toEqual(['']);
  });

  test('a deleted photo that stays on screen is wrong once the wall must have heard of it', () => {
    const model = new WallModel(['a', 'b'], { ...RULES, minutesPerPhoto: 60 });
    kindsOf(model, 'a');
    model.albumChanged(['b', 'c']);
    expect(kindsOf(model, 'a'.repeat(16))).toEqual([...Array(15).fill(''), 'wrong']);
  });
});

function sees(model: BuildModel, build: string, minutes = 1): boolean {
  return Array.from({ length: minutes }, () => model.see(build, true)).every(Boolean);
}

describe('which build a wall may run', () => {
  test('the one before for two hours in which it could update, and not again once it has the new one', () => {
    const model = new BuildModel('A');
    model.updated('B');
    expect(sees(model, 'A', 121)).toBe(true);
    expect(sees(model, 'A')).toBe(false);
    const quick = new BuildModel('A');
    quick.updated('B');
    expect([sees(quick, 'B'), sees(quick, 'A')]).toEqual([true, false]);
  });

  test('by night and without a network the two hours stand still', () => {
    const model = new BuildModel('A');
    model.updated('B');
    for (let minute = 0; minute < 500; minute += 1) expect(model.see('A', false)).toBe(true);
  });

  test('never a broken one, and no update that the server had no time to offer', () => {
    const model = new BuildModel('A');
    model.updated('B');
    model.broken();
    expect(sees(model, 'A', 500)).toBe(true);
    expect(sees(model, 'Broken2')).toBe(false);
    model.updated('C');
    expect([sees(model, 'A'), sees(model, 'C')]).toEqual([true, true]);
  });
});

test('the same seed is the same month, another seed another one, and each day has its network back before its end', () => {
  const month = monthOf(30, seededRandom(7));
  expect(monthOf(30, seededRandom(7))).toEqual(month);
  expect(monthOf(30, seededRandom(8))).not.toEqual(month);
  const kinds = new Set(month.map(({ kind }) => kind));
  expect(kinds.size).toBe(10);
  for (let day = 1; day <= 30; day += 1) {
    const before = month.filter(({ atMinute }) => atMinute < day * 1_440);
    const last = before.findLast(({ kind }) => kind === 'weather');
    expect(last ?? { weather: 'fine' }).toMatchObject({ weather: 'fine' });
    expect(before.filter(({ kind }) => kind === 'server stops')).toHaveLength(
      before.filter(({ kind }) => kind === 'server starts').length,
    );
  }
});

function dayWith(heapBytes: number, keptBytes = 1): DayFigures {
  return { day: 1, minutesByDay: 930, changes: 186, loads: 1, build: 'Build1', heap: { heapBytes, keptBytes } };
}

test('the heap is held against the second day', () => {
  expect(heapGrowth({ days: [1, 10, 12, 11].map((heapBytes) => dayWith(heapBytes)) })).toBe(1.2);
  expect(heapGrowth({ days: [dayWith(50)] })).toBe(1);
});

test('what is kept is held, for its trend, against the first days after the second', () => {
  const kept = [1, 1, ...Array<number>(10).fill(4), ...Array<number>(8).fill(9), ...Array<number>(10).fill(5)];
  const days = kept.map((keptBytes) => dayWith(1, keptBytes));
  expect(heapTrend({ days })).toBe(1.25);
});

describe('a seed of the simulated wall in real Chromium', () => {
  const photo: Seen = { shows: 'photo', isAllowed: true, stored: 19, photos: 19 };

  test('each deed is that of a mishap that the simulated wall knows, and there is a reason for each that has none', () => {
    const moments: string[] = Object.values(MOMENTS);
    expect(Object.keys(DEEDS).filter((what) => !moments.includes(what) && !MISHAPS[what])).toEqual([]);
    expect(Object.keys(MISHAPS).filter((what) => !DEEDS[what])).toEqual(
      Object.keys(MISHAPS).filter((what) => whyNot(what, 'ok')),
    );
    expect(whyNot('the network is bad', 'portal')).toBeUndefined();
    expect(whyNot('the network is bad', 'slow')).toBe('the network is bad: slow');
  });

  test('walls differ by their kind always, by a photo that was deleted and by their shares only when all is over', () => {
    for (const isCalm of [false, true]) expect(difference(photo, { ...photo, shows: 'dark' }, isCalm)).toBeDefined();
    for (const other of [{ isAllowed: false }, { stored: 18 }, { stored: 0 }]) {
      expect(difference(photo, { ...photo, ...other }, true)).toBeDefined();
      expect(difference(photo, { ...photo, ...other }, false)).toBeUndefined();
    }
    expect(difference(photo, { ...photo, stored: 22, photos: 22 }, true)).toBeUndefined();
    expect(difference({ ...photo, stored: 3 }, { ...photo, stored: 7 }, true)).toBeUndefined();
  });
});

test.runIf(existsSync(RESULTS))(
  'lab/results/month.md shows the month as it was: if not, run `npm run lab -- month --report`',
  () => {
    const { text } = readPage('lab/results/month.md');
    const results: Results = JSON.parse(readFileSync(RESULTS, 'utf8'));
    expect(text).toBe(withGenerated(text, REPORT_COMMAND, reportOf(results)));
  },
);
