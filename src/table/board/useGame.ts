import { clear, createStore, getMany, set, setMany, type UseStore } from 'idb-keyval';
import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { BOARD_DATABASE } from '#contract/storageKeys.ts';
import { FIRST_SPOKEN_GAME, playAndAnnounce } from '#domain/table/announcements.ts';
import { FIRST_GRID, GRIDS, isMarks, isWords } from '#domain/table/board.ts';
import { type Board, type BoardPhoto, type Game, type GameEvent, gridFromOf } from '#domain/table/game.ts';
import { isConvex, isCorners } from '#domain/table/geometry.ts';
import { isRecord } from '#domain/records.ts';

/** The grid is stored separately from the photo, so that a tap on a cell does not write a megabyte. */
const { name, store: storeName, photo: PHOTO, grid: GRID } = BOARD_DATABASE;

/** Stores the board on this device; nothing else reads or writes this database. */
interface BoardStorage {
  load: () => Promise<Board | undefined>;
  /** Rejects when the device fails to store the board. Of the boards given during a write only the last is written. */
  keep: (board: Board | undefined) => Promise<void>;
}

function openBoardStorage(): BoardStorage {
  let store: UseStore | undefined;
  let wanted: Board | undefined;
  let stored: Board | undefined;
  let writing: Promise<void> | undefined;

  const openedStore = () => (store ??= createStore(name, storeName));

  async function write(): Promise<void> {
    while (stored !== wanted) {
      const next = wanted;
      await writeChange(openedStore(), stored, next);
      stored = next;
    }
  }

  return {
    async load() {
      const [photo, grid] = await getMany<unknown>([PHOTO, GRID], openedStore());
      const board = asBoard(photo, grid);
      // A board that was photographed while a slow device was still reading is newer than the stored one.
      if (wanted) return undefined;
      stored = board;
      wanted = board;
      return board;
    },
    keep(board) {
      if (sameBoard(board, wanted)) return writing ?? Promise.resolve();
      wanted = board;
      writing ??= write().finally(() => (writing = undefined));
      return writing;
    },
  };
}

function writeChange(store: UseStore, before: Board | undefined, board: Board | undefined): Promise<void> {
  if (!board) return clear(store);
  const { photo, ...grid } = board;
  if (before?.photo === photo) return set(GRID, grid, store);
  return setMany(
    [
      [PHOTO, photo],
      [GRID, grid],
    ],
    store,
  );
}

function sameBoard(one: Board | undefined, other: Board | undefined): boolean {
  return (
    one?.photo === other?.photo &&
    one?.corners === other?.corners &&
    one?.marks === other?.marks &&
    one?.words === other?.words &&
    one?.grid === other?.grid &&
    one?.gridFrom === other?.gridFrom &&
    one?.side === other?.side &&
    one?.otherKey === other?.otherKey &&
    one?.isSecret === other?.isSecret
  );
}

/** The board made of two stored values; undefined if they are from an older version or an interrupted write. */
function asBoard(photo: unknown, grid: unknown): Board | undefined {
  if (!isPhoto(photo) || !isRecord(grid)) return undefined;
  const { corners, marks, words, isSecret, side, otherKey } = grid;
  if (!isCorners(corners) || !isConvex(corners) || !isMarks(marks)) return undefined;
  return {
    photo,
    corners,
    marks,
    ...(isWords(words) && { words }),
    isSecret: isSecret === true,
    grid: GRIDS.find((each) => each === grid.grid) ?? FIRST_GRID,
    gridFrom: gridFromOf(grid.gridFrom) ?? 'hand',
    ...(isMarks(otherKey) && { otherKey, side: side === 'B' ? 'B' : 'A' }),
  };
}

function isPhoto(value: unknown): value is BoardPhoto {
  if (!isRecord(value)) return false;
  const { dataUrl, width, height } = value;
  return typeof dataUrl === 'string' && dataUrl.startsWith('data:image/jpeg') && isSide(width) && isSide(height);
}

function isSide(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

/** After this long the camera starts without the stored board: a browser's storage may never respond. */
const STORAGE_TIMEOUT_MS = 3_000;

interface StoredGame {
  game: Game;
  words: string;
  dispatch: Dispatch<GameEvent>;
  /** False once the device has failed to store the board. */
  isStored: boolean;
}

/** The game, which survives a reload, a locked phone and a closed app. */
export function useGame(): StoredGame {
  const [{ game, words }, dispatch] = useReducer(playAndAnnounce, FIRST_SPOKEN_GAME);
  const [storage] = useState(openBoardStorage);
  const [isStored, setStored] = useState(true);

  useEffect(() => {
    let unmounted = false;
    const restore = (board: Board | undefined) => {
      clearTimeout(timeout);
      if (!unmounted) dispatch({ type: 'restored', board });
    };
    const timeout = setTimeout(restore, STORAGE_TIMEOUT_MS, undefined);
    loadBoard(storage).then(restore, () => {
      restore(undefined);
      if (!unmounted) setStored(false);
    });
    return () => {
      unmounted = true;
      clearTimeout(timeout);
    };
  }, [storage]);

  // The storage is not changed while a new photo is reviewed, and not before the stored board has been read.
  const settled = game.stage === 'live' || game.stage === 'used';
  const board = game.stage === 'used' ? game : undefined;
  const { photo, corners, marks, words: read, isSecret = false, grid, gridFrom, side, otherKey } = board ?? NO_BOARD;
  useEffect(() => {
    if (!settled) return;
    const now =
      photo && corners && marks
        ? {
            photo,
            corners,
            marks,
            isSecret,
            ...(read && { words: read }),
            ...(grid && { grid }),
            ...(gridFrom && { gridFrom }),
            ...(side && { side }),
            ...(otherKey && { otherKey }),
          }
        : undefined;
    storage.keep(now).then(
      () => setStored(true),
      () => setStored(false),
    );
  }, [storage, settled, photo, corners, marks, read, isSecret, grid, gridFrom, side, otherKey]);

  return { game, words, dispatch, isStored };
}

/** The board in the page's address, from another phone's code, or else the stored one. */
async function loadBoard(storage: BoardStorage): Promise<Board | undefined> {
  const stored = storage.load();
  if (!location.hash.startsWith('#game=')) return stored;
  // A device without storage opens a shared board all the same.
  await stored.catch(() => undefined);
  const { openSharedGame } = await import('#src/table/sharing/openSharedGame.ts');
  const shared = openSharedGame(location.hash);
  // A reload continues with the stored board and its new marks.
  if (shared) history.replaceState(history.state, '', location.pathname);
  return shared ?? stored;
}

const NO_BOARD: Partial<Board> = {};
