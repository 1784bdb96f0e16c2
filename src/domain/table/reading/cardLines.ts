import { cellsOf, FIRST_GRID, type Grid } from '../board.ts';
import type { Grey, Pixels } from '../finding/pixels.ts';
import { cellCorners, type Corners } from '../geometry.ts';
import { cardPicture, textTurn, upsideDown } from './cardPicture.ts';
import { textLineOf } from './textLine.ts';
import type { Point } from '#domain/framing.ts';

/** A line of letters, ready for the reader. */
export interface CardLine {
  /** A picture file. */
  picture: Uint8Array<ArrayBuffer>;
  letterHeight: number;
  isCut: boolean;
}

/** The lines of all cards, in the order of the cells: none, one or two each, the one with the larger letters first. */
export function cardLines(pixels: Pixels, corners: Corners, grid: Grid = FIRST_GRID): CardLine[][] {
  const photo = greyOf(pixels);
  return cellsOf(grid).map((cell) => {
    const place = cornersInPixels(cellCorners(corners, cell, grid), photo);
    const card = cardPicture(photo, place, textTurn(place));
    return [card, upsideDown(card)]
      .flatMap((turned) => textLineOf(turned) ?? [])
      .map(({ picture, letterHeight, isCut }) => ({ picture: pgmOf(picture), letterHeight, isCut }))
      .sort((one, other) => other.letterHeight - one.letterHeight);
  });
}

/** A picture in the simplest format that the reader understands: a line of text, then a byte for each pixel. */
function pgmOf({ width, height, data }: Grey): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  data.forEach((value, place) => (bytes[head.length + place] = Math.round(value)));
  return bytes;
}

/** Converts corners from fractions of the photo to pixels. */
function cornersInPixels(corners: Corners, { width, height }: Grey): Corners {
  const [p0, p1, p2, p3] = corners;
  const inPixels = ({ x, y }: Point) => ({ x: x * width, y: y * height });
  return [inPixels(p0), inPixels(p1), inPixels(p2), inPixels(p3)];
}

/** The photo's brightness, since reading ignores colours. */
function greyOf({ width, height, data }: Pixels): Grey {
  const grey = new Float32Array(width * height);
  for (let place = 0; place < grey.length; place += 1) {
    const from = place * 4;
    grey[place] = 0.3 * (data[from] ?? 0) + 0.59 * (data[from + 1] ?? 0) + 0.11 * (data[from + 2] ?? 0);
  }
  return { width, height, data: grey };
}
