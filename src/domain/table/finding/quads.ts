import type { Point } from '#domain/framing.ts';
import type { Corners } from '../geometry.ts';

/** A four-sided shape, with the measures that a lattice needs. */
export interface Quad {
  corners: Corners;
  middle: Point;
  /** From its left to its right side, and from its upper to its lower side. */
  across: Point;
  down: Point;
  area: number;
}

/** The convex hull, clockwise on the screen (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const upper = halfHull(sorted);
  return [...upper, ...halfHull([...points].sort((one, other) => other.x - one.x || other.y - one.y))];
}

function halfHull(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length >= 2 && cross(hull.at(-2) ?? point, hull.at(-1) ?? point, point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

function cross(from: Point, over: Point, to: Point): number {
  return (over.x - from.x) * (to.y - over.y) - (over.y - from.y) * (to.x - over.x);
}

export function polygonArea(polygon: readonly Point[]): number {
  let twice = 0;
  polygon.forEach((point, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? point;
    twice += point.x * next.y - next.x * point.y;
  });
  return Math.abs(twice) / 2;
}

/** The share of its four-sided frame that a shape must fill to count as four-sided: rounded corners cost a little. */
const LEAST_FILL = 0.86;

/** The four-sided frame of a shape; undefined for a shape that is not four-sided, or long and thin. */
export function quadOf(points: readonly Point[]): Quad | undefined {
  const hull = hullOf(points);
  if (hull.length < 4) return undefined;
  const frame = fourSided(hull);
  if (!frame) return undefined;
  const area = polygonArea(frame);
  if (polygonArea(hull) < area * LEAST_FILL) return undefined;
  return quadFrom(frame);
}

/** Begins with the corner that is nearest to the picture's upper left. */
export function turnedUpright(corners: Corners): Corners {
  const first = corners.reduce((best, corner, index) => (sum(corner) < sum(corners[best] ?? corner) ? index : best), 0);
  const step = (steps: number) => corners[(first + steps) % 4] ?? corners[0];
  return [step(0), step(1), step(2), step(3)];
}

/** The longest that a card's image may be, by its shorter side: a wide card seen from low over the table. */
const LEAST_SIDE = 0.2;

function quadFrom(frame: Corners): Quad | undefined {
  const quad = measured(frame);
  const [p0, p1, p2, p3] = quad.corners;
  const sides = [length(p0, p1), length(p1, p2), length(p2, p3), length(p3, p0)];
  if (Math.min(...sides) < Math.max(...sides) * LEAST_SIDE) return undefined;
  return isAlike(sides[0], sides[2]) && isAlike(sides[1], sides[3]) ? quad : undefined;
}

/** A four-sided shape by its corners, which go round it clockwise. */
export function measured(frame: Corners): Quad {
  const corners = turnedUpright(frame);
  const [p0, p1, p2, p3] = corners;
  const across = { x: (p1.x - p0.x + p2.x - p3.x) / 2, y: (p1.y - p0.y + p2.y - p3.y) / 2 };
  const down = { x: (p3.x - p0.x + p2.x - p1.x) / 2, y: (p3.y - p0.y + p2.y - p1.y) / 2 };
  const middle = { x: (p0.x + p1.x + p2.x + p3.x) / 4, y: (p0.y + p1.y + p2.y + p3.y) / 4 };
  return { corners, middle, across, down, area: polygonArea(corners) };
}

function sum({ x, y }: Point): number {
  return x + y;
}

function isAlike(one = 0, other = 0): boolean {
  return Math.min(one, other) > Math.max(one, other) * 0.65;
}

export function length(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Removes sides until four are left: each time the one whose neighbours, extended, add the least area. */
function fourSided(hull: readonly Point[]): Corners | undefined {
  const left = [...hull];
  while (left.length > 4) {
    let best: { index: number; meets: Point; adds: number } | undefined;
    for (let index = 0; index < left.length; index += 1) {
      const meets = whereNeighboursMeet(left, index);
      if (!meets) continue;
      const adds = polygonArea([at(left, index), meets, at(left, index + 1)]);
      if (!best || adds < best.adds) best = { index, meets, adds };
    }
    if (!best) return undefined;
    left[best.index] = best.meets;
    left.splice((best.index + 1) % left.length, 1);
  }
  const [p0, p1, p2, p3] = left;
  return p0 && p1 && p2 && p3 ? [p0, p1, p2, p3] : undefined;
}

function at(points: readonly Point[], index: number): Point {
  return points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
}

/** Where the sides before and after a side meet, outside of the shape. */
function whereNeighboursMeet(points: readonly Point[], index: number): Point | undefined {
  const [a, b, c, d] = [at(points, index - 1), at(points, index), at(points, index + 1), at(points, index + 2)];
  const [before, after] = [
    { x: b.x - a.x, y: b.y - a.y },
    { x: c.x - d.x, y: c.y - d.y },
  ];
  const divisor = before.x * after.y - before.y * after.x;
  if (Math.abs(divisor) < 1e-9) return undefined;
  const along = ((d.x - a.x) * after.y - (d.y - a.y) * after.x) / divisor;
  // Below 1 the two sides would have to be made shorter.
  return along < 1 ? undefined : { x: a.x + before.x * along, y: a.y + before.y * along };
}
