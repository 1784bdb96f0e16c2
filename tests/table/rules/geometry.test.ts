import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CELLS } from '#domain/table/board.ts';
import type { Point } from '#domain/framing.ts';
import {
  WHOLE_PHOTO,
  boardView,
  boundingBox,
  cellCorners,
  gridLines,
  handlePlaces,
  isConvex,
  isCorners,
  moveCorner,
  overlayCorners,
  projection,
  within,
  type Corners,
} from '#domain/table/geometry.ts';

const SQUARE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];
/** A table seen from its near edge: the far side is shorter. */
const SLANTED: Corners = [
  { x: 0.3, y: 0.2 },
  { x: 0.7, y: 0.2 },
  { x: 0.95, y: 0.9 },
  { x: 0.05, y: 0.9 },
];

const near = (point: Point, expected: Point) => {
  expect(point.x).toBeCloseTo(expected.x, 9);
  expect(point.y).toBeCloseTo(expected.y, 9);
};

/** Corners anywhere in their own quarter of the photo, as long as they span a sound grid. */
const anyCorners = fc
  .tuple(...Array.from({ length: 8 }, () => fc.double({ min: 0, max: 0.4, noNaN: true })))
  .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]): Corners => [
    { x: a, y: b },
    { x: 1 - c, y: d },
    { x: 1 - e, y: 1 - f },
    { x: g, y: 1 - h },
  ])
  .filter(isConvex);

const anySize = fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) });

describe('overlayCorners', () => {
  it('is a centred square, whatever the picture', () => {
    fc.assert(
      fc.property(anySize, (picture) => {
        const corners = overlayCorners(picture, 'square');
        const box = boundingBox(corners);
        expect((box.width * picture.width) / (box.height * picture.height)).toBeCloseTo(1, 6);
        expect(box.x + box.width / 2).toBeCloseTo(0.5, 9);
        expect(box.y + box.height / 2).toBeCloseTo(0.5, 9);
        expect(Math.min(box.x * picture.width, box.y * picture.height)).toBeCloseTo(
          0.05 * Math.min(picture.width, picture.height),
          6,
        );
      }),
    );
  });

  it('is half as wide again for cards with words', () => {
    const box = boundingBox(overlayCorners({ width: 400, height: 400 }, 'wide'));
    expect(box.width / box.height).toBeCloseTo(1.5, 9);
  });
});

describe('projection', () => {
  it('lays the unit square on its corners, whatever they are', () => {
    fc.assert(
      fc.property(anyCorners, (corners) => {
        const at = projection(corners);
        near(at(0, 0), corners[0]);
        near(at(1, 0), corners[1]);
        near(at(1, 1), corners[2]);
        near(at(0, 1), corners[3]);
      }),
    );
  });

  it('keeps straight lines straight: the middle is where the diagonals cross', () => {
    fc.assert(
      fc.property(anyCorners, (corners) => {
        const [p0, p1, p2, p3] = corners;
        const middle = projection(corners)(0.5, 0.5);
        const offDiagonal = (from: Point, to: Point) =>
          (to.x - from.x) * (middle.y - from.y) - (to.y - from.y) * (middle.x - from.x);
        expect(offDiagonal(p0, p2)).toBeCloseTo(0, 9);
        expect(offDiagonal(p1, p3)).toBeCloseTo(0, 9);
      }),
    );
  });

  it('is plain on a square', () => {
    near(projection(SQUARE)(0.2, 0.6), { x: 0.2, y: 0.6 });
  });

  it('makes the far rows of a slanted board lower than the near ones', () => {
    const heights = [0, 1, 2, 3, 4].map((row) => boundingBox(cellCorners(SLANTED, { row, column: 2 })).height);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(heights[4]! / heights[0]!).toBeGreaterThan(1.5);
  });
});

describe('cellCorners', () => {
  it('tile the board without a gap', () => {
    fc.assert(
      fc.property(anyCorners, (corners) => {
        for (const { row, column } of CELLS) {
          const cell = cellCorners(corners, { row, column });
          expect(isConvexWithoutRoom(cell)).toBe(true);
          if (column < 4) {
            const right = cellCorners(corners, { row, column: column + 1 });
            near(cell[1], right[0]);
            near(cell[2], right[3]);
          }
          if (row < 4) {
            const below = cellCorners(corners, { row: row + 1, column });
            near(cell[3], below[0]);
            near(cell[2], below[1]);
          }
        }
        near(cellCorners(corners, { row: 4, column: 4 })[2], corners[2]);
      }),
      { numRuns: 30 },
    );
  });

  it('are fifths of a square', () => {
    const [topLeft, , bottomRight] = cellCorners(SQUARE, { row: 1, column: 3 });
    near(topLeft, { x: 0.6, y: 0.2 });
    near(bottomRight, { x: 0.8, y: 0.4 });
    near(cellCorners(SQUARE, { row: 3, column: 3 }, '5x4')[0], { x: 0.6, y: 0.75 });
  });
});

function isConvexWithoutRoom(corners: Corners): boolean {
  return corners.every((corner, index) => {
    const before = corners[(index + 3) % 4]!;
    const after = corners[(index + 1) % 4]!;
    return (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x) > 0;
  });
}

describe('gridLines', () => {
  it('are six across and six down, from edge to edge', () => {
    const lines = gridLines(SQUARE);
    expect(lines).toHaveLength(12);
    expect(lines.filter(([from, to]) => from.x === to.x)).toHaveLength(6);
    expect(lines.filter(([from, to]) => from.y === to.y)).toHaveLength(6);
    const fifths = [0, 0.2, 0.4, 0.6, 0.8, 1];
    expect(lines.flatMap(([from, to]) => (from.x === to.x ? [from.x] : []))).toEqual(fifths);
    expect(lines.flatMap(([from, to]) => (from.y === to.y ? [from.y] : []))).toEqual(fifths);
    expect(gridLines(SQUARE, '5x4')).toHaveLength(11);
    for (const [from, to] of lines) expect(Math.hypot(to.x - from.x, to.y - from.y)).toBe(1);
  });
});

describe('boardView and within', () => {
  it('show the board with a little around it, and nothing beyond the photo', () => {
    const view = boardView(SLANTED);
    expect(view.x).toBeCloseTo(0.02);
    expect(view.y).toBeCloseTo(0.17);
    expect(view.width).toBeCloseTo(0.96);
    expect(view.height).toBeCloseTo(0.76);
    expect(boardView(SQUARE)).toEqual(WHOLE_PHOTO);
  });

  it('place a point in a part of the photo', () => {
    near(within({ x: 0.2, y: 0.5, width: 0.4, height: 0.25 }, { x: 0.3, y: 0.6 }), { x: 0.25, y: 0.4 });
    near(within(WHOLE_PHOTO, { x: 0.3, y: 0.7 }), { x: 0.3, y: 0.7 });
  });
});

function strip(height: number): Corners {
  return [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: height },
    { x: 0, y: height },
  ];
}

describe('moveCorner', () => {
  it('moves the one corner only', () => {
    expect(moveCorner(SQUARE, 2, { x: 0.8, y: 0.9 })).toEqual([SQUARE[0], SQUARE[1], { x: 0.8, y: 0.9 }, SQUARE[3]]);
  });

  it('keeps it on the photo', () => {
    expect(moveCorner(SLANTED, 0, { x: -3, y: -0.01 })[0]).toEqual({ x: 0, y: 0 });
    expect(moveCorner(SLANTED, 2, { x: 1.2, y: 9 })[2]).toEqual({ x: 1, y: 1 });
  });

  it('leaves it where it was rather than folding the grid', () => {
    expect(moveCorner(SQUARE, 0, { x: 0.9, y: 0.9 })).toBe(SQUARE);
    expect(moveCorner(SQUARE, 0, { x: 1, y: 0 })).toBe(SQUARE);
    expect(moveCorner(SQUARE, 1, { x: 0, y: 1 })).toBe(SQUARE);
    expect(moveCorner(SQUARE, 1, { x: 0.1, y: 0.9 })).toBe(SQUARE);
    expect(moveCorner(SQUARE, 2, { x: 0.1, y: 0.1 })).toBe(SQUARE);
    expect(moveCorner(SQUARE, 3, { x: 0.9, y: 0.1 })).toBe(SQUARE);
  });

  it('takes no sliver for a board: one as thin as the limit is none, a little more is one', () => {
    expect(isConvex(strip(0.02))).toBe(false);
    expect(isConvex(strip(0.021))).toBe(true);
  });

  it('never yields a grid that is not sound, whatever is dragged where', () => {
    const anyPoint = fc.record({ x: fc.double({ noNaN: true }), y: fc.double({ noNaN: true }) });
    fc.assert(
      fc.property(anyCorners, fc.constantFrom(0, 1, 2, 3), anyPoint, (corners, index, to) => {
        const moved = moveCorner(corners, index, to);
        expect(isConvex(moved) && isCorners(moved)).toBe(true);
      }),
    );
  });
});

/** A square in the middle of a picture of 200 × 200 pixels. */
function squareOf(side: number): Corners {
  const [from, to] = [0.5 - side / 400, 0.5 + side / 400];
  return [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
}

describe('handlePlaces', () => {
  const shown = { width: 200, height: 200 };
  it('lies on the corners of a large grid', () => {
    const [first] = handlePlaces(squareOf(180), shown);
    expect(first?.x).toBeCloseTo(10);
    expect(first?.y).toBeCloseTo(10);
  });

  it('moves outwards on a small one, so that no two of 48 pixels overlap', () => {
    for (const side of [130, 80, 40, 10]) {
      const [first, second, , fourth] = handlePlaces(squareOf(side), shown);
      expect((second?.x ?? 0) - (first?.x ?? 0), `${side}`).toBeGreaterThanOrEqual(Math.min(160, side + 48));
      expect((fourth?.y ?? 0) - (first?.y ?? 0), `${side}`).toBeGreaterThanOrEqual(48);
    }
  });
});

describe('isCorners', () => {
  it('knows four points of a photo', () => {
    expect(isCorners(SLANTED)).toBe(true);
    const points = [
      'x',
      { x: 2, y: 0 },
      { x: 0, y: 1.2 },
      { x: -0.2, y: 0 },
      { x: '0.5', y: 0 },
      { x: 0 },
      { x: 0, y: NaN },
    ];
    const three: unknown[] = SQUARE.slice(1);
    const withThree = points.map((point) => three.concat(point));
    for (const wrong of [null, [], SQUARE.slice(1), [...SQUARE, SQUARE[0]], ...withThree]) {
      expect(isCorners(wrong), JSON.stringify(wrong)).toBe(false);
    }
  });
});
