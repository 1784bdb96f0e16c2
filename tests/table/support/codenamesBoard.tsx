import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { encodedGame, GAME_HASH, type SharedGame } from '#domain/table/sharing/gameCode.ts';
import { renderApp } from '#support/screens/renderApp.tsx';

/** No server listens at this address: the game needs none. */
const NO_SERVER = { origin: 'http://127.0.0.1:9' };

/** The screen with a board on an empty sheet, as it comes from another phone: jsdom has no camera. */
export async function openBoard(game: SharedGame) {
  // jsdom has no canvas either.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sheet is filled with one colour, and no more
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA');
  const app = await renderApp(`/codenames${GAME_HASH}${encodedGame(game)}`, NO_SERVER);
  await screen.findByRole('button', { name: 'More' });
  return app;
}

/** The names of the cells that say more than their place. */
export function namedCells(): string[] {
  const names = screen.getAllByRole('button', { name: /^row \d, column \d/ }).map((cell) => cell.ariaLabel ?? '');
  return names.filter((name) => name.split(', ').length > 2);
}
