import { describe, expect, test } from 'vitest';
import { CLIP_BOUNDS } from '#contract/clips/clips.ts';
import { clipBits, isBlank } from '#domain/clips/stillFrame.ts';

/** A frame of grey pixels, by their light. */
function frame(...lights: number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(lights.flatMap((light) => [light, light, light, 255]));
}

describe('a frame is blank', () => {
  test.each<[string, Uint8ClampedArray, boolean]>([
    ['black', frame(...Array.from({ length: 100 }, () => 16)), true],
    ['white', frame(...Array.from({ length: 100 }, () => 240)), true],
    ['black with a line of text', frame(...Array.from({ length: 100 }, (_, at) => (at < 3 ? 200 : 0))), true],
    ['grey', frame(...Array.from({ length: 100 }, () => 128)), false],
    ['a lamp in the night', frame(...Array.from({ length: 100 }, (_, at) => (at < 8 ? 255 : 0))), false],
    ['half black, half white', frame(...Array.from({ length: 100 }, (_, at) => (at < 50 ? 0 : 255))), false],
    ['deep blue', Uint8ClampedArray.from([0, 0, 120, 255]), false],
    ['nothing', frame(), true],
  ])('when it is %s: %s', (_what, pixels, expected) => {
    expect(isBlank(pixels)).toBe(expected);
  });
});

test('a clip is encoded in fewer bits the smaller and the longer it is, and never in more than it may have', () => {
  const full = { width: 1920, height: 1080 };
  const bits = (seconds: number, size = full) => clipBits({ ...size, seconds }, CLIP_BOUNDS.bytes);
  expect(bits(3)).toBe(8_000_000);
  expect(bits(3, { width: 960, height: 540 })).toBe(4_000_000);
  expect((bits(30) * 30) / 8).toBeLessThan(CLIP_BOUNDS.bytes);
  expect(bits(30)).toBeGreaterThan(4_000_000);
});
