import { COLUMNS, FIRST_GRID, type Grid, rowsOf } from '../board.ts';
import type { Point, Size } from '#domain/framing.ts';
import { type Corners, isCorners, isConvex } from '../geometry.ts';
import { mapped } from '../homography.ts';
import { latticesOf } from './lattice.ts';
import { type Grey, type Pixels, shrunk } from './pixels.ts';
import { polygonArea, length, type Quad, quadOf, turnedUpright } from './quads.ts';
import { edgesOf, regionsBelow } from './regions.ts';
import { evenCards } from './evenness.ts';
import { type Lattice, type Node, straightened } from './straighten.ts';

/** Large enough for the gap between two cards, small enough for an old phone. */
const WORKING_SIDE_PX = 800;
/** Blurred edges are stronger on a smaller picture. */
const SMALL_SIDE_PX = 420;
const THRESHOLDS = [0.03, 0.05, 0.09, 0.15, 0.25, 0.4];
/** A card's share of the picture. */
const CARD_SHARE = { least: 0.0009, most: 0.06 };

export interface FoundBoard {
  /** In fractions of the photo; may lie a little outside of it. */
  corners: Corners;
  /** The number of cards that were seen. */
  cards: number;
}

/** Finds the cards of a board, whatever its turn; undefined where too few lie alike, in rows and columns. */
export function findBoard(pixels: Pixels, grid: Grid = FIRST_GRID): FoundBoard | undefined {
  const planes = shrunk(pixels, WORKING_SIDE_PX);
  const small = shrunk(pixels, SMALL_SIDE_PX);
  const scale = planes[0].width / small[0].width;
  const lattices = latticesOf(withoutTwins([...quadsOf(planes), ...quadsOf(small).map((quad) => scaled(quad, scale))]));
  const best = lattices
    .map((lattice) => withEvenCards(lattice))
    .flatMap((lattice) => extentsOf(grid).map((extent) => windowOf(lattice, planes, extent)))
    .filter((window) => window !== undefined)
    .filter(isBelieved)
    .sort((one, other) => other.score - one.score)[0];
  if (!best) return undefined;
  const [{ width, height }] = planes;
  const [p0, p1, p2, p3] = best.corners.map(({ x, y }) => ({ x: x / width, y: y / height }));
  const corners = [p0, p1, p2, p3];
  return isCorners(corners) && isConvex(corners) ? { corners, cards: best.cards } : undefined;
}

function quadsOf(planes: readonly [Grey, Grey, Grey]): Quad[] {
  const edges = edgesOf(planes);
  const total = edges.width * edges.height;
  const bounds = { least: total * CARD_SHARE.least * 0.25, most: total * CARD_SHARE.most };
  const found = THRESHOLDS.flatMap((threshold) => regionsBelow(edges, threshold, bounds))
    .flatMap(({ ends }) => quadOf(ends) ?? [])
    .filter(({ area }) => area > total * CARD_SHARE.least && area < total * CARD_SHARE.most);
  return found;
}

function scaled({ corners: [p0, p1, p2, p3], middle, across, down, area }: Quad, scale: number): Quad {
  const larger = ({ x, y }: Point) => ({ x: x * scale, y: y * scale });
  return {
    corners: [larger(p0), larger(p1), larger(p2), larger(p3)],
    middle: larger(middle),
    across: larger(across),
    down: larger(down),
    area: area * scale * scale,
  };
}

/** The same card is found at several thresholds. */
function withoutTwins(quads: readonly Quad[]): Quad[] {
  const kept: Quad[] = [];
  for (const quad of [...quads].sort((one, other) => other.area - one.area)) {
    const near = Math.sqrt(quad.area) * 0.12;
    if (!kept.some(({ middle, area }) => length(middle, quad.middle) < near && quad.area > area * 0.75))
      kept.push(quad);
  }
  return kept;
}

/** The cards of a board along the two axes of a lattice. */
interface Extent {
  across: number;
  down: number;
}

/** A board that is not as wide as it is high may lie either way. */
function extentsOf(grid: Grid): Extent[] {
  const rows = rowsOf(grid);
  const lying = { across: COLUMNS, down: rows };
  return rows === COLUMNS ? [lying] : [lying, { across: rows, down: COLUMNS }];
}

interface Window {
  corners: Corners;
  cards: number;
  /** The share of its places that hold cards which lie alike. */
  even: number;
  /** The likeness to the cards of the table beside the board: of the row or column that is most like them. */
  beside: () => number;
  score: number;
}

/** With so many cards that lie alike a grid is sure. */
const SURE_EVEN = 0.66;
/** With so many it is, if it is no part of something larger: another row beside it would be like a row of cards. */
const LEAST_EVEN = 0.46;
const MOST_BESIDE = 0.8;

/** Other things than cards make lattices too, and so do cards of which different parts were found. */
function isBelieved({ even, beside }: Window): boolean {
  return even > SURE_EVEN || (even > LEAST_EVEN && beside() < MOST_BESIDE);
}

/** The part of a lattice, as large as the board, that holds the most cards. */
function windowOf(lattice: Lattice, planes: readonly [Grey, Grey, Grey], extent: Extent): Window | undefined {
  const { nodes } = lattice;
  const [columns, rows] = [nodes.map(({ column }) => column), nodes.map(({ row }) => row)];
  let best: Window | undefined;
  const likeness = likenessOf(lattice, planes);
  const even = new Set(evenCards(lattice).nodes);
  for (let row = Math.min(...rows) - extent.down + 1; row <= Math.max(...rows); row += 1) {
    for (let column = Math.min(...columns) - extent.across + 1; column <= Math.max(...columns); column += 1) {
      const window = rated(lattice, { column, row }, { extent, likeness, even, size: planes[0] });
      if (window && (!best || window.score > best.score)) best = window;
    }
  }
  return best;
}

/** The least number of cards, and of their rows and columns. */
const LEAST_CARDS = 8;
const LEAST_LINES = 3;

/** The largest and smallest size of a card, in parts of its place's. */
const MOST_FILL = 1.15;
const LEAST_FILL = 0.12;

interface Rating {
  extent: Extent;
  likeness: (place: Point) => number;
  /** The cards that lie alike. */
  even: ReadonlySet<Node>;
  /** The picture's. */
  size: Size;
}

function rated(
  { nodes, toPicture }: Lattice,
  start: { column: number; row: number },
  { extent: { across, down }, likeness, even, size }: Rating,
): Window | undefined {
  const inside = nodes.filter(
    ({ column, row }) =>
      column >= start.column && column < start.column + across && row >= start.row && row < start.row + down,
  );
  const lines = Math.min(new Set(inside.map(({ column }) => column)).size, new Set(inside.map(({ row }) => row)).size);
  if (inside.length < LEAST_CARDS || lines < LEAST_LINES) return undefined;
  const at = (column: number, row: number) => mapped(toPicture, { x: start.column + column, y: start.row + row });
  const [right, below] = [across - 0.5, down - 0.5];
  if (hasBareEdge({ nodes: inside, toPicture }, { start, extent: { across, down }, size })) return undefined;
  const corners = turned([at(-0.5, -0.5), at(right, -0.5), at(right, below), at(-0.5, below)], across - down);
  const taken = new Set(inside.map(({ column, row }) => `${column - start.column},${row - start.row}`));
  const total = across * down;
  const missing = Array.from({ length: total }, (_, index) => ({ x: index % across, y: Math.floor(index / across) }))
    .filter(({ x, y }) => !taken.has(`${x},${y}`))
    .map(({ x, y }) => likeness({ x: x + start.column, y: y + start.row }));
  const area = polygonArea(corners);
  const fill = inside.reduce((sum, { quad }) => sum + quad.area, 0) / inside.length / (area / total);
  // A fit of few cards may shrink the others to a point, or send them far away.
  if (!(fill > LEAST_FILL && fill < MOST_FILL)) return undefined;
  const support = inside.length + 0.45 * missing.reduce((sum, one) => sum + one, 0);
  return {
    corners,
    cards: inside.length,
    even: inside.filter((node) => even.has(node)).length / total,
    beside: () => likenessBeside(start, { extent: { across, down }, likeness }),
    score: support * Math.cbrt(area) * Math.sqrt(fill),
  };
}

interface Edges extends Pick<Rating, 'extent' | 'size'> {
  start: { column: number; row: number };
}

/**
 * Whether one of the four outermost lines of a window has no card, though all of it is in the picture: bare table, which
 * may look like cards.
 */
function hasBareEdge({ nodes, toPicture }: Lattice, { start, extent, size }: Edges): boolean {
  const [left, top] = [start.column, start.row];
  const [right, bottom] = [left + extent.across - 1, top + extent.down - 1];
  const isCut = (place: Point) => {
    const { x, y } = mapped(toPicture, place);
    return x < 0 || y < 0 || x > size.width || y > size.height;
  };
  const [p0, p1] = [
    { x: left - 0.5, y: top - 0.5 },
    { x: right + 0.5, y: top - 0.5 },
  ];
  const [p2, p3] = [
    { x: right + 0.5, y: bottom + 0.5 },
    { x: left - 0.5, y: bottom + 0.5 },
  ];
  const isBare = (isOnLine: (node: Node) => boolean, ends: readonly Point[]) =>
    !nodes.some(isOnLine) && !ends.some(isCut);
  return (
    isBare(({ column }) => column === left, [p0, p3]) ||
    isBare(({ column }) => column === right, [p1, p2]) ||
    isBare(({ row }) => row === top, [p0, p1]) ||
    isBare(({ row }) => row === bottom, [p2, p3])
  );
}

/** The likeness to cards of the row or column beside a window that is most like them. */
function likenessBeside(
  { column, row }: { column: number; row: number },
  { extent: { across, down }, likeness }: Pick<Rating, 'extent' | 'likeness'>,
): number {
  const mean = (places: Point[]) => places.reduce((sum, place) => sum + likeness(place), 0) / places.length;
  const rowAt = (y: number) => Array.from({ length: across }, (_, index) => ({ x: column + index, y }));
  const columnAt = (x: number) => Array.from({ length: down }, (_, index) => ({ x, y: row + index }));
  return Math.max(...[rowAt(row - 1), rowAt(row + down), columnAt(column - 1), columnAt(column + across)].map(mean));
}

/**
 * Returns the corners from the upper left one on. For a board with more columns than rows, they begin with a longer
 * side.
 */
function turned([p0, p1, p2, p3]: Corners, longer: number): Corners {
  if (longer === 0) return turnedUpright([p0, p1, p2, p3]);
  const [q0, q1, q2, q3] = longer > 0 ? [p0, p1, p2, p3] : [p1, p2, p3, p0];
  return q0.x + q0.y <= q2.x + q2.y ? [q0, q1, q2, q3] : [q2, q3, q0, q1];
}

/** Fits the lattice to its even cards alone. */
function withEvenCards(lattice: Lattice): Lattice {
  const even = evenCards(lattice);
  const straight = even.areCentred && even.nodes.length >= LEAST_CARDS ? straightened(even.nodes) : undefined;
  return straight ? { nodes: lattice.nodes, toPicture: straight.toPicture } : lattice;
}

/** The likeness of the picture at a place of the lattice to the found cards: 1 for the same colours. */
function likenessOf({ nodes, toPicture }: Lattice, planes: readonly Grey[]): (place: Point) => number {
  const colourAt = (place: Point) => planes.map((plane) => meanAround(plane, mapped(toPicture, place)));
  const colours = nodes.map(({ column, row }) => colourAt({ x: column, y: row }));
  return (place) => {
    const here = colourAt(place);
    if (here.some((value) => value === undefined)) return 0;
    const offs = colours.map((colour) =>
      Math.max(...colour.map((value, channel) => Math.abs((value ?? 0) - (here[channel] ?? 0)))),
    );
    return Math.max(0, 1 - Math.min(...offs) / 40);
  };
}

const AROUND_PX = 5;

function meanAround({ width, height, data }: Grey, { x, y }: Point): number | undefined {
  const [left, top] = [Math.round(x), Math.round(y)];
  if (left < AROUND_PX || top < AROUND_PX || left >= width - AROUND_PX || top >= height - AROUND_PX) return undefined;
  let sum = 0;
  for (let row = -AROUND_PX; row <= AROUND_PX; row += 1)
    for (let column = -AROUND_PX; column <= AROUND_PX; column += 1)
      sum += data[(top + row) * width + left + column] ?? 0;
  return sum / (2 * AROUND_PX + 1) ** 2;
}
