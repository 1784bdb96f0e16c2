import { expect, test } from 'vitest';
import { beyondBounds, clipRefusedText, type VideoFacts } from '#domain/clips/clipBounds.ts';

const GOOD: VideoFacts = {
  codec: 'avc1.64001f',
  seconds: 2.9,
  width: 1440,
  height: 1080,
  frames: 87,
  bytes: 2_000_000,
};

test.each<Partial<VideoFacts>>([
  {},
  { codec: 'avc1.42001e' },
  { seconds: 30.1, frames: 900 },
  { width: 1080, height: 1920 },
  { width: 1, height: 1 },
  { seconds: 10, frames: 307 },
  { seconds: 0.03, frames: 1 },
  { bytes: 20 * 1024 * 1024 },
])('%j is within the bounds', (facts) => {
  expect(beyondBounds({ ...GOOD, ...facts })).toBeUndefined();
});

const NOT_PLAYED = 'not H.264 as every tablet plays it';
const NO_FRAMES = 'without frames';

test.each<[Partial<VideoFacts>, string]>([
  [{ codec: null }, NOT_PLAYED],
  [{ codec: 'hvc1.1.6.L93' }, NOT_PLAYED],
  [{ codec: 'avc1.6e001f' }, NOT_PLAYED],
  [{ codec: 'avc1.7a001f' }, NOT_PLAYED],
  [{ codec: 'enc-avc1.64001f' }, NOT_PLAYED],
  [{ seconds: NaN }, NO_FRAMES],
  [{ seconds: 0 }, NO_FRAMES],
  [{ frames: 0 }, NO_FRAMES],
  [{ width: 0 }, NO_FRAMES],
  [{ height: 0 }, NO_FRAMES],
  [{ seconds: 30.2 }, 'longer than 30 seconds'],
  [{ width: 1922 }, 'wider or higher than 1920 pixels'],
  [{ height: 3840 }, 'wider or higher than 1920 pixels'],
  [{ seconds: 10, frames: 308 }, 'more than 30 frames a second'],
  [{ bytes: 20 * 1024 * 1024 + 1 }, 'larger than 20 MB'],
])('%j is beyond the bounds: %s', (facts, why) => {
  expect(beyondBounds({ ...GOOD, ...facts })).toBe(why);
});

test.each([
  ['without frames', 'This is a video that cannot be shown (without frames): its photo stands still'],
  [undefined, 'This is a video that cannot be shown: its photo stands still'],
])('of a video %s is said why it is not stored', (why, text) => {
  expect(clipRefusedText(why)).toBe(text);
});
