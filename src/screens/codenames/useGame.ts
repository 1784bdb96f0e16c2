import { useEffect, useReducer, useState, type Dispatch } from 'react';
import type { Board, Game, GameEvent } from '../../domain/codenames/game.ts';
import { FIRST_SPOKEN_GAME, playAndAnnounce } from '../../domain/codenames/announcements.ts';
import { openBoardStorage } from './board/boardStorage.ts';

/** A storage that hangs must not keep the camera shut. */
const STORAGE_PATIENCE_MS = 3_000;

export interface KeptGame {
  game: Game;
  words: string;
  dispatch: Dispatch<GameEvent>;
  /** False once the device has refused to keep the board. */
  kept: boolean;
}

/** The game, which survives a reload, a lock and a closed app. */
export function useGame(): KeptGame {
  const [{ game, words }, dispatch] = useReducer(playAndAnnounce, FIRST_SPOKEN_GAME);
  const [storage] = useState(openBoardStorage);
  const [kept, setKept] = useState(true);

  useEffect(() => {
    let over = false;
    const restore = (board: Board | undefined) => {
      clearTimeout(patience);
      if (!over) dispatch({ type: 'restored', board });
    };
    const patience = setTimeout(restore, STORAGE_PATIENCE_MS, undefined);
    storage.load().then(restore, () => {
      restore(undefined);
      if (!over) setKept(false);
    });
    return () => {
      over = true;
      clearTimeout(patience);
    };
  }, [storage]);

  const settled = game.stage === 'live' || game.stage === 'used';
  const { photo, corners, marks } = game.stage === 'used' ? game : NOTHING;
  useEffect(() => {
    if (!settled) return;
    const board = photo && corners && marks ? { photo, corners, marks } : undefined;
    storage.keep(board).then(
      () => setKept(true),
      () => setKept(false),
    );
  }, [storage, settled, photo, corners, marks]);

  return { game, words, dispatch, kept };
}

const NOTHING: Partial<Board> = {};
