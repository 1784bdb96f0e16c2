import { array, assert, double, integer, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FITTED,
  fittedSize,
  type Frame,
  LARGEST_SCALE,
  pannedBy,
  pinched,
  toggledAt,
  wheelFactor,
  type Zoom,
  zoomedBy,
} from '#domain/viewer/zoom.ts';

const FRAME: Frame = { stage: { width: 1000, height: 600 }, picture: { width: 900, height: 600 } };
const CENTRE = { x: 0, y: 0 };

/** The place in the picture, in shares of its size, that is at a point of the stage. */
function placeAt(point: { x: number; y: number }, zoom: Zoom): { x: number; y: number } {
  const { width, height } = FRAME.picture;
  return { x: (point.x - zoom.x) / (width * zoom.scale), y: (point.y - zoom.y) / (height * zoom.scale) };
}

describe('the fitted size', () => {
  it.each([
    ['a wide picture', { width: 2000, height: 1000 }, { width: 1000, height: 500 }],
    ['a tall picture', { width: 600, height: 1200 }, { width: 300, height: 600 }],
    ['a small picture, which is not enlarged', { width: 80, height: 60 }, { width: 80, height: 60 }],
    ['a picture of unknown width', { width: 0, height: 60 }, { width: 0, height: 0 }],
    ['a picture of unknown height', { width: 80, height: 0 }, { width: 0, height: 0 }],
    ['a picture of unknown size', { width: 0, height: 0 }, { width: 0, height: 0 }],
  ])('of %s', (_, picture, fitted) => {
    expect(fittedSize(picture, FRAME.stage)).toEqual(fitted);
  });
});

describe('zooming', () => {
  it('keeps what is under the point where it is', () => {
    const at = { x: 120, y: -80 };
    const zoom = zoomedBy({ scale: 2, x: 0, y: 0 }, 1.5, { at, frame: FRAME });
    expect(zoom.scale).toBe(3);
    expect(placeAt(at, zoom).x).toBeCloseTo(placeAt(at, { scale: 2, x: 0, y: 0 }).x);
    expect(placeAt(at, zoom).y).toBeCloseTo(placeAt(at, { scale: 2, x: 0, y: 0 }).y);
  });

  it('never gets smaller than fitted, nor larger than the largest, and is fitted in the middle', () => {
    expect(zoomedBy({ scale: 1.2, x: 10, y: 5 }, 0.1, { at: { x: 300, y: 200 }, frame: FRAME })).toEqual(FITTED);
    expect(zoomedBy(FITTED, 100, { at: CENTRE, frame: FRAME }).scale).toBe(LARGEST_SCALE);
  });

  it('pans to the edges of the picture and no further', () => {
    expect(pannedBy({ scale: 2, x: 0, y: 0 }, { x: 9_999, y: -9_999 }, FRAME)).toEqual({ scale: 2, x: 400, y: -300 });
  });

  it('does not move a picture that is smaller than the stage in that direction', () => {
    expect(pannedBy({ scale: 1.05, x: 0, y: 0 }, { x: 50, y: 0 }, FRAME).x).toBe(0);
    expect(pannedBy(FITTED, { x: -50, y: -50 }, FRAME)).toEqual(FITTED);
  });

  it('is in and out again with two double clicks', () => {
    const near = toggledAt(FITTED, { x: 100, y: 0 }, FRAME);
    expect(near.scale).toBeGreaterThan(2);
    expect(toggledAt(near, { x: -30, y: 40 }, FRAME)).toEqual(FITTED);
  });

  it('follows the wheel: up is in, and a wild one is tamed', () => {
    expect(wheelFactor(-100)).toBeGreaterThan(1);
    expect(wheelFactor(100)).toBeCloseTo(1 / wheelFactor(-100));
    expect(wheelFactor(-1e9)).toBe(wheelFactor(-300));
  });

  it('follows two fingers: apart is in, and what was between them stays there', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as const;
    const to = [
      { x: -90, y: 20 },
      { x: 110, y: 20 },
    ] as const;
    const zoom = pinched({ scale: 2, x: 0, y: 0 }, { from, to }, FRAME);
    expect(zoom.scale).toBe(4);
    expect(placeAt({ x: 10, y: 20 }, zoom).x).toBeCloseTo(placeAt(CENTRE, { scale: 2, x: 0, y: 0 }).x);
  });

  it('keeps what is between two fingers there, wherever they began and the picture was', () => {
    const from = [
      { x: -30, y: -70 },
      { x: 70, y: 50 },
    ] as const;
    const to = [
      { x: -50, y: -70 },
      { x: 90, y: 90 },
    ] as const;
    const before = { scale: 2, x: 30, y: -40 };
    const after = pinched(before, { from, to }, FRAME);
    const [placeBefore, placeAfter] = [placeAt({ x: 20, y: -10 }, before), placeAt({ x: 20, y: 10 }, after)];
    expect(placeAfter.x).toBeCloseTo(placeBefore.x, 6);
    expect(placeAfter.y).toBeCloseTo(placeBefore.y, 6);
  });

  it('never shows anything beyond the edges, whatever is done', () => {
    const point = record({ x: integer({ min: -500, max: 500 }), y: integer({ min: -300, max: 300 }) });
    const action = oneof(
      record({ by: point }),
      record({ at: point, factor: double({ min: 0.1, max: 10, noNaN: true }) }),
    );
    assert(
      property(array(action, { maxLength: 20 }), (actions) => {
        let zoom = FITTED;
        for (const one of actions) {
          zoom = 'by' in one ? pannedBy(zoom, one.by, FRAME) : zoomedBy(zoom, one.factor, { at: one.at, frame: FRAME });
        }
        const room = Math.max(0, (FRAME.picture.width * zoom.scale - FRAME.stage.width) / 2);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual(room + 1e-9);
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(LARGEST_SCALE);
      }),
    );
  });
});
