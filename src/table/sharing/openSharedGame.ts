import { COLUMNS, FIRST_GRID, fromOtherSide, rowsOf } from '#domain/table/board.ts';
import type { Size } from '#domain/framing.ts';
import type { Board } from '#domain/table/game.ts';
import { decodedGame, GAME_HASH } from '#domain/table/sharing/gameCode.ts';

/** Cards are half as wide again as high. */
const CARD = { width: 180, height: 120 };
const SHEET_COLOUR = '#d9c9a3';

/**
 * The board in the page's address, on an empty sheet in place of the photo; undefined where there is none. In Duet the
 * phone that opens it is on the other side of the table.
 */
export function openSharedGame(hash: string): Board | undefined {
  const game = decodedGame(hash.slice(GAME_HASH.length));
  if (!game) return undefined;
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ] as const;
  const sheet = { width: COLUMNS * CARD.width, height: rowsOf(game.grid ?? FIRST_GRID) * CARD.height };
  return { photo: { dataUrl: emptySheet(sheet), ...sheet }, corners, ...fromOtherSide(game) };
}

function emptySheet({ width, height }: Size): string {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This device has no memory left for a board');
  context.fillStyle = SHEET_COLOUR;
  context.fillRect(0, 0, width, height);
  return canvas.toDataURL('image/jpeg');
}
