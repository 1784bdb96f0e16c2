import type { Board } from '#domain/codenames/game.ts';
import { decodedGame, GAME_HASH } from '#domain/codenames/sharing/gameCode.ts';

/** Cards are half as wide again as high. */
const SHEET = { width: 900, height: 600 };
const SHEET_COLOUR = '#d9c9a3';

/** The board in the page's address, on an empty sheet in place of the photo; undefined where there is none. */
export function openSharedGame(hash: string): Board | undefined {
  const game = decodedGame(hash.slice(GAME_HASH.length));
  if (!game) return undefined;
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ] as const;
  return { photo: { dataUrl: emptySheet(), ...SHEET }, corners, ...game };
}

function emptySheet(): string {
  const canvas = document.createElement('canvas');
  canvas.width = SHEET.width;
  canvas.height = SHEET.height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This device has no memory left for a board');
  context.fillStyle = SHEET_COLOUR;
  context.fillRect(0, 0, SHEET.width, SHEET.height);
  return canvas.toDataURL('image/jpeg');
}
