import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginPlaying,
  dueInMs,
  leastStayMs,
  playing,
  type Playing,
  type PlayingEvent,
  START_MS,
  STILL_FIRST_MS,
} from '#domain/clips/playing.ts';

const CLIP_MS = 3_000;
const after = (events: PlayingEvent[], from: Playing = beginPlaying(0)) =>
  events.reduce((state, event) => playing(state, event, CLIP_MS), from);
const woke = (atMs: number): PlayingEvent => ({ type: 'woke', atMs });
const drawn = (atMs: number): PlayingEvent => ({ type: 'drawn', atMs });
const halted = (atMs: number): PlayingEvent => ({ type: 'halted', atMs });
const due = (state: Playing, atMs: number) => dueInMs(state, { atMs, clipMs: CLIP_MS });

const STARTING = after([woke(STILL_FIRST_MS)]);
const PLAYING = after([drawn(STILL_FIRST_MS + 200)], STARTING);
const PLAYS_FROM = STILL_FIRST_MS + 200;

test('the still stands alone first', () => {
  expect(due(beginPlaying(0), 400)).toBe(STILL_FIRST_MS - 400);
  expect(after([woke(STILL_FIRST_MS - 1)]).state).toBe('still');
  expect(STARTING).toEqual({ state: 'starting', sinceMs: STILL_FIRST_MS });
});

describe('a clip that is asked to play', () => {
  test('is on screen with its first frame', () => {
    expect(PLAYING).toEqual({ state: 'playing', sinceMs: PLAYS_FROM });
  });

  test('has not started when no frame came within a second', () => {
    expect(due(STARTING, STILL_FIRST_MS)).toBe(START_MS);
    expect(after([woke(STILL_FIRST_MS + START_MS)], STARTING).state).toBe('over');
    // The timer of a busy tablet comes late too.
    expect(after([drawn(STILL_FIRST_MS + START_MS + 1)], STARTING).state).toBe('over');
    expect(after([drawn(STILL_FIRST_MS + START_MS)], STARTING).state).toBe('playing');
  });

  test('may wait for data before its first frame', () => {
    expect(after([halted(STILL_FIRST_MS + 10), drawn(STILL_FIRST_MS + 500)], STARTING).state).toBe('playing');
  });
});

describe('a clip on screen', () => {
  test('plays once', () => {
    expect(after([{ type: 'ended' }], PLAYING)).toEqual({ state: 'over' });
    expect(after([{ type: 'ended' }, woke(9_000), drawn(9_001), halted(9_002)], PLAYING)).toEqual({ state: 'over' });
    expect(due({ state: 'over' }, 0)).toBeUndefined();
  });

  test('ends a second after it should have, whether it says so or not', () => {
    expect(due(PLAYING, PLAYS_FROM)).toBe(CLIP_MS + START_MS);
    expect(after([woke(PLAYS_FROM + CLIP_MS + START_MS)], PLAYING).state).toBe('over');
  });

  test('may halt for less than a second', () => {
    const waits = after([halted(PLAYS_FROM + 500), halted(PLAYS_FROM + 900)], PLAYING);
    expect(due(waits, PLAYS_FROM + 600)).toBe(900);
    expect(after([woke(PLAYS_FROM + 1_499)], waits).state).toBe('playing');
    expect(after([woke(PLAYS_FROM + 1_500)], waits).state).toBe('over');
    expect(due(after([drawn(PLAYS_FROM + 1_000)], waits), PLAYS_FROM + 1_000)).toBe(CLIP_MS - 1_000 + START_MS);
  });
});

test('a frame that is drawn while the still stands alone brings no clip', () => {
  expect(after([drawn(100), halted(200)])).toEqual(beginPlaying(0));
});

describe('the photo stays', () => {
  const clip = { seconds: 30, width: 1_920, height: 1_080, bytes: 1_000 };
  const moving = { filename: 'a.jpg', albumSlug: 'a', clip };
  const still = { filename: 'b.jpg', albumSlug: 'a' };
  const WALL = { clips: 'once', reducesMotion: false } as const;

  test('at least as long as its clip may take', () => {
    expect(leastStayMs([moving], WALL)).toBe(STILL_FIRST_MS + START_MS + 30_000);
  });

  test.each([
    ['it has no clip', [still], WALL],
    ['it stands beside another', [moving, still], WALL],
    ['the tablet shows stills', [moving], { ...WALL, clips: 'off' }],
    ['less motion is wanted', [moving], { ...WALL, reducesMotion: true }],
  ] as const)('as long as it always does where %s', (_why, slide, wall) => {
    expect(leastStayMs(slide, wall)).toBeUndefined();
  });
});

test('whatever comes, the clip is over by the end of that time when its timers are kept', () => {
  const event = record({ type: constantFrom('drawn' as const, 'halted' as const), atMs: nat(8_000) });
  assert(
    property(array(event), (events) => {
      let state = beginPlaying(0);
      let nowMs = 0;
      const wait = (untilMs: number) => {
        for (let left = due(state, nowMs); left !== undefined && nowMs + left <= untilMs; left = due(state, nowMs)) {
          nowMs += left;
          state = playing(state, woke(nowMs), CLIP_MS);
        }
        nowMs = Math.max(nowMs, untilMs);
      };
      for (const one of events.toSorted((a, b) => a.atMs - b.atMs)) {
        wait(one.atMs);
        state = playing(state, one, CLIP_MS);
      }
      wait(STILL_FIRST_MS + START_MS + CLIP_MS + START_MS);
      expect(state.state).toBe('over');
    }),
  );
});
