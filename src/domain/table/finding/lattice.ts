import type { Point } from '#domain/framing.ts';
import { mapped } from '../homography.ts';
import type { Quad } from './quads.ts';
import { type Lattice, type Node, offOf, straightened } from './straighten.ts';

/**
 * A neighbour's middle lies at least this far along one axis and at most this far aside, measured in the card's size.
 */
const STEP = { least: 0.88, aside: 0.27 };
/**
 * The longest step between neighbours, along the longer and the shorter side: for whole cards, and for parts of cards,
 * such as the frame above a word or the strip below it, which lie farther apart. A step of the second length may pass
 * over a card that was not found.
 */
const LONGEST_STEPS: readonly LongestStep[] = [
  { longer: 1.6, shorter: 1.6 },
  { longer: 2.5, shorter: 2.5 },
  { longer: 1.6, shorter: 4.4 },
];
const ALIKE_AREA = 0.55;
/** The most that two neighbours' sides may differ, by their length. */
const ALIKE_SIDES = 0.36;

interface LongestStep {
  longer: number;
  shorter: number;
}

const DIRECTIONS = [
  { column: 1, row: 0 },
  { column: -1, row: 0 },
  { column: 0, row: 1 },
  { column: 0, row: -1 },
] as const;

/** All lattices of some cards, each grown from a card that no earlier one has taken. */
export function latticesOf(quads: readonly Quad[]): Lattice[] {
  return LONGEST_STEPS.flatMap((longest) => latticesWith(quads, longest));
}

function latticesWith(quads: readonly Quad[], longest: LongestStep): Lattice[] {
  const taken = new Set<Quad>();
  const lattices: Lattice[] = [];
  for (const seed of quads) {
    if (taken.has(seed)) continue;
    const nodes = grow(seed, quads, longest);
    for (const { quad } of nodes) taken.add(quad);
    const lattice = nodes.length < 4 ? undefined : straightened(nodes);
    if (lattice) lattices.push(withWholeCards(withForgotten(lattice, quads), quads));
  }
  return lattices;
}

/** Continues from each card to the next one a step away, as long as both are alike. */
function grow(seed: Quad, quads: readonly Quad[], longest: LongestStep): Node[] {
  const nodes: Node[] = [{ column: 0, row: 0, quad: seed }];
  const places = new Set(['0,0']);
  const used = new Set([seed]);
  for (const node of nodes) {
    for (const direction of DIRECTIONS) {
      const [column, row] = [node.column + direction.column, node.row + direction.row];
      if (places.has(`${column},${row}`)) continue;
      const reach = isAlongLonger(node.quad, direction) ? longest.longer : longest.shorter;
      const quad = nearest(node.quad, quads, { ...direction, reach, used });
      if (!quad) continue;
      places.add(`${column},${row}`);
      used.add(quad);
      nodes.push({ column, row, quad });
    }
  }
  return nodes;
}

function isAlongLonger({ across, down }: Quad, { column }: { column: number }): boolean {
  return Math.hypot(across.x, across.y) > Math.hypot(down.x, down.y) === (column !== 0);
}

interface Step {
  column: number;
  row: number;
  /** The longest step in this direction. */
  reach: number;
  /** Cards that have a place already. */
  used: ReadonlySet<Quad>;
}

function nearest(from: Quad, quads: readonly Quad[], { column, row, reach, used }: Step): Quad | undefined {
  let best: Quad | undefined;
  let bestOff = Infinity;
  for (const quad of quads) {
    if (!isLike(from, quad) || used.has(quad)) continue;
    const { x, y } = inUnitsOf(from, quad.middle);
    const along = x * column + y * row;
    const aside = Math.abs(x * row) + Math.abs(y * column);
    if (along < STEP.least || along > reach || aside > STEP.aside) continue;
    const off = aside + Math.abs(along - 1.1) * 0.5 + Math.abs(Math.log(quad.area / from.area)) * 0.4;
    if (off < bestOff) [best, bestOff] = [quad, off];
  }
  return best;
}

function isLike(one: Quad, other: Quad): boolean {
  const areas = one.area / other.area;
  return (
    areas > ALIKE_AREA && areas < 1 / ALIKE_AREA && differs(one.across, other.across) && differs(one.down, other.down)
  );
}

function differs(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < ALIKE_SIDES * Math.hypot(one.x, one.y);
}

function inUnitsOf({ middle, across, down }: Quad, { x, y }: Point): Point {
  const [right, below] = [x - middle.x, y - middle.y];
  const divisor = across.x * down.y - across.y * down.x;
  return { x: (right * down.y - below * down.x) / divisor, y: (across.x * below - across.y * right) / divisor };
}

/** Adds the cards that lie at a place of the lattice, but were not reached from card to card. */
function withForgotten({ nodes, toPicture }: Lattice, quads: readonly Quad[]): Lattice {
  const byPlace = new Map(nodes.map((node) => [`${node.column},${node.row}`, node]));
  const [columns, rows] = [nodes.map(({ column }) => column), nodes.map(({ row }) => row)];
  const usual = nodes.map(({ quad }) => quad.area).sort((one, other) => one - other)[nodes.length >> 1] ?? 0;
  for (let row = Math.min(...rows) - 3; row <= Math.max(...rows) + 3; row += 1) {
    for (let column = Math.min(...columns) - 3; column <= Math.max(...columns) + 3; column += 1) {
      if (byPlace.has(`${column},${row}`)) continue;
      const found = quads
        .filter(({ area }) => area > usual * 0.35 && area < usual * 2.6)
        .map((quad) => ({ column, row, quad }))
        .map((node) => ({ node, off: offOf(toPicture, node) }))
        .filter(({ off }) => off < 0.2)
        .sort((one, other) => one.off - other.off)[0];
      if (found) byPlace.set(`${column},${row}`, found.node);
    }
  }
  return straightened([...byPlace.values()]) ?? { nodes, toPicture };
}

const LEAST_WHOLE_CARDS = 6;

/**
 * If the lattice was made of parts of cards, moves it onto the whole cards: the largest shapes that fit into a place of
 * the lattice.
 */
function withWholeCards(lattice: Lattice, quads: readonly Quad[]): Lattice {
  const places = lattice.nodes.map(({ column, row }) => {
    const at = (x: number, y: number) => mapped(lattice.toPicture, { x: column + x, y: row + y });
    const [middle, right, below] = [at(0, 0), at(0.5, 0), at(0, 0.5)];
    const room =
      4 * Math.abs((right.x - middle.x) * (below.y - middle.y) - (right.y - middle.y) * (below.x - middle.x));
    const near = Math.min(
      Math.hypot(right.x - middle.x, right.y - middle.y),
      Math.hypot(below.x - middle.x, below.y - middle.y),
    );
    const largest = quads
      .filter(
        ({ area, middle: own }) => area < room * 1.05 && Math.hypot(own.x - middle.x, own.y - middle.y) < near * 0.8,
      )
      .reduce((one: Quad | undefined, other) => (one && one.area > other.area ? one : other), undefined);
    return { column, row, quad: largest, room };
  });
  const whole = places.flatMap(({ column, row, quad, room }) =>
    quad && quad.area > room * 0.62 ? [{ column, row, quad }] : [],
  );
  const moved = whole.length < LEAST_WHOLE_CARDS ? undefined : straightened(whole);
  return moved && moved.nodes.length >= LEAST_WHOLE_CARDS
    ? { nodes: withPlaces(lattice, moved), toPicture: moved.toPicture }
    : lattice;
}

/** All nodes of the first lattice count, whichever part of a card they are. */
function withPlaces({ nodes }: Lattice, { nodes: whole }: Lattice): Node[] {
  const places = new Map([...nodes, ...whole].map((node) => [`${node.column},${node.row}`, node]));
  return [...places.values()];
}
