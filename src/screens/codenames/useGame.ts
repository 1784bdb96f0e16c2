import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { FIRST_SPOKEN_GAME, playAndAnnounce } from '#domain/codenames/announcements.ts';
import type { Board, Game, GameEvent } from '#domain/codenames/game.ts';
import { type BoardStorage, openBoardStorage } from './board/boardStorage.ts';

/** After this long the camera starts without the stored board: a browser's storage may never respond. */
const STORAGE_TIMEOUT_MS = 3_000;

export interface KeptGame {
  game: Game;
  words: string;
  dispatch: Dispatch<GameEvent>;
  /** False once the device has failed to store the board. */
  kept: boolean;
}

/** The game, which survives a reload, a locked phone and a closed app. */
export function useGame(): KeptGame {
  const [{ game, words }, dispatch] = useReducer(playAndAnnounce, FIRST_SPOKEN_GAME);
  const [storage] = useState(openBoardStorage);
  const [kept, setKept] = useState(true);

  useEffect(() => {
    let unmounted = false;
    const restore = (board: Board | undefined) => {
      clearTimeout(timeout);
      if (!unmounted) dispatch({ type: 'restored', board });
    };
    const timeout = setTimeout(restore, STORAGE_TIMEOUT_MS, undefined);
    loadBoard(storage).then(restore, () => {
      restore(undefined);
      if (!unmounted) setKept(false);
    });
    return () => {
      unmounted = true;
      clearTimeout(timeout);
    };
  }, [storage]);

  // The storage is not changed while a new photo is reviewed, and not before the stored board has been read.
  const settled = game.stage === 'live' || game.stage === 'used';
  const { photo, corners, marks, words: read, isSecret = false } = game.stage === 'used' ? game : NO_BOARD;
  useEffect(() => {
    if (!settled) return;
    const board =
      photo && corners && marks ? { photo, corners, marks, isSecret, ...(read && { words: read }) } : undefined;
    storage.keep(board).then(
      () => setKept(true),
      () => setKept(false),
    );
  }, [storage, settled, photo, corners, marks, read, isSecret]);

  return { game, words, dispatch, kept };
}

/** The board in the page's address, which another phone shows as a code, or else the stored one. */
async function loadBoard(storage: BoardStorage): Promise<Board | undefined> {
  const stored = storage.load();
  if (!location.hash.startsWith('#game=')) return stored;
  // A device without a storage opens a shared board all the same.
  await stored.catch(() => undefined);
  const { openSharedGame } = await import('./sharing/openSharedGame.ts');
  const shared = openSharedGame(location.hash);
  // A reload goes on with the stored board and its new marks.
  if (shared) history.replaceState(history.state, '', location.pathname);
  return shared ?? stored;
}

const NO_BOARD: Partial<Board> = {};
