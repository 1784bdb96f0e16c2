import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { FIRST_SPOKEN_GAME, playAndAnnounce } from '#domain/codenames/announcements.ts';
import type { Board, Game, GameEvent } from '#domain/codenames/game.ts';
import { openBoardStorage } from './board/boardStorage.ts';

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
    storage.load().then(restore, () => {
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
  const { photo, corners, marks, words: read } = game.stage === 'used' ? game : NO_BOARD;
  useEffect(() => {
    if (!settled) return;
    const board = photo && corners && marks ? { photo, corners, marks, ...(read && { words: read }) } : undefined;
    storage.keep(board).then(
      () => setKept(true),
      () => setKept(false),
    );
  }, [storage, settled, photo, corners, marks, read]);

  return { game, words, dispatch, kept };
}

const NO_BOARD: Partial<Board> = {};
