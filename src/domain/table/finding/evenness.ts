import { type Homography, mapped } from '../homography.ts';
import type { Lattice, Node } from './straighten.ts';

/** The most that a card is off the usual place, in steps, and its area off the usual one, in parts of it. */
const EVEN = { off: 0.07, area: 0.3 };

interface EvenCards {
  nodes: Node[];
  /** False for parts of cards, which lie beside the middles of their places. */
  areCentred: boolean;
}

interface Seen {
  node: Node;
  /** From the middle of the place, in columns and rows. */
  columns: number;
  rows: number;
  /** By the place's area. */
  fill: number;
}

/**
 * The cards that lie alike in their places and have one size: the more of them, the surer is a lattice. Where parts of
 * cards were found, such as the strips with the words, they lie beside the middle, but all on the same side of it.
 */
export function evenCards({ nodes, toPicture }: Lattice): EvenCards {
  const seen = nodes.map((node) => seenIn(toPicture, node));
  const groups = seen.map((one) => seen.filter((other) => isAlike(one, other)));
  const even = groups.reduce((most, group) => (group.length > most.length ? group : most), []);
  const beside = (of: (one: Seen) => number) => Math.abs(even.reduce((sum, one) => sum + of(one), 0)) / even.length;
  return {
    nodes: even.map(({ node }) => node),
    areCentred:
      Math.max(
        beside(({ columns }) => columns),
        beside(({ rows }) => rows),
      ) < EVEN.off,
  };
}

function isAlike(one: Seen, other: Seen): boolean {
  return (
    Math.abs(one.columns - other.columns) < EVEN.off &&
    Math.abs(one.rows - other.rows) < EVEN.off &&
    Math.abs(other.fill / one.fill - 1) < EVEN.area
  );
}

function seenIn(toPicture: Homography, node: Node): Seen {
  const { column, row, quad } = node;
  const at = (x: number, y: number) => mapped(toPicture, { x: column + x, y: row + y });
  const [middle, left, right, above, below] = [at(0, 0), at(-0.5, 0), at(0.5, 0), at(0, -0.5), at(0, 0.5)];
  const across = { x: right.x - left.x, y: right.y - left.y };
  const down = { x: below.x - above.x, y: below.y - above.y };
  const place = across.x * down.y - across.y * down.x;
  const off = { x: quad.middle.x - middle.x, y: quad.middle.y - middle.y };
  return {
    node,
    columns: (off.x * down.y - off.y * down.x) / place,
    rows: (off.y * across.x - off.x * across.y) / place,
    fill: quad.area / Math.abs(place),
  };
}
