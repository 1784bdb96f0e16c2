import { cellsOf, FIRST_GRID, type Grid } from '../board.ts';
import type { Grey, Pixels } from '../finding/pixels.ts';
import { cellCorners, type Corners } from '../geometry.ts';
import { cardPicture, cornersInPixels, greyOf, turnOf, upsideDown } from './cardPicture.ts';
import { textLineOf } from './textLine.ts';

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
    const card = cardPicture(photo, place, turnOf(place));
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
