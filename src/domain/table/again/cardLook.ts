import type { Cell, Grid } from '../board.ts';
import { boxBlurred, type Grey, median, type Pixels, shrunk } from '../finding/pixels.ts';
import type { Point } from '#domain/framing.ts';
import { cellCorners, type Corners, projection } from '../geometry.ts';

/** The features of a card by which two photos are compared. */
export interface CardLook {
  /** The brightness of its middle part, place by place. */
  pattern: Float32Array;
  /** The pattern with its surroundings, as it is and turned a little. */
  around: readonly Float32Array[];
  /** Above 0: more red than blue. */
  warmth: number;
  /** The same for green and red. */
  greenness: number;
  brightness: number;
  /** The share of it that shines white. */
  glare: number;
}

/** The number of sampled places across each card. */
const ACROSS = 22;
const DOWN = 16;
/** The largest shift between two photos that is tried, in places: a card may have moved, or the grid may be off. */
const PUSHED = 4;
const WIDE = ACROSS + 2 * PUSHED;
const HIGH = DOWN + 2 * PUSHED;
/** The tried turns, in parts of a whole circle's radius: about four degrees. */
const TURNS = [0, -0.07, 0.07];
/** The part of a card's edge that is ignored, as a share of its size. */
const EDGE = 0.1;
const WORKING_SIDE_PX = 800;
/** Added to all colours, so that noise in the dark is ignored. */
const DARKNESS = 12;
/** Brighter than this in all colours is glare. */
const GLARE = 246;

/** Makes a function that reads the look of a photo's cards, each by its corners. */
export function lookedAt(pixels: Pixels, grid: Grid): (corners: Corners, cell: Cell) => CardLook {
  const planes = shrunk(pixels, WORKING_SIDE_PX).map((plane) => boxBlurred(boxBlurred(plane, 2), 1));
  return (corners, cell) => lookOf(planes, cellCorners(corners, cell, grid));
}

function lookOf(planes: readonly Grey[], corners: Corners): CardLook {
  const at = projection(corners);
  const places = placesOf(0, 0);
  const [reds = [], greens = [], blues = []] = planes.map((plane) =>
    places.map((place) => valueAt(plane, at(place.x, place.y))),
  );
  const logs = brightnessOf([reds, greens, blues]);
  const shining = greens.filter((green, index) => Math.min(green, reds[index] ?? 0, blues[index] ?? 0) > GLARE);
  return {
    pattern: Float32Array.from(logs),
    around: TURNS.map((turn) => {
      const wide = placesOf(PUSHED, turn).map(({ x, y }) => at(x, y));
      return Float32Array.from(brightnessOf(planes.map((plane) => wide.map((place) => valueAt(plane, place)))));
    }),
    // Medians ignore the print on the paper.
    warmth: Math.log((median(reds) + DARKNESS) / (median(blues) + DARKNESS)),
    greenness: Math.log((median(greens) + DARKNESS) / (median(reds) + DARKNESS)),
    brightness: median(logs),
    glare: shining.length / greens.length,
  };
}

/** Places on a card in fractions of it, row by row, with `more` extra ones on each side, turned around its middle. */
function placesOf(more: number, turn: number): Point[] {
  const [across, down] = [ACROSS + 2 * more, DOWN + 2 * more];
  return Array.from({ length: across * down }, (_, index) => {
    const x = ((1 - 2 * EDGE) * ((index % across) + 0.5 - across / 2)) / ACROSS;
    const y = ((1 - 2 * EDGE) * (Math.floor(index / across) + 0.5 - down / 2)) / DOWN;
    return { x: 0.5 + x - turn * y, y: 0.5 + y + turn * x };
  });
}

function brightnessOf([reds = [], greens = [], blues = []]: readonly (readonly number[])[]): number[] {
  return greens.map((green, index) =>
    Math.log(DARKNESS + 0.3 * (reds[index] ?? 0) + 0.59 * green + 0.11 * (blues[index] ?? 0)),
  );
}

function valueAt({ width, height, data }: Grey, { x, y }: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)));
  return data[row * width + column] ?? 0;
}

/** The likeness of two cards, from -1 to 1, where the second may be moved and turned a little. */
export function likeness({ pattern }: CardLook, { around }: CardLook): number {
  const mean = pattern.reduce((sum, value) => sum + value, 0) / pattern.length;
  const own = pattern.map((value) => value - mean);
  let best = -1;
  for (const wide of around)
    for (let top = 0; top <= HIGH - DOWN; top += 1)
      for (let left = 0; left <= WIDE - ACROSS; left += 1)
        best = Math.max(best, correlation(own, wide, top * WIDE + left));
  return best;
}

/** Compares a pattern whose mean is 0 with a part of a wider one. */
function correlation(own: Float32Array, wide: Float32Array, from: number): number {
  let [both, squares, sum, squaresThere] = [0, 0, 0, 0];
  for (let row = 0; row < DOWN; row += 1) {
    for (let column = 0; column < ACROSS; column += 1) {
      const [here, there] = [own[row * ACROSS + column] ?? 0, wide[from + row * WIDE + column] ?? 0];
      both += here * there;
      squares += here * here;
      sum += there;
      squaresThere += there * there;
    }
  }
  return both / Math.sqrt(squares * Math.max(0, squaresThere - sum ** 2 / own.length) + 1e-6);
}
