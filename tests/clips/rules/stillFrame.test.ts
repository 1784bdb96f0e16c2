import { describe, expect, test } from 'vitest';
import { CLIP_BOUNDS } from '#contract/clips/clips.ts';
import { clipBits, isBlank } from '#domain/clips/stillFrame.ts';

/** A frame of grey pixels, by their light. */
function frame(...lights: number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(lights.flatMap((light) => [light, light, light, 255]));
}

/** A frame in one colour. */
function painted(...colour: [red: number, green: number, blue: number]): Uint8ClampedArray {
  return Uint8ClampedArray.from(Array.from({ length: 100 }, () => [...colour, 255]).flat());
}

describe('a frame is blank', () => {
  test.each<[string, Uint8ClampedArray, boolean]>([
    ['black', painted(20, 20, 20), true],
    ['almost black', painted(21, 21, 21), false],
    ['white', painted(235, 235, 235), true],
    ['almost white', painted(234, 234, 234), false],
    ['a white pixel', frame(255), true],
    ['black with a line of text', frame(...Array.from({ length: 100 }, (_, at) => (at < 3 ? 200 : 0))), true],
    ['black with a longer line', frame(...Array.from({ length: 100 }, (_, at) => (at < 4 ? 200 : 0))), false],
    ['white with a line of text', frame(...Array.from({ length: 100 }, (_, at) => (at < 3 ? 0 : 255))), true],
    ['grey', painted(128, 128, 128), false],
    ['a lamp in the night', frame(...Array.from({ length: 100 }, (_, at) => (at < 8 ? 255 : 0))), false],
    ['half black, half white', frame(...Array.from({ length: 100 }, (_, at) => (at < 50 ? 0 : 255))), false],
    ['deep red', painted(120, 0, 0), false],
    ['deep green', painted(0, 120, 0), false],
    ['deep blue', painted(0, 0, 120), false],
    ['bright yellow', painted(255, 255, 0), false],
    ['bright magenta', painted(255, 0, 255), false],
    ['bright cyan', painted(0, 255, 255), false],
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
