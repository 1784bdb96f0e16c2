import type { Point } from '#domain/framing.ts';
import { boxBlurred, type Grey } from './pixels.ts';

/** The outermost pixels of a region, row by row: enough for its hull. */
interface Region {
  ends: Point[];
}

interface RegionBounds {
  /** In pixels, without those of the holes. */
  least: number;
  most: number;
}

const SEEN = 1;
const WALL = 2;

/** The connected areas without a pixel at or above the threshold. Those that touch the picture's edge are left out. */
export function regionsBelow({ width, height, data }: Grey, threshold: number, bounds: RegionBounds): Region[] {
  const state = new Uint8Array(width * height);
  for (let place = 0; place < state.length; place += 1) if ((data[place] ?? 0) >= threshold) state[place] = WALL;
  const field = {
    state,
    stack: new Int32Array(width * height),
    left: new Int32Array(height),
    right: new Int32Array(height),
    width,
    height,
  };
  const regions: Region[] = [];
  for (let start = 0; start < state.length; start += 1) {
    if (state[start] !== 0) continue;
    const region = flood(field, start, bounds);
    if (region) regions.push(region);
  }
  return regions;
}

interface Field {
  state: Uint8Array;
  stack: Int32Array;
  /** The outermost columns of the region in each row. */
  left: Int32Array;
  right: Int32Array;
  width: number;
  height: number;
}

function flood(field: Field, start: number, { least, most }: RegionBounds): Region | undefined {
  const { state, stack, left, right, width, height } = field;
  // The scan meets a region in its uppermost row first.
  const top = Math.floor(start / width);
  let [bottom, size, waiting] = [top - 1, 0, 1];
  let touches = false;
  stack[0] = start;
  state[start] = SEEN;
  const visit = (place: number) => {
    if (state[place] !== 0) return;
    state[place] = SEEN;
    stack[waiting] = place;
    waiting += 1;
  };
  while (waiting > 0) {
    waiting -= 1;
    const place = stack[waiting] ?? 0;
    const y = Math.floor(place / width);
    const x = place - y * width;
    size += 1;
    for (; bottom < y; bottom += 1) [left[bottom + 1], right[bottom + 1]] = [width, -1];
    if (x < (left[y] ?? 0)) left[y] = x;
    if (x > (right[y] ?? 0)) right[y] = x;
    if (x <= 1 || y <= 1 || x >= width - 2 || y >= height - 2) touches = true;
    if (x > 0) visit(place - 1);
    if (x < width - 1) visit(place + 1);
    if (y > 0) visit(place - width);
    if (y < height - 1) visit(place + width);
  }
  if (touches || size < least || size > most) return undefined;
  return { ends: Array.from({ length: bottom - top + 1 }, (_, row) => endsOf(field, top + row)).flat() };
}

/** The two outermost pixels of a row; none for a row without pixels of the region. */
function endsOf({ left, right }: Field, y: number): Point[] {
  const [from = 0, to = -1] = [left[y], right[y]];
  return to < from
    ? []
    : [
        { x: from, y },
        { x: to, y },
      ];
}

/** Added to each brightness before its logarithm, so that noise in the dark is no edge. */
const DARKNESS = 14;
/** Brightnesses are told apart by this part of one: their logarithms are looked up, which is faster than to compute them. */
const FINENESS = 1 / 8;
const LOGARITHMS = Float32Array.from({ length: 256 / FINENESS }, (_, index) => Math.log(index * FINENESS + DARKNESS));

/**
 * The difference of each pixel from its neighbours, in the colour that differs most. Logarithms make a step of a third the
 * same step in light and in shadow.
 */
export function edgesOf(planes: readonly Grey[]): Grey {
  const [first] = planes;
  if (!first) throw new Error('A picture has colours');
  const { width, height } = first;
  const edges = new Float32Array(width * height);
  for (const plane of planes) {
    const logs = boxBlurred({ width, height, data: logarithmsOf(plane.data) }, 1).data;
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const place = y * width + x;
        const across = (logs[place + 1] ?? 0) - (logs[place - 1] ?? 0);
        const down = (logs[place + width] ?? 0) - (logs[place - width] ?? 0);
        const strength = Math.abs(across) + Math.abs(down);
        if (strength > (edges[place] ?? 0)) edges[place] = strength;
      }
    }
  }
  return { width, height, data: edges };
}

function logarithmsOf(values: Float32Array): Float32Array {
  const logarithms = new Float32Array(values.length);
  for (let place = 0; place < values.length; place += 1)
    logarithms[place] = LOGARITHMS[Math.round((values[place] ?? 0) / FINENESS)] ?? 0;
  return logarithms;
}
