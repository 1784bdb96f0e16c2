import { type Grid, rowsOf } from '#domain/table/board.ts';
import type { Pixels } from '#domain/table/finding/pixels.ts';
import type { Point, Size } from '#domain/framing.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';

export type Colour = readonly [number, number, number];

/** A picture of one colour for each pixel. */
export function picture({ width, height }: Size, colourAt: (place: Point) => Colour): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([...colourAt({ x: x + 0.5, y: y + 0.5 }), 255], (y * width + x) * 4);
  return { width, height, data };
}

const TABLE: Colour = [96, 62, 40];
const CARD: Colour = [222, 205, 170];

interface Board extends Size {
  /** In fractions of the picture. */
  corners: Corners;
  /** The part of its place that a card fills. */
  fill?: number;
  /** The same by row and column. */
  fillOf?: (row: number, column: number) => number;
  /** By how much a card lies askew, in radians, by row and column. */
  turnOf?: (row: number, column: number) => number;
  /** The cards that are there, by row and column. */
  has?: (row: number, column: number) => boolean;
  grid?: Grid;
  colourOf?: (row: number, column: number) => Colour;
}

/** Light cards in rows and columns on a dark table. */
export function drawnBoard(board: Board): Pixels {
  const {
    corners,
    fill = 0.88,
    fillOf = () => fill,
    turnOf = () => 0,
    has = () => true,
    grid = '5x5',
    colourOf = () => CARD,
    ...size
  } = board;
  const rows = rowsOf(grid);
  const toBoard = inverted(fromUnitSquare(corners));
  return picture(size, ({ x, y }) => {
    const place = mapped(toBoard, { x: x / size.width, y: y / size.height });
    const [column, row] = [Math.floor(place.x * 5), Math.floor(place.y * rows)];
    const isOnBoard = place.x >= 0 && place.y >= 0 && column < 5 && row < rows;
    const [right, below] = [place.x * 5 - column - 0.5, place.y * rows - row - 0.5];
    const turn = turnOf(row, column);
    const across = Math.abs(right * Math.cos(turn) - below * Math.sin(turn));
    const down = Math.abs(right * Math.sin(turn) + below * Math.cos(turn));
    const isOnCard = Math.max(across, down) < fillOf(row, column) / 2;
    return isOnBoard && isOnCard && has(row, column) ? colourOf(row, column) : TABLE;
  });
}
