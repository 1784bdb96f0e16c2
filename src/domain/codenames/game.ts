import {
  type CardWord,
  type Cell,
  cellKey,
  mark,
  type Marks,
  NO_WORDS,
  type Role,
  unmark,
  type Words,
} from './board.ts';
import type { Point, Size } from './framing.ts';
import { type CornerIndex, type Corners, moveCorner } from './geometry.ts';

export interface BoardPhoto extends Size {
  /** The photo as a JPEG. */
  dataUrl: string;
}

/** The game as it is stored on the device, so that a reload does not lose it. */
export interface Board {
  photo: BoardPhoto;
  corners: Corners;
  marks: Marks;
  /** Missing in boards of older versions. */
  words?: Words;
  /** The spymaster's view: targets show only while a button is held. */
  isSecret?: boolean;
}

/** Applies a tap on a cell: gives it a role, or removes its mark. */
export type Tool = Role | 'eraser';

interface Restoring {
  stage: 'restoring';
}

interface Live {
  stage: 'live';
}

export interface Taken {
  stage: 'taken';
  photo: BoardPhoto;
  corners: Corners;
}

export interface Used extends Board {
  stage: 'used';
  words: Words;
  tool: Tool | undefined;
  aligning: boolean;
  /** Earlier marks, which Undo goes back to; the latest come last. */
  history: readonly Marks[];
}

/** The stages of a game: loading a stored board, live camera, photo taken, and photo in use as the board. */
export type Game = Restoring | Live | Taken | Used;

export type GameEvent =
  | { type: 'restored'; board: Board | undefined }
  | { type: 'photo-taken'; photo: BoardPhoto; corners: Corners }
  /** `from` are the corners that the photo had when the search began: a corner that was moved since stays. */
  | { type: 'board-found'; from: Corners; corners: Corners }
  | { type: 'try-again' }
  | { type: 'use-photo' }
  | { type: 'tool-tapped'; tool: Tool }
  | { type: 'cell-tapped'; cell: Cell }
  | { type: 'idle' }
  | { type: 'undo' }
  | { type: 'align'; on: boolean }
  | { type: 'corner-moved'; index: CornerIndex; to: Point }
  /** Marks of a key card that was read, which take the place of all marks. */
  | { type: 'key-used'; marks: Marks }
  /** Marks after a second photo of the same table. */
  | { type: 'covers-used'; marks: Marks }
  | { type: 'secret'; on: boolean }
  | { type: 'words-read'; words: Words }
  | { type: 'word-corrected'; cell: Cell; text: string }
  | { type: 'start-over' };

const MOST_UNDOS = 100;

export const FIRST_GAME: Game = { stage: 'restoring' };

export function play(game: Game, event: GameEvent): Game {
  if (game.stage === 'live') return playLive(game, event);
  if (game.stage === 'taken') return playTaken(game, event);
  if (game.stage === 'used') return playUsed(game, event);
  return event.type === 'restored' ? restored(event.board) : game;
}

function restored(board: Board | undefined): Game {
  return board ? marking(board) : { stage: 'live' };
}

function marking(board: Board): Used {
  return { ...board, words: board.words ?? NO_WORDS, stage: 'used', tool: undefined, aligning: false, history: [] };
}

function playLive(game: Live, event: GameEvent): Game {
  if (event.type === 'photo-taken') return { stage: 'taken', photo: event.photo, corners: event.corners };
  // On a slow device the stored board may be loaded only after the camera has been started without it.
  if (event.type === 'restored' && event.board) return marking(event.board);
  return game;
}

function playTaken(game: Taken, event: GameEvent): Game {
  if (event.type === 'try-again') return { stage: 'live' };
  if (event.type === 'use-photo') return marking({ photo: game.photo, corners: game.corners, marks: {} });
  if (event.type === 'board-found' && game.corners === event.from) return { ...game, corners: event.corners };
  if (event.type === 'corner-moved') return { ...game, corners: moveCorner(game.corners, event.index, event.to) };
  return game;
}

function playUsed(game: Used, event: GameEvent): Game {
  switch (event.type) {
    case 'tool-tapped':
      return { ...game, tool: game.tool === event.tool ? undefined : event.tool };
    case 'cell-tapped':
      return tapped(game, event.cell);
    case 'idle':
      return game.tool ? { ...game, tool: undefined } : game;
    case 'undo':
      return undone(game);
    case 'align':
      return { ...game, aligning: event.on, tool: undefined };
    case 'corner-moved':
      return { ...game, corners: moveCorner(game.corners, event.index, event.to) };
    case 'key-used':
    case 'covers-used':
      return withMarks(game, event.marks);
    case 'secret':
      return { ...game, isSecret: event.on };
    case 'words-read':
      return { ...game, words: { ...event.words, ...confirmedWords(game.words) } };
    case 'word-corrected':
      return { ...game, words: corrected(game.words, event) };
    case 'start-over':
      return { stage: 'live' };
    case 'restored':
    case 'photo-taken':
    case 'board-found':
    case 'try-again':
    case 'use-photo':
      break;
  }
  return game;
}

/** A tap on a cell does nothing while no role is chosen, or while the grid is being aligned. */
function tapped(game: Used, cell: Cell): Used {
  if (!game.tool || game.aligning) return game;
  const marks = game.tool === 'eraser' ? unmark(game.marks, cell) : mark(game.marks, cell, game.tool);
  return withMarks(game, marks);
}

function withMarks(game: Used, marks: Marks): Used {
  return marks === game.marks ? game : { ...game, marks, history: [...game.history.slice(1 - MOST_UNDOS), game.marks] };
}

function undone(game: Used): Used {
  const marks = game.history.at(-1);
  return marks ? { ...game, marks, history: game.history.slice(0, -1) } : game;
}

function confirmedWords(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, { isConfirmed }]) => isConfirmed));
}

/** Without a text the cell has no word any more. */
function corrected(words: Words, { cell, text }: { cell: Cell; text: string }): Words {
  const key = cellKey(cell);
  const others = Object.entries(words).filter(([other]) => other !== key);
  const word: CardWord = { text, isSure: true, isConfirmed: true };
  return Object.fromEntries(text === '' ? others : [...others, [key, word]]);
}
