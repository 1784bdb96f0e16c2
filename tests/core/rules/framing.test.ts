import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containSize, coverCrop, limitSide } from '#domain/framing.ts';

const anySize = fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) });

describe('coverCrop', () => {
  it('cuts the sides of a wide picture in a tall box, evenly', () => {
    expect(coverCrop({ width: 1920, height: 1080 }, { width: 300, height: 400 })).toEqual({
      x: 555,
      y: 0,
      width: 810,
      height: 1080,
    });
  });

  it('cuts above and below in a wide box', () => {
    expect(coverCrop({ width: 1000, height: 1000 }, { width: 400, height: 200 })).toEqual({
      x: 0,
      y: 250,
      width: 1000,
      height: 500,
    });
  });

  it('never leaves the source, has the shape of the box, and touches two sides', () => {
    fc.assert(
      fc.property(anySize, anySize, (source, box) => {
        const crop = coverCrop(source, box);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.y).toBeGreaterThanOrEqual(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(source.width * 1.000001);
        expect(crop.y + crop.height).toBeLessThanOrEqual(source.height * 1.000001);
        expect(crop.width / crop.height / (box.width / box.height)).toBeCloseTo(1, 6);
        expect(Math.min(source.width - crop.width, source.height - crop.height)).toBeCloseTo(0, 6);
      }),
    );
  });
});

describe('containSize and limitSide', () => {
  it('fits a shape into a room', () => {
    expect(containSize({ width: 3, height: 4 }, { width: 600, height: 400 })).toEqual({ width: 300, height: 400 });
    expect(containSize({ width: 4, height: 3 }, { width: 400, height: 900 })).toEqual({ width: 400, height: 300 });
  });

  it('scales down to whole pixels and never up', () => {
    expect(limitSide({ width: 8000, height: 6000 }, 1920)).toEqual({ width: 1920, height: 1440 });
    expect(limitSide({ width: 810.2, height: 1080 }, 1920)).toEqual({ width: 810, height: 1080 });
    expect(limitSide({ width: 100_000, height: 3 }, 1920)).toEqual({ width: 1920, height: 1 });
  });
});
