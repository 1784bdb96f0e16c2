import { fittedMapping, type Homography, mapped } from '../homography.ts';
import type { Quad } from './quads.ts';

/** A card's place among the others, in whole steps from the first. */
export interface Node {
  column: number;
  row: number;
  quad: Quad;
}

/** Cards that lie in rows and columns. */
export interface Lattice {
  nodes: Node[];
  /** From columns and rows to the picture. */
  toPicture: Homography;
}

/** A card that is farther than this from its place, in steps, does not belong to the lattice. */
const MOST_OFF = 0.24;

/** Fits the lattice as a whole, without the cards that do not fit in. */
export function straightened(nodes: readonly Node[]): Lattice | undefined {
  let kept = [...nodes];
  for (let round = 0; round < 4; round += 1) {
    const toPicture = fit(kept);
    if (!toPicture) return undefined;
    const still = kept.filter((node) => offOf(toPicture, node) < MOST_OFF + (round === 0 ? 0.3 : 0));
    if (still.length < 4) return undefined;
    if (still.length === kept.length && round > 0) return { nodes: kept, toPicture };
    kept = still;
  }
  const toPicture = fit(kept);
  return toPicture && { nodes: kept, toPicture };
}

/** Scales coordinates: the picture's size would make the equations of the fit uneven. */
const SCALE = 1 / 256;

function fit(nodes: readonly Node[]): Homography | undefined {
  const scaled = fittedMapping(
    nodes.map(({ column, row, quad: { middle } }) => ({
      from: { x: column, y: row },
      to: { x: middle.x * SCALE, y: middle.y * SCALE },
    })),
  );
  if (!scaled) return undefined;
  const [a, b, c, d, e, f, g, h, i] = scaled;
  return [a / SCALE, b / SCALE, c / SCALE, d / SCALE, e / SCALE, f / SCALE, g, h, i];
}

/** The distance of a card from its place, in steps of the lattice. */
export function offOf(toPicture: Homography, { column, row, quad }: Node): number {
  const place = mapped(toPicture, { x: column, y: row });
  const step = Math.sqrt(quad.area) || 1;
  return Math.hypot(place.x - quad.middle.x, place.y - quad.middle.y) / step;
}
