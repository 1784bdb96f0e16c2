import type { Point } from '#domain/framing.ts';
import type { Corners } from '../geometry.ts';
import { fromUnitSquare } from '../homography.ts';
import type { Grey } from '../finding/pixels.ts';

/** The height of a card in the picture that is read: its word is then as high as the reader was trained on. */
export const CARD_HEIGHT_PX = 200;
/** The share of the neighbours in the picture, by the card's size: cards do not lie exactly in their places. */
const AROUND = 0.06;

/** In quarters of a circle. */
type Turn = 0 | 1;

/**
 * The turn after which words run from left to right, either upright or upside down: they run along the longer side of a
 * card.
 */
export function textTurn([p0, p1, p2, p3]: Corners): Turn {
  const across = distance(p0, p1) + distance(p3, p2);
  const down = distance(p0, p3) + distance(p1, p2);
  return down > across * 1.12 ? 1 : 0;
}

/** A card seen from straight above. */
export interface CardPicture {
  grey: Grey;
  /** The brightness at a place in the picture, from the photo itself, which may be finer. */
  brightnessAt: (x: number, y: number) => number;
}

/** A card seen from straight above, turned. */
export function cardPicture(photo: Grey, corners: Corners, turn: Turn): CardPicture {
  const corner = (index: number) => corners[(index + turn) % 4] ?? corners[0];
  const turned: Corners = [corner(0), corner(1), corner(2), corner(3)];
  const [p0, p1, p2, p3] = turned;
  const aspect = (distance(p0, p1) + distance(p3, p2)) / (distance(p0, p3) + distance(p1, p2));
  const height = CARD_HEIGHT_PX;
  const width = Math.round(height * Math.min(2.2, Math.max(0.6, aspect)));
  const [a, b, c, d, e, f, g, h] = fromUnitSquare(turned);
  const data = new Float32Array(width * height);
  const stretch = 1 + 2 * AROUND;
  const at = (left: number, top: number) => {
    const [x, y] = [(left / width) * stretch - AROUND, (top / height) * stretch - AROUND];
    const depth = g * x + h * y + 1;
    return brightnessAt(photo, (a * x + b * y + c) / depth, (d * x + e * y + f) / depth);
  };
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) data[row * width + column] = at(column + 0.5, row + 0.5);
  return { grey: { width, height, data }, brightnessAt: at };
}

/** The same picture upside down. */
export function upsideDown({ grey: { width, height, data }, brightnessAt: at }: CardPicture): CardPicture {
  const turned = new Float32Array(data.length);
  for (let place = 0; place < data.length; place += 1) turned[place] = data[data.length - 1 - place] ?? 0;
  return { grey: { width, height, data: turned }, brightnessAt: (x, y) => at(width - x, height - y) };
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Interpolates between four pixels; outside of the photo it returns the brightness at the edge. */
function brightnessAt({ width, height, data }: Grey, x: number, y: number): number {
  const across = clamp(x - 0.5, width - 1);
  const down = clamp(y - 0.5, height - 1);
  const left = Math.floor(across);
  const top = Math.floor(down);
  const place = top * width + left;
  const right = left < width - 1 ? 1 : 0;
  const below = top < height - 1 ? width : 0;
  const toRight = across - left;
  const upper = (data[place] ?? 0) * (1 - toRight) + (data[place + right] ?? 0) * toRight;
  const lower = (data[place + below] ?? 0) * (1 - toRight) + (data[place + below + right] ?? 0) * toRight;
  return upper + (lower - upper) * (down - top);
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

/** A connected area, by the rectangle around it. */
export interface Blob {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Pixels. */
  size: number;
}

/** The connected areas at or above a level; pixels that meet at a corner are connected too. */
export function blobsOf({ width, height, data }: Grey, level: number): Blob[] {
  const seen = new Uint8Array(width * height);
  const blobs: Blob[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || (data[start] ?? 0) < level) continue;
    blobs.push(flood({ width, height, data }, { seen, level }, start));
  }
  return blobs;
}

function flood(
  { width, height, data }: Grey,
  { seen, level }: { seen: Uint8Array; level: number },
  start: number,
): Blob {
  const stack = [start];
  seen[start] = 1;
  let [left, right, top, bottom, size] = [width, 0, height, 0, 0];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const [x, y] = [place % width, Math.floor(place / width)];
    size += 1;
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const next = row * width + column;
        if (seen[next] || (data[next] ?? 0) < level) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1, size };
}
