import { describe, expect, it } from 'vitest';
import { findBoard } from '#domain/table/finding/findBoard.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { type Colour, drawnBoard, picture } from '#tests/table/support/drawnBoard.ts';

const SIZE = { width: 640, height: 480 };
const STRAIGHT: Corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.9, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.1, y: 0.9 },
];
const SLANTED: Corners = [
  { x: 0.22, y: 0.2 },
  { x: 0.75, y: 0.12 },
  { x: 0.95, y: 0.85 },
  { x: 0.08, y: 0.9 },
];
/** Cut off on the left. */
const OUTSIDE: Corners = [
  { x: -0.05, y: 0.1 },
  { x: 0.8, y: 0.05 },
  { x: 0.85, y: 0.9 },
  { x: -0.02, y: 0.93 },
];

/** The largest distance of a corner from where it should be, in fractions of the picture. */
function off(found: Corners | undefined, expected: Corners): number {
  if (!found) return Infinity;
  return Math.max(
    ...found.map(({ x, y }, index) => Math.hypot(x - (expected[index]?.x ?? 9), y - (expected[index]?.y ?? 9))),
  );
}

function turned([p0, p1, p2, p3]: Corners, quarters: 1 | 2): Corners {
  return quarters === 1 ? [p1, p2, p3, p0] : [p2, p3, p0, p1];
}

function hasThreeOfFour(row: number, column: number): boolean {
  return (row * 5 + column) % 4 !== 1;
}

function everyThirdRed(row: number, column: number): Colour {
  return (row + column) % 3 === 0 ? [190, 60, 40] : [222, 205, 170];
}

function askew(row: number, column: number): number {
  return (((row * 3 + column * 5) % 7) - 3) * 0.046;
}

function oneOfThreeSizes(row: number, column: number): number {
  return [0.66, 0.8, 0.97][(row * 2 + column) % 3] ?? 0;
}

describe('findBoard', () => {
  it.each([
    ['straight', STRAIGHT],
    ['slanted', SLANTED],
    ['cut off', OUTSIDE],
  ])('finds a board that lies %s', (_, corners) => {
    expect(off(findBoard(drawnBoard({ ...SIZE, corners }))?.corners, corners)).toBeLessThan(0.03);
  });

  it('finds a board of which cards are missing, inside and at its edge', () => {
    const found = findBoard(drawnBoard({ ...SIZE, corners: SLANTED, has: hasThreeOfFour }));
    expect(off(found?.corners, SLANTED)).toBeLessThan(0.04);
    expect(found?.cards).toBeLessThan(25);
  });

  it.each([
    ['with wide gaps', { fill: 0.75 }],
    ['that nearly touch', { fill: 0.97 }],
    ['that lie up to 8° askew', { fill: 0.84, turnOf: askew }],
  ])('finds cards %s', (_, cards) => {
    expect(off(findBoard(drawnBoard({ ...SIZE, corners: SLANTED, ...cards }))?.corners, SLANTED)).toBeLessThan(0.03);
  });

  it('finds cards of other colours among them', () => {
    expect(
      off(findBoard(drawnBoard({ ...SIZE, corners: STRAIGHT, colourOf: everyThirdRed }))?.corners, STRAIGHT),
    ).toBeLessThan(0.03);
  });

  it.each<{ name: string; corners: Corners; found: Corners }>([
    { name: 'as it lies', corners: SLANTED, found: SLANTED },
    { name: 'from its side', corners: turned(SLANTED, 1), found: turned(turned(SLANTED, 2), 1) },
    { name: 'upside down', corners: turned(SLANTED, 2), found: SLANTED },
  ])('finds five columns and four rows, seen $name', ({ corners, found }) => {
    const board = findBoard(drawnBoard({ ...SIZE, corners, grid: '5x4' }), '5x4');
    expect(off(board?.corners, found)).toBeLessThan(0.03);
    expect(board?.cards).toBe(20);
  });

  it('takes no bare table that looks like cards for one more column of a board that is cut off', () => {
    const cut: Corners = [
      { x: -0.11, y: 0.1 },
      { x: 0.6, y: 0.1 },
      { x: 0.6, y: 0.8 },
      { x: -0.11, y: 0.8 },
    ];
    const board = drawnBoard({ ...SIZE, corners: cut, colourOf: () => [110, 74, 50] });
    expect(off(findBoard(board)?.corners, cut)).toBeLessThan(0.03);
  });

  it('finds none where things of several sizes lie in rows and columns', () => {
    const sizes = drawnBoard({ ...SIZE, corners: STRAIGHT, fillOf: oneOfThreeSizes });
    expect(findBoard(sizes)).toBeUndefined();
  });

  it('finds cards with a strip for the word, seen from low over the table', () => {
    const low: Corners = [
      { x: 0.3, y: 0.45 },
      { x: 0.7, y: 0.45 },
      { x: 0.95, y: 0.75 },
      { x: 0.1, y: 0.75 },
    ];
    expect(off(findBoard(drawnBoard({ ...SIZE, corners: low }))?.corners, low)).toBeLessThan(0.03);
  });

  it('finds none on an empty table, nor in three rows of two', () => {
    expect(findBoard(picture(SIZE, ({ x, y }) => [90 + ((x * y) % 7), 60, 40]))).toBeUndefined();
    expect(
      findBoard(drawnBoard({ ...SIZE, corners: STRAIGHT, has: (row, column) => row < 3 && column < 2 })),
    ).toBeUndefined();
  });
});
