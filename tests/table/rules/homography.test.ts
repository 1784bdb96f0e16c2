import { describe, expect, it } from 'vitest';
import type { Corners } from '#domain/table/geometry.ts';
import { fittedMapping, fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';

const SLANTED: Corners = [
  { x: 0.3, y: 0.2 },
  { x: 0.7, y: 0.25 },
  { x: 0.95, y: 0.9 },
  { x: 0.05, y: 0.8 },
];

describe('homography', () => {
  it('leads to the corners and back', () => {
    const there = fromUnitSquare(SLANTED);
    const corner = mapped(there, { x: 1, y: 1 });
    expect(corner.x).toBeCloseTo(0.95, 9);
    expect(corner.y).toBeCloseTo(0.9, 9);
    const back = mapped(inverted(there), corner);
    expect(back.x).toBeCloseTo(1, 9);
    expect(back.y).toBeCloseTo(1, 9);
    // A mapping whose last number is not 1 is the same one.
    const [a, b, c, d, e, f, g, h, i] = there;
    const other = mapped(inverted([2 * a, 2 * b, 2 * c, 2 * d, 2 * e, 2 * f, 2 * g, 2 * h, 2 * i]), corner);
    expect(other.x).toBeCloseTo(1, 9);
    expect(other.y).toBeCloseTo(1, 9);
  });

  it('is found again from more pairs than it needs', () => {
    const there = fromUnitSquare(SLANTED);
    const places = [0, 1, 2, 3].flatMap((x) => [0, 1, 2].map((y) => ({ x, y })));
    const found = fittedMapping(places.map((from) => ({ from, to: mapped(there, from) })));
    if (!found) throw new Error('Nothing was fittedMapping');
    const place = mapped(found, { x: 0.5, y: 1.5 });
    const expected = mapped(there, { x: 0.5, y: 1.5 });
    expect(place.x).toBeCloseTo(expected.x, 6);
    expect(place.y).toBeCloseTo(expected.y, 6);
  });

  it('cannot be fittedMapping to places on one line', () => {
    const places = [0, 1, 2, 3, 4].map((x) => ({ x, y: 2 * x }));
    expect(fittedMapping(places.map((from) => ({ from, to: from })))).toBeUndefined();
  });
});
