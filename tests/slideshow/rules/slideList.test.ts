import { assert, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoSequence } from '#contract/limits.ts';
import {
  dayOf,
  inRound,
  isOnThisDay,
  slidesAround,
  slidesInOrder,
  slideWith,
  type Slide,
} from '#domain/slideshow/slideList.ts';

const TODAY = '2026-11-22';

function photo(filename: string, more: Partial<Photo> = {}): Photo {
  return { filename, albumSlug: 'a', ...more };
}

const upright = { width: 3, height: 4 };
const names = (slides: readonly Slide[]) => slides.map((slide) => slide.map(({ filename }) => filename).join('+'));

function inOrder(photos: Photo[], order: PhotoSequence, pairs = false) {
  return names(slidesInOrder(photos, { order, pairs, today: TODAY }));
}

describe('orders', () => {
  const photos = [
    photo('old', { takenAt: '2019-11-22T10:00:00' }),
    photo('none'),
    photo('new', { takenAt: '2025-03-01T10:00:00' }),
    photo('day', { takenAt: '2024-11-22T23:59:59' }),
    photo('today', { takenAt: '2026-11-22T08:00:00' }),
  ];

  test('the album has its own', () => {
    expect(inOrder(photos, 'album')).toEqual(['old', 'none', 'new', 'day', 'today']);
  });

  test('newest first, and those without a time last', () => {
    expect(inOrder(photos, 'newest')).toEqual(['today', 'new', 'day', 'old', 'none']);
  });

  test('what was taken on this day in earlier years comes first, then the rest as in the album', () => {
    expect(inOrder(photos, 'on-this-day')).toEqual(['old', 'day', 'none', 'new', 'today']);
  });

  test('without any from this day it is the album’s order', () => {
    expect(inOrder(photos.slice(1, 3), 'on-this-day')).toEqual(['none', 'new']);
  });

  test('photos of one second stay in the album’s order', () => {
    const takenAt = '2025-03-01T10:00:00';
    const burst = ['c', 'a', 'b'].map((name) => photo(name, { takenAt }));
    expect(inOrder([photo('old', { takenAt: '2019' }), ...burst], 'newest')).toEqual(['c', 'a', 'b', 'old']);
  });

  test('a day is that of the device', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(isOnThisDay(photo('x', { takenAt: '2024-01-05T00:00:00' }), '2026-01-05')).toBe(true);
    expect(isOnThisDay(photo('x', { takenAt: '2024-02-29T00:00:00' }), '2028-02-29')).toBe(true);
    expect(isOnThisDay(photo('x'), '2026-01-05')).toBe(false);
    expect(isOnThisDay(photo('x', { takenAt: '2026-01-05' }), '2026-01-05')).toBe(false);
    expect(dayOf(new Date(new Date(2026, 0, 5).setFullYear(794)))).toBe('0794-01-05');
  });
});

describe('pairs', () => {
  const photos = [
    photo('a', upright),
    photo('b', upright),
    photo('c', upright),
    photo('d', { width: 4, height: 3 }),
    photo('e', upright),
    photo('f'),
    photo('g', { width: 3, height: 3 }),
    photo('h', upright),
    photo('i', upright),
  ];

  test('are consecutive upright photos; without a size a photo stands alone', () => {
    expect(inOrder(photos, 'album', true)).toEqual(['a+b', 'c', 'd', 'e', 'f', 'g', 'h+i']);
    expect(inOrder(photos, 'album')).toHaveLength(9);
  });

  test('need both lengths: a width or a height alone says nothing of the shape', () => {
    expect(inOrder([photo('a', { width: 3 }), photo('b', upright)], 'album', true)).toEqual(['a', 'b']);
    expect(inOrder([photo('a', { height: 3 }), photo('b', upright)], 'album', true)).toEqual(['a', 'b']);
  });

  test('both photos of a pair are found in it', () => {
    const slides = slidesInOrder(photos, { order: 'album', pairs: true, today: TODAY });
    expect(slideWith(slides, photo('b'))).toBe(0);
    expect(slideWith(slides, photo('i'))).toBe(6);
    expect(slideWith(slides, photo('z'))).toBe(-1);
    expect(slideWith(slides, undefined)).toBe(-1);
  });
});

const someSlides = uniqueArray(integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 60 }).map((numbers) =>
  numbers.map((number): Slide => [photo(`${number}.jpg`)]),
);

describe('a shuffled slideshow', () => {
  test('shows each photo once a round, and none twice in a row', () => {
    assert(
      property(someSlides, integer(), (slides, seed) => {
        const rounds = [seed, seed + 1, seed + 2].map((number) => inRound(slides, number));
        for (const round of rounds) expect(new Set(round)).toEqual(new Set(slides));
        if (slides.length < 2) return;
        expect(rounds[1]![0]).not.toBe(rounds[0]!.at(-1));
        expect(rounds[2]![0]).not.toBe(rounds[1]!.at(-1));
      }),
    );
  });

  test('of two photos goes on in turn', () => {
    const two: Slide[] = [[photo('a')], [photo('b')]];
    for (const seed of [1, 2, 3, 4]) expect(inRound(two, seed)).toEqual(two);
  });

  test('of three photos is shuffled too', () => {
    const three: Slide[] = [[photo('a')], [photo('b')], [photo('c')]];
    const orders = Array.from({ length: 20 }, (_, seed) => names(inRound(three, seed)).join(''));
    expect(new Set(orders).size).toBeGreaterThan(3);
  });

  test('is the same after a reload, and another in the next round', () => {
    const slides = Array.from({ length: 50 }, (_, number): Slide => [photo(`${number}.jpg`)]);
    expect(inRound([...slides], 7)).toEqual(inRound(slides, 7));
    expect(inRound(slides, 8)).not.toEqual(inRound(slides, 7));
    expect(inRound(slides, 7)).not.toEqual(slides);
  });

  test('takes up a new photo without moving the others', () => {
    assert(
      property(someSlides, integer(), (slides, seed) => {
        const more = inRound([...slides, [photo('new.jpg')]], seed).filter(([{ filename }]) => filename !== 'new.jpg');
        // Only the first two may have changed places, for the sake of the round before.
        expect(names(more).slice(3)).toEqual(names(inRound(slides, seed)).slice(3));
      }),
    );
  });
});

test.each([
  [0, 0, []],
  [1, 0, []],
  [2, 0, [1]],
  [2, 1, [0]],
  [3, 0, [1, 2]],
  [4, 0, [1, 2, 3]],
  [5, 0, [1, 2, 3, 4]],
  [5_000, 0, [1, 2, 4_998, 4_999]],
  [5_000, 2_500, [2_498, 2_499, 2_501, 2_502]],
])('of %d photos, at %d, those around are %j', (count, index, expected) => {
  const slides = Array.from({ length: count }, (_, number): Slide => [photo(String(number))]);
  const around = slidesAround({ count, index, round: 0 }, () => slides);
  expect(around.map(([{ filename }]) => Number(filename)).sort((a, b) => a - b)).toEqual(expected);
});

test('at the end of a shuffled round those of the next are around', () => {
  const slides = Array.from({ length: 9 }, (_, number): Slide => [photo(String(number))]);
  const around = slidesAround({ count: 9, index: 8, round: 3 }, (round) => inRound(slides, round));
  expect(around[0]).toBe(inRound(slides, 4)[0]);
  expect(around).toContain(inRound(slides, 3)[7]);
});

test('where the list of a round is shorter than was counted, nothing is around at its missing places', () => {
  const slides: Slide[] = [[photo('a')], [photo('b')]];
  expect(slidesAround({ count: 5, index: 0, round: 0 }, () => slides)).toEqual([[photo('b')]]);
});
