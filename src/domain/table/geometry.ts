import { type Cell, COLUMNS, FIRST_GRID, type Grid, rowsOf } from './board.ts';
import { containSize, type Point, type Rectangle, type Size } from '#domain/framing.ts';
import { isRecord } from '#domain/records.ts';
import { fromUnitSquare, mapped } from './homography.ts';

/** Top left, top right, bottom right, bottom left, in fractions of the photo, whatever the size of the screen. */
export type Corners = readonly [Point, Point, Point, Point];
export type CornerIndex = 0 | 1 | 2 | 3;

export const WHOLE_PHOTO: Rectangle = { x: 0, y: 0, width: 1, height: 1 };

export const GRID_SHAPES = ['square', 'wide'] as const;
export type GridShape = (typeof GRID_SHAPES)[number];

/** Cards with words are one and a half times as wide as they are high. */
const GRID_ASPECT: Readonly<Record<GridShape, number>> = { square: 1, wide: 1.5 };
/** The space around the grid at first, so that its corners can be dragged outwards too. */
const GRID_MARGIN = 0.05;
const VIEW_MARGIN = 0.03;
/** Three neighbouring corners must form a triangle of at least half of this part of the photo's area. */
const SMALLEST_TURN = 0.01;
/** The distance from the photo at which a corner may lie, as a fraction of it: a board is often cut off a little. */
const OUTSIDE = 0.12;

/** The grid's corners before anyone moves them: centred in the picture, and as far apart as the margin allows. */
export function overlayCorners(picture: Size, shape: GridShape, of: Grid = FIRST_GRID): Corners {
  const margin = GRID_MARGIN * Math.min(picture.width, picture.height);
  const room = { width: picture.width - 2 * margin, height: picture.height - 2 * margin };
  const grid = containSize({ width: GRID_ASPECT[shape] * COLUMNS, height: rowsOf(of) }, room);
  const x = (picture.width - grid.width) / 2 / picture.width;
  const y = (picture.height - grid.height) / 2 / picture.height;
  return [
    { x, y },
    { x: 1 - x, y },
    { x: 1 - x, y: 1 - y },
    { x, y: 1 - y },
  ];
}

/** The perspective mapping from the unit square to the four corners. */
export function projection(corners: Corners): (across: number, down: number) => Point {
  const toPhoto = fromUnitSquare(corners);
  return (across, down) => mapped(toPhoto, { x: across, y: down });
}

/** A cell's four corners on the photo, in the same order as the board's corners. */
export function cellCorners(corners: Corners, { row, column }: Cell, grid: Grid = FIRST_GRID): Corners {
  const at = projection(corners);
  const rows = rowsOf(grid);
  const [left, top, right, bottom] = [column / COLUMNS, row / rows, (column + 1) / COLUMNS, (row + 1) / rows];
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
}

function steps(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}

/** Straight lines stay straight under a homography, so the two ends of each grid line are enough. */
export function gridLines(corners: Corners, grid: Grid = FIRST_GRID): (readonly [Point, Point])[] {
  const at = projection(corners);
  return [
    ...steps(rowsOf(grid)).map((step) => [at(0, step), at(1, step)] as const),
    ...steps(COLUMNS).map((step) => [at(step, 0), at(step, 1)] as const),
  ];
}

export function boundingBox(points: readonly Point[]): Rectangle {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The part of the photo to show while marking: the board and a little around it. */
export function boardView(corners: Corners): Rectangle {
  const box = boundingBox(corners);
  const [left, right] = [Math.max(0, box.x - VIEW_MARGIN), Math.min(1, box.x + box.width + VIEW_MARGIN)];
  const [top, bottom] = [Math.max(0, box.y - VIEW_MARGIN), Math.min(1, box.y + box.height + VIEW_MARGIN)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the position of a point in a part of the photo, in fractions of that part. */
export function within(view: Rectangle, point: Point): Point {
  return { x: (point.x - view.x) / view.width, y: (point.y - view.y) / view.height };
}

/** Moves one corner, but not beyond the edge of the photo. A move that would fold the grid is ignored. */
export function moveCorner(corners: Corners, index: CornerIndex, to: Point): Corners {
  const moved = ontoPhoto(to);
  const at = (place: CornerIndex) => (place === index ? moved : corners[place]);
  const next: Corners = [at(0), at(1), at(2), at(3)];
  return isConvex(next) ? next : corners;
}

/** The least distance between two neighbouring handles, on a screen: a thumb reaches each, and sees between them. */
const LEAST_BETWEEN_PX = 160;
/** The farthest that a handle lies from its corner, to each side. */
const FARTHEST_PX = 24;

/**
 * Where the handles of a grid lie on the screen, in pixels: on its corners, and outside of them where the grid is so
 * small that they would hide it, or one another.
 */
export function handlePlaces(corners: Corners, shown: Size): Point[] {
  const places = corners.map(ontoPhoto).map(({ x, y }) => ({ x: x * shown.width, y: y * shown.height }));
  const box = boundingBox(places);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const [across, down] = [outwards(box.width), outwards(box.height)];
  return places.map(({ x, y }) => ({
    x: x + (x < middle.x ? -across : across),
    y: y + (y < middle.y ? -down : down),
  }));
}

function outwards(length: number): number {
  return Math.min(FARTHEST_PX, Math.max(0, (LEAST_BETWEEN_PX - length) / 2));
}

/** The place on the photo that is nearest to a corner. */
export function ontoPhoto({ x, y }: Point): Point {
  return { x: fraction(x), y: fraction(y) };
}

function fraction(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Whether the corners are convex, clockwise and far enough apart: for others the homography gives no usable grid. */
export function isConvex([p0, p1, p2, p3]: Corners): boolean {
  return turn(p0, p1, p2) && turn(p1, p2, p3) && turn(p2, p3, p0) && turn(p3, p0, p1);
}

function turn(from: Point, corner: Point, to: Point): boolean {
  const cross = (corner.x - from.x) * (to.y - corner.y) - (corner.y - from.y) * (to.x - corner.x);
  return cross > SMALLEST_TURN;
}

export function isCorners(value: unknown): value is Corners {
  return Array.isArray(value) && value.length === 4 && value.every(isPoint);
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && isNear(value.x) && isNear(value.y);
}

function isNear(value: unknown): boolean {
  return typeof value === 'number' && value >= -OUTSIDE && value <= 1 + OUTSIDE;
}
