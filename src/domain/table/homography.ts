import type { Point } from '#domain/framing.ts';

/** A perspective mapping of the plane: three rows of three, the last number is 1 where it can be. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** The mapping from the unit square to four corners: top left, top right, bottom right, bottom left (Heckbert 1989). */
export function fromUnitSquare([p0, p1, p2, p3]: readonly [Point, Point, Point, Point]): Homography {
  const d1 = { x: p1.x - p2.x, y: p1.y - p2.y };
  const d2 = { x: p3.x - p2.x, y: p3.y - p2.y };
  const sum = { x: p0.x - p1.x + p2.x - p3.x, y: p0.y - p1.y + p2.y - p3.y };
  const divisor = d1.x * d2.y - d2.x * d1.y;
  const g = (sum.x * d2.y - d2.x * sum.y) / divisor;
  const h = (d1.x * sum.y - sum.x * d1.y) / divisor;
  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
    1,
  ];
}

export function mapped([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}

/** The inverse mapping. */
export function inverted([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

interface Pair {
  from: Point;
  to: Point;
}

const UNKNOWNS = 8;

/**
 * The mapping that fits all pairs best; there are at least four, and it is undefined where they lie on one line. The
 * coordinates on both sides should be of about the same size, unlike pixels and columns of a board.
 */
export function fittedMapping(pairs: readonly Pair[]): Homography | undefined {
  const rows = Array.from({ length: UNKNOWNS }, () => Array.from({ length: UNKNOWNS + 1 }, () => 0));
  for (const { from, to } of pairs) {
    addTo(rows, [from.x, from.y, 1, 0, 0, 0, -from.x * to.x, -from.y * to.x, to.x]);
    addTo(rows, [0, 0, 0, from.x, from.y, 1, -from.x * to.y, -from.y * to.y, to.y]);
  }
  const solved = solve(rows);
  if (!solved) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solved;
  return [a, b, c, d, e, f, g, h, 1];
}

/** Adds one equation to the normal equations of the least squares. */
function addTo(rows: number[][], equation: readonly number[]): void {
  rows.forEach((row, at) => {
    const factor = equation[at] ?? 0;
    if (factor === 0) return;
    for (let column = 0; column < row.length; column += 1)
      row[column] = (row[column] ?? 0) + factor * (equation[column] ?? 0);
  });
}

const SMALLEST_PIVOT = 1e-12;

/** Gauss's elimination; each row ends with its right side. */
function solve(rows: number[][]): number[] | undefined {
  for (let step = 0; step < rows.length; step += 1) {
    const best = rows.slice(step).reduce((one, other) => (size(other, step) > size(one, step) ? other : one));
    if (size(best, step) < SMALLEST_PIVOT) return undefined;
    rows.splice(rows.indexOf(best), 1);
    rows.splice(step, 0, best);
    const pivot = best[step] ?? 1;
    for (const row of rows) {
      if (row === best) continue;
      const factor = (row[step] ?? 0) / pivot;
      for (let column = step; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) - factor * (best[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

function size(row: readonly number[], column: number): number {
  return Math.abs(row[column] ?? 0);
}
