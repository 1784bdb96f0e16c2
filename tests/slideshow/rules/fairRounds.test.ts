import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fairRounds } from '#domain/slideshow/fairRounds.ts';
import type { Slide } from '#domain/slideshow/slideList.ts';

function album(albumSlug: string, count: number): Slide[] {
  return Array.from({ length: count }, (_, index) => [{ albumSlug, filename: `${albumSlug}-${index}.jpg` }]);
}

const nameOf = ([{ filename }]: Slide) => filename;
const FIRST_SEED = 123_456;

/** The slides of so many advances from a seed on. */
function advances(rounds: (seed: number) => readonly Slide[], count: number): Slide[] {
  const shown: Slide[] = [];
  for (let seed = FIRST_SEED; shown.length < count; seed += 1) shown.push(...rounds(seed));
  return shown.slice(0, count);
}

/** 0: all have as much as each other; 1: one has everything. */
function gini(counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  const differences = counts.flatMap((one) => counts.map((other) => Math.abs(one - other)));
  return differences.reduce((total, difference) => total + difference, 0) / (2 * counts.length * sum);
}

function countsBy(slides: readonly Slide[], of: (slide: Slide) => string): number[] {
  const counts = new Map<string, number>();
  for (const slide of slides) counts.set(of(slide), (counts.get(of(slide)) ?? 0) + 1);
  return [...counts.values()];
}

const UNEVEN = [1, 2, 3, 7, 20, 21, 150, 800].flatMap((count) => album(`album-${count}`, count));

describe('a fair shuffle', () => {
  test('gives every album as many turns over 10,000 advances, however large it is', () => {
    const shown = advances(fairRounds(UNEVEN, 'albums'), 10_000);
    const counts = countsBy(shown, ([{ albumSlug }]) => albumSlug);
    expect(counts).toHaveLength(8);
    expect(gini(counts)).toBeLessThanOrEqual(0.05);
    // Without it the largest album has most of them.
    expect(gini([1, 2, 3, 7, 20, 21, 150, 800])).toBeGreaterThan(0.7);
  });

  test('gives every year as many turns, and the photos without one', () => {
    const years = ['2011', '2019', '2024'].flatMap((year, index) =>
      Array.from({ length: 10 ** index }, (_, at): Slide => [
        {
          albumSlug: 'all',
          filename: `${year}-${at}.jpg`,
          takenAt: `${year}-05-01T10:${String(at % 60).padStart(2, '0')}:00`,
        },
      ]),
    );
    const shown = advances(fairRounds([...years, ...album('all', 5)], 'years'), 10_000);
    expect(gini(countsBy(shown, ([{ takenAt = '' }]) => takenAt.slice(0, 4)))).toBeLessThanOrEqual(0.05);
  });

  test('shows no photo twice before its album’s own round is over, and all of them in each', () => {
    const count = 21;
    const rounds = fairRounds(UNEVEN, 'albums');
    const first = Math.ceil(FIRST_SEED / count) * count;
    const own = (seed: number) => rounds(seed).find(([{ albumSlug }]) => albumSlug === `album-${count}`)!;
    for (const begin of [first, first + count]) {
      const names = Array.from({ length: count }, (_, turn) => nameOf(own(begin + turn)));
      expect(new Set(names).size).toBe(count);
    }
  });

  test('gives the albums their turns in an order that changes', () => {
    const rounds = fairRounds(UNEVEN, 'albums');
    const first = Array.from({ length: 100 }, (_, round) => rounds(FIRST_SEED + round)[0]?.[0].albumSlug);
    expect(new Set(first).size).toBe(8);
  });

  test('is the same after a reboot, and on another device', () => {
    const one = advances(fairRounds(UNEVEN, 'albums'), 500).map(nameOf);
    const other = fairRounds(UNEVEN, 'albums');
    other(FIRST_SEED + 99);
    expect(advances(other, 500).map(nameOf)).toEqual(one);
  });

  test('never shows one album twice in a row where there are three', () => {
    const shown = advances(fairRounds(UNEVEN, 'albums'), 5_000).map(([{ albumSlug }]) => albumSlug);
    expect(shown.filter((slug, index) => slug === shown[index + 1])).toEqual([]);
  });

  test('of two albums shows them in turn', () => {
    const shown = advances(fairRounds([...album('few', 2), ...album('many', 40)], 'albums'), 100);
    expect(new Set(shown.map(([{ albumSlug }], place) => `${albumSlug} ${place % 2}`)).size).toBe(2);
  });

  test('of a single album never shows a photo twice in a row', () => {
    const shown = advances(fairRounds(album('one', 3), 'albums'), 300).map(nameOf);
    expect(shown.filter((name, place) => name === shown[place + 1])).toEqual([]);
  });

  test('of a single album is its whole round', () => {
    const rounds = fairRounds(album('one', 30), 'albums');
    const [first, second] = [rounds(7), rounds(8)].map((slides) => slides.map(nameOf));
    expect(new Set(first).size).toBe(30);
    expect(new Set(second)).toEqual(new Set(first));
    expect(second).not.toEqual(first);
  });

  test('takes a burst as one turn, another photo of it in the next round', () => {
    const burst = [0, 8, 17, 27].map((second): Slide => [
      {
        albumSlug: 'a',
        filename: `burst-${second}.jpg`,
        takenAt: `2024-05-01T10:00:${String(second).padStart(2, '0')}`,
      },
    ]);
    const alone: Slide = [{ albumSlug: 'a', filename: 'alone.jpg', takenAt: '2024-05-01T10:00:38' }];
    const rounds = fairRounds([...burst, alone], 'albums');
    const inBurst = Array.from({ length: 4 }, (_, round) =>
      rounds(round)
        .map(nameOf)
        .filter((name) => name !== 'alone.jpg'),
    );
    expect(rounds(0)).toHaveLength(2);
    expect(inBurst.flat()).toEqual(['burst-0.jpg', 'burst-8.jpg', 'burst-17.jpg', 'burst-27.jpg']);
  });

  test.each([[[0, 1, 2, 3, 4, 5]], [[5, 4, 3, 2, 1, 0]], [[3, 0, 4, 1, 5, 2]], [[4, 0, 2, 5, 3, 1]]])(
    'knows a burst wherever its photos stand among the others: %j',
    (order) => {
      const times = ['10:00:00', '10:00:05', '10:00:15', '12:00:00', '12:00:08', undefined];
      const slides = times.map((time, index): Slide => [
        Object.assign({ albumSlug: 'a', filename: `${index}.jpg` }, time && { takenAt: `2024-05-01T${time}` }),
      ]);
      const rounds = fairRounds(
        order.flatMap((index) => slides.slice(index, index + 1)),
        'albums',
      );
      const shown = [0, 1, 2, 3, 4, 5].map((round) => rounds(round).map((slide) => Number.parseInt(nameOf(slide))));
      for (const round of shown) expect(round).toHaveLength(3);
      const comingOf = (indexes: number[]) => shown.map((round) => round.find((index) => indexes.includes(index)));
      expect(comingOf([0, 1, 2])).toEqual([0, 1, 2, 0, 1, 2]);
      expect(comingOf([3, 4])).toEqual([3, 4, 3, 4, 3, 4]);
      expect(comingOf([5])).toEqual([5, 5, 5, 5, 5, 5]);
    },
  );

  test('has each album once a round, whatever there is', () => {
    const albums = array(record({ count: integer({ min: 1, max: 40 }) }), { minLength: 2, maxLength: 12 });
    assert(
      property(albums, integer(), (sizes, seed) => {
        const slides = sizes.flatMap(({ count }, index) => album(`a${index}`, count));
        const slugs = fairRounds(slides, 'albums')(seed).map(([{ albumSlug }]) => albumSlug);
        expect(slugs.toSorted()).toEqual(sizes.map((_, index) => `a${index}`).toSorted());
      }),
    );
  });

  test('of nothing is nothing', () => {
    expect(fairRounds([], 'years')(3)).toEqual([]);
  });
});
