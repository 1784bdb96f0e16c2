import { mapped } from '../homography.ts';
import type { Quad } from './quads.ts';
import { type Lattice, type Node, straightened } from './straighten.ts';

const LEAST_WHOLE_CARDS = 6;

/**
 * Where the lattice is one of parts of cards, moves it onto the whole cards among them: the largest shapes that have room in
 * a place of the lattice.
 */
export function withWholeCards(lattice: Lattice, quads: readonly Quad[]): Lattice {
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

/** All nodes of the first lattice count, whatever part of the card was seen. */
function withPlaces({ nodes }: Lattice, { nodes: whole }: Lattice): Node[] {
  const places = new Map([...nodes, ...whole].map((node) => [`${node.column},${node.row}`, node]));
  return [...places.values()];
}
