import { expect, test } from 'vitest';
import { afterClipEvent, type ClipEvent, type ClipPhase, playsClip, slideMs } from '#domain/clips/clipOnWall.ts';

const SLIDE = { clip: { seconds: 3 }, isPair: false };
const WALL = { clips: 'once', reducesMotion: false, secondsPerPhoto: 90 } as const;

test('a clip plays, unless the setting, a pair or less motion says no', () => {
  expect(playsClip(SLIDE, WALL)).toBe(true);
  expect(playsClip({ ...SLIDE, clip: undefined }, WALL)).toBe(false);
  expect(playsClip({ ...SLIDE, isPair: true }, WALL)).toBe(false);
  expect(playsClip(SLIDE, { ...WALL, clips: 'off' })).toBe(false);
  expect(playsClip(SLIDE, { ...WALL, reducesMotion: true })).toBe(false);
});

test('a slide stands as long as set, and at least as long as its clip', () => {
  expect(slideMs(SLIDE, WALL)).toBe(90_000);
  const long = { ...SLIDE, clip: { seconds: 20 } };
  expect(slideMs(long, { ...WALL, secondsPerPhoto: 5 })).toBeGreaterThanOrEqual(20_000);
  expect(slideMs(long, { ...WALL, secondsPerPhoto: 5, clips: 'off' })).toBe(5_000);
});

test.each<[ClipEvent[], ClipPhase]>([
  [['shown'], 'loading'],
  [['shown', 'first-frame'], 'playing'],
  [['shown', 'first-frame', 'late'], 'playing'],
  [['shown', 'first-frame', 'ended'], 'still'],
  [['shown', 'first-frame', 'failed'], 'still'],
  [['shown', 'late'], 'still'],
  [['shown', 'late', 'first-frame'], 'still'],
  [['shown', 'failed', 'first-frame'], 'still'],
  [['shown', 'first-frame', 'ended', 'first-frame'], 'still'],
  [['shown', 'first-frame', 'left'], 'still'],
])('after %j it is %s', (events, phase) => {
  expect(events.reduce<ClipPhase>(afterClipEvent, 'still')).toBe(phase);
});
