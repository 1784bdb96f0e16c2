import { describe, expect, test } from 'vitest';
import {
  ALL_BROKEN_PAUSE_MS,
  BROKEN_PAUSE_MS,
  neighbours,
  slideshow,
  startSlideshow,
  waitLeftMs,
  type Slideshow,
} from '#domain/slideshow/slideshow.ts';

const HOUR_MS = 3_600_000;

/** Both clocks agree, as they do on a device that never sleeps. */
function at(ms: number) {
  return { monotonicMs: ms, wallMs: 1_700_000_000_000 + ms };
}

function shown(state: Slideshow, ms: number): Slideshow {
  return slideshow(state, { type: 'shown', move: state.moves, at: at(ms) });
}

/** The first photo was on screen, and the second is due. */
function begun(count: number): Slideshow {
  return slideshow(shown(startSlideshow(count), 0), { type: 'next' });
}

function broken(state: Slideshow, ms: number): Slideshow {
  return slideshow(state, { type: 'broken', move: state.moves, at: at(ms) });
}

function woke(state: Slideshow, ms: number): Slideshow {
  return slideshow(state, { type: 'woke', at: at(ms) });
}

describe('moving', () => {
  test.each([1, 2, 5, 5_000])('with %d photos it visits each once and wraps around, both ways', (count) => {
    for (const type of ['next', 'previous'] as const) {
      let state = startSlideshow(count);
      const seen = new Set<number>();
      for (let step = 0; step < count; step += 1) {
        seen.add(state.index);
        state = slideshow(state, { type });
      }
      expect(seen.size).toBe(count);
      expect(state.index).toBe(0);
      expect(state.moves).toBe(count);
    }
  });

  test('goes from the last to the first and back', () => {
    const last = startSlideshow(5, 4);
    expect(slideshow(last, { type: 'next' }).index).toBe(0);
    expect(slideshow(startSlideshow(5), { type: 'previous' }).index).toBe(4);
  });

  test('with no photo nothing happens, whatever the event', () => {
    const empty = startSlideshow(0, 3);
    expect(empty.index).toBe(0);
    expect(slideshow(empty, { type: 'next' })).toBe(empty);
    expect(slideshow(empty, { type: 'previous' })).toBe(empty);
    expect(shown(empty, 0)).toBe(empty);
    expect(broken(empty, 0)).toBe(empty);
    expect(woke(empty, HOUR_MS)).toBe(empty);
  });

  test('starts where it is told, also beyond the end of an album that shrank', () => {
    expect(startSlideshow(5, 3)).toMatchObject({ index: 3, phase: 'loading' });
    expect(startSlideshow(5, 7).index).toBe(2);
    expect(startSlideshow(5, -1).index).toBe(4);
  });
});

describe('the 90 seconds', () => {
  test('begin when the photo is on screen, not while it is on its way', () => {
    const loading = startSlideshow(5);
    expect(waitLeftMs(loading, at(0))).toBeUndefined();
    expect(woke(loading, 10 * HOUR_MS)).toBe(loading);
    expect(waitLeftMs(shown(loading, 4_000), at(4_000))).toBe(90_000);
  });

  test('advance at 90,000 ms and not before', () => {
    const state = shown(startSlideshow(5), 1_000);
    expect(woke(state, 90_999)).toBe(state);
    const next = woke(state, 91_000);
    expect(next).toMatchObject({ index: 1, phase: 'loading', moves: 1, since: undefined });
  });

  test('begin anew with a move by hand', () => {
    const state = shown(slideshow(shown(startSlideshow(5), 0), { type: 'next' }), 80_000);
    expect(woke(state, 100_000)).toBe(state);
    expect(woke(state, 170_000).index).toBe(2);
  });

  test('one photo follows itself', () => {
    const next = woke(shown(startSlideshow(1), 0), 90_000);
    expect(next).toMatchObject({ index: 0, phase: 'loading', moves: 1 });
    expect(waitLeftMs(shown(next, 90_100), at(90_100))).toBe(90_000);
  });
});

describe('sleeps and clocks', () => {
  const state = shown(startSlideshow(100), 0);

  test('after a night there is one advance, not four hundred', () => {
    const morning = woke(state, 10 * HOUR_MS);
    expect(morning.index).toBe(1);
    expect(woke(morning, 10 * HOUR_MS)).toBe(morning);
    expect(woke(shown(morning, 10 * HOUR_MS), 10 * HOUR_MS + 1).index).toBe(1);
  });

  test('a monotonic clock that stood still in the sleep does not hold it up', () => {
    const now = { monotonicMs: 5_000, wallMs: at(8 * HOUR_MS).wallMs };
    expect(slideshow(state, { type: 'woke', at: now }).index).toBe(1);
  });

  test('a wall clock set back by years does not hold it up', () => {
    const now = { monotonicMs: 90_000, wallMs: 0 };
    expect(slideshow(state, { type: 'woke', at: now }).index).toBe(1);
    expect(waitLeftMs(state, { monotonicMs: 30_000, wallMs: 0 })).toBe(60_000);
  });

  test('a wall clock set forward costs one early advance at most', () => {
    const now = { monotonicMs: 1_000, wallMs: at(5 * 365 * 24 * HOUR_MS).wallMs };
    const next = slideshow(state, { type: 'woke', at: now });
    expect(next.index).toBe(1);
    expect(slideshow(next, { type: 'woke', at: now })).toBe(next);
  });

  test('both clocks behind: a full wait, never more', () => {
    expect(waitLeftMs(state, { monotonicMs: -50, wallMs: 0 })).toBe(90_000);
  });
});

describe('broken photos', () => {
  test('are skipped after a pause', () => {
    const state = broken(begun(5), 0);
    expect(state.phase).toBe('broken');
    expect(woke(state, BROKEN_PAUSE_MS - 1)).toBe(state);
    expect(woke(state, BROKEN_PAUSE_MS)).toMatchObject({ index: 2, phase: 'loading', failures: 1 });
  });

  test('are skipped fast until the first one is on screen, in this round and the next, which has another order', () => {
    let state = startSlideshow(3);
    const waits: unknown[] = [];
    for (let now = 0; waits.length < 7;) {
      state = broken(state, now);
      const wait = waitLeftMs(state, at(now))!;
      waits.push(wait);
      now += wait;
      state = woke(state, now);
    }
    expect(waits).toEqual([100, 100, 100, 100, 100, ALL_BROKEN_PAUSE_MS, ALL_BROKEN_PAUSE_MS]);
  });

  test('an album of nothing else is asked for ever more rarely, not in a tight loop', () => {
    let state = begun(3);
    let now = 0;
    const waits: number[] = [];
    for (let photo = 0; photo < 8; photo += 1) {
      state = broken(state, now);
      const wait = waitLeftMs(state, at(now))!;
      waits.push(wait);
      now += wait;
      state = woke(state, now);
    }
    expect(waits).toEqual([...Array<number>(5).fill(BROKEN_PAUSE_MS), ...Array<number>(3).fill(ALL_BROKEN_PAUSE_MS)]);
  });

  test('are not waited for once the server is in reach again; a photo on screen or on its way stays', () => {
    const state = broken(startSlideshow(3), 0);
    expect(slideshow(state, { type: 'reconnected' })).toMatchObject({ index: 1, phase: 'loading', moves: 1 });
    const loading = startSlideshow(3);
    expect(slideshow(loading, { type: 'reconnected' })).toBe(loading);
    const onScreen = shown(loading, 0);
    expect(slideshow(onScreen, { type: 'reconnected' })).toBe(onScreen);
  });

  test('a photo that loads resets the count of broken ones', () => {
    const state = shown(woke(broken(startSlideshow(2), 0), BROKEN_PAUSE_MS), 4_000);
    expect(state.failures).toBe(0);
  });

  test('news of a photo that is no longer wanted changes nothing', () => {
    const moved = slideshow(startSlideshow(5), { type: 'next' });
    expect(slideshow(moved, { type: 'shown', move: 0, at: at(0) })).toBe(moved);
    expect(slideshow(moved, { type: 'broken', move: 0, at: at(0) })).toBe(moved);
  });
});

describe('a pause', () => {
  const paused = slideshow(shown(startSlideshow(3), 0), { type: 'paused' });

  test('keeps the photo on screen for however long, and gives it all its time again when it ends', () => {
    expect(waitLeftMs(paused, at(HOUR_MS))).toBeUndefined();
    expect(woke(paused, HOUR_MS).index).toBe(0);
    const resumed = slideshow(paused, { type: 'resumed', at: at(HOUR_MS) });
    expect(waitLeftMs(resumed, at(HOUR_MS))).toBe(90_000);
  });

  test.each([
    ['next', 1],
    ['previous', 2],
  ] as const)('ends with %s', (type, index) => {
    expect(slideshow(paused, { type })).toMatchObject({ index, isPaused: false });
  });

  test('goes to the photo that is sought, which ends it', () => {
    const sought = slideshow(paused, { type: 'sought', index: 2 });
    expect(sought).toMatchObject({ index: 2, phase: 'loading', moves: 1, round: 0, isPaused: false });
  });

  test('does not hold up a broken photo', () => {
    const state = slideshow(broken(startSlideshow(3), 0), { type: 'paused' });
    expect(woke(state, BROKEN_PAUSE_MS)).toMatchObject({ index: 1, isPaused: true });
  });

  test('that was none is not ended', () => {
    const state = shown(startSlideshow(3), 0);
    expect(slideshow(state, { type: 'resumed', at: at(5_000) })).toBe(state);
  });
});

describe('an album that changes meanwhile', () => {
  const state = shown(startSlideshow(5, 2), 0);

  test('leaves the photo on screen where it is, and its time too', () => {
    const grown = slideshow(state, { type: 'recounted', count: 8, index: 4 });
    expect(grown).toEqual({ ...state, count: 8, index: 4 });
  });

  test('brings another when the photo is gone', () => {
    expect(slideshow(state, { type: 'recounted', count: 2, index: undefined })).toMatchObject({
      count: 2,
      index: 1,
      phase: 'loading',
      moves: 1,
    });
  });

  test('may become empty and come back', () => {
    const empty = slideshow(state, { type: 'recounted', count: 0, index: undefined });
    expect(empty).toMatchObject({ count: 0, index: 0, round: 0 });
    expect(slideshow(empty, { type: 'recounted', count: 3, index: undefined })).toMatchObject({ count: 3, index: 0 });
  });
});

describe('settings that change meanwhile', () => {
  const state = shown(startSlideshow(5, 2, 10_000), 0);

  test('the time of a photo is what the tablet says', () => {
    expect(woke(state, 9_999)).toBe(state);
    expect(woke(state, 10_000).index).toBe(3);
  });

  test('another time begins with the photo on screen', () => {
    const paced = slideshow(state, { type: 'paced', stayMs: 20_000, at: at(9_000) });
    expect(waitLeftMs(paced, at(9_000))).toBe(20_000);
    expect(woke(paced, 29_000).index).toBe(3);
    const loading = slideshow(startSlideshow(5), { type: 'paced', stayMs: 20_000, at: at(9_000) });
    expect(waitLeftMs(loading, at(9_000))).toBeUndefined();
  });

  test('the same time leaves the photo on screen the rest of its own', () => {
    expect(slideshow(state, { type: 'paced', stayMs: 10_000, at: at(9_000) })).toBe(state);
  });

  test('another order begins with its own first photo', () => {
    const reordered = slideshow(state, { type: 'reordered', count: 3 });
    expect(reordered).toMatchObject({ index: 0, count: 3, phase: 'loading', moves: 1, round: 0 });
  });
});

/** The round after each of six moves. */
function rounds(type: 'next' | 'previous'): number[] {
  let state = startSlideshow(3, 1);
  return Array.from({ length: 6 }, () => {
    state = slideshow(state, { type });
    return state.round;
  });
}

test('rounds are counted forwards and backwards', () => {
  expect(rounds('next')).toEqual([0, 1, 1, 1, 2, 2]);
  expect(rounds('previous')).toEqual([0, -1, -1, -1, -2, -2]);
});

test('the neighbours of a photo lie in the rounds before and after, where the slideshow wraps around', () => {
  expect(neighbours({ count: 5, index: 4, round: 7 })).toEqual([
    { index: 0, round: 8 },
    { index: 3, round: 7 },
    { index: 1, round: 8 },
    { index: 2, round: 7 },
  ]);
  expect(neighbours({ count: 5, index: 0, round: 0 })[1]).toEqual({ index: 4, round: -1 });
});
