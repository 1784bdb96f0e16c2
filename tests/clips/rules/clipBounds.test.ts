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
  { seconds: 30.05, frames: 900 },
  { width: 1080, height: 1920 },
  { seconds: 2, frames: 61 },
  { seconds: 0.03, frames: 1 },
  { bytes: 20 * 1024 * 1024 },
])('%j is within the bounds', (facts) => {
  expect(beyondBounds({ ...GOOD, ...facts })).toBeUndefined();
});

test.each<[Partial<VideoFacts>, RegExp]>([
  [{ codec: null }, /H\.264/],
  [{ codec: 'hvc1.1.6.L93' }, /H\.264/],
  [{ codec: 'avc1.6e001f' }, /H\.264/],
  [{ codec: 'avc1.7a001f' }, /H\.264/],
  [{ seconds: 30.2 }, /30 seconds/],
  [{ seconds: NaN }, /frames/],
  [{ frames: 0 }, /frames/],
  [{ width: 1922 }, /1920/],
  [{ height: 3840 }, /1920/],
  [{ seconds: 2, frames: 120 }, /30 frames/],
  [{ bytes: 20 * 1024 * 1024 + 1 }, /20 MB/],
])('%j is beyond the bounds', (facts, why) => {
  const reason = beyondBounds({ ...GOOD, ...facts });
  expect(reason).toMatch(why);
  expect(clipRefusedText(reason)).toMatch(/^This is a video that cannot be shown \(.+\): its photo stands still$/);
});
