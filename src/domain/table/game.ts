import {
  type Cell,
  confirmedWords,
  corrected,
  doubted,
  FIRST_GRID,
  fromOtherSide,
  type Grid,
  mark,
  type Marks,
  NO_WORDS,
  type Role,
  type Side,
  unmark,
  withFound,
  type Words,
} from './board.ts';
import type { Point, Size } from '#domain/framing.ts';
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
  /** Missing in boards of older versions, which are all of 5 rows and 5 columns. */
  grid?: Grid;
  /** Missing in boards of older versions, which were played with. */
  gridFrom?: GridFrom;
  /** In Duet: the side of the table that this phone is on, whose key `marks` are. */
  side?: Side;
  /** In Duet: the marks of the other side. */
  otherKey?: Marks;
}

/**
 * The reason why the grid lies where it is: it has the place of the viewfinder's grid, before the board is searched or
 * where it was not found; it lies on the board that was found; or somebody set it.
 */
const GRIDS_FROM = ['viewfinder', 'nowhere', 'photo', 'hand'] as const;
export type GridFrom = (typeof GRIDS_FROM)[number];

export function gridFromOf(value: unknown): GridFrom | undefined {
  return GRIDS_FROM.find((each) => each === value);
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
  grid: Grid;
  gridFrom: GridFrom;
}

export interface Used extends Board {
  stage: 'used';
  words: Words;
  grid: Grid;
  gridFrom: GridFrom;
  tool: Tool | undefined;
  aligning: boolean;
  /** Earlier marks, which Undo goes back to; the latest come last. */
  history: readonly Pick<Board, 'marks' | 'otherKey'>[];
}

/** The stages of a game: loading a stored board, live camera, photo taken, and photo in use as the board. */
export type Game = Restoring | Live | Taken | Used;

export type GameEvent =
  | { type: 'restored'; board: Board | undefined }
  | { type: 'photo-taken'; photo: BoardPhoto; corners: Corners; grid: Grid }
  | { type: 'grid-chosen'; grid: Grid }
  /** `from` are the corners that the photo had when the search began: a corner that was moved since stays. */
  | { type: 'board-found'; from: Corners; corners: Corners }
  | { type: 'board-missed'; from: Corners }
  | { type: 'try-again' }
  | { type: 'use-photo' }
  | { type: 'tool-tapped'; tool: Tool }
  | { type: 'cell-tapped'; cell: Cell }
  | { type: 'idle' }
  | { type: 'undo' }
  | { type: 'align'; on: boolean }
  | { type: 'corner-moved'; index: CornerIndex; to: Point }
  /** The marks of a key card that was read; they replace all marks. */
  | { type: 'key-used'; marks: Marks }
  /** Marks after a second photo of the same table. */
  | { type: 'covers-used'; marks: Marks }
  | { type: 'secret'; on: boolean }
  | { type: 'other-side' }
  /** `of` is the photo that was read: on a slow device another board may be on the screen by now. */
  | { type: 'words-read'; of: BoardPhoto; words: Words }
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
  const { words = NO_WORDS, grid = FIRST_GRID, gridFrom = 'hand' } = board;
  const keys = grid === 'duet' && { side: board.side ?? 'A', otherKey: board.otherKey ?? {} };
  return { ...board, words, grid, gridFrom, ...keys, stage: 'used', tool: undefined, aligning: false, history: [] };
}

function playLive(game: Live, event: GameEvent): Game {
  if (event.type === 'photo-taken') {
    const { photo, corners, grid } = event;
    return { stage: 'taken', photo, corners, grid, gridFrom: 'viewfinder' };
  }
  // On a slow device the stored board may be loaded only after the camera has been started without it.
  if (event.type === 'restored' && event.board) return marking(event.board);
  return game;
}

function playTaken(game: Taken, event: GameEvent): Game {
  if (event.type === 'try-again') return { stage: 'live' };
  if (event.type === 'use-photo') {
    const { photo, corners, grid, gridFrom } = game;
    return marking({ photo, corners, grid, gridFrom, marks: {} });
  }
  if (event.type === 'grid-chosen' && event.grid !== game.grid) return { ...game, grid: event.grid };
  if (event.type === 'board-found' && game.corners === event.from)
    return { ...game, corners: event.corners, gridFrom: 'photo' };
  if (event.type === 'board-missed' && game.corners === event.from) return { ...game, gridFrom: 'nowhere' };
  if (event.type === 'corner-moved') return withCorner(game, event);
  return game;
}

function withCorner<Stage extends Taken | Used>(game: Stage, { index, to }: { index: CornerIndex; to: Point }): Stage {
  return { ...game, corners: moveCorner(game.corners, index, to), gridFrom: 'hand' };
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
      // A player who looked at the corners and is done has agreed to them.
      return { ...game, aligning: event.on, tool: undefined, gridFrom: event.on ? game.gridFrom : 'hand' };
    case 'corner-moved':
      return withCorner(game, event);
    case 'key-used':
    case 'covers-used':
      return withMarks(game, event.marks);
    case 'secret':
      return { ...game, isSecret: event.on };
    case 'other-side':
      return { ...fromOtherSide(game), history: [] };
    case 'words-read':
      return event.of === game.photo ? withWords(game, event.words) : game;
    case 'word-corrected':
      return { ...game, words: corrected(game.words, event.cell, event.text) };
    case 'start-over':
      return { stage: 'live' };
    case 'restored':
    case 'photo-taken':
    case 'grid-chosen':
    case 'board-found':
    case 'board-missed':
    case 'try-again':
    case 'use-photo':
      break;
  }
  return game;
}

/** Under a grid that nobody set and that lies on no board that was found, no word is certain. */
function withWords(game: Used, read: Words): Used {
  const isGridSure = game.gridFrom === 'photo' || game.gridFrom === 'hand';
  return { ...game, words: { ...(isGridSure ? read : doubted(read)), ...confirmedWords(game.words) } };
}

/** A tap on a cell does nothing while no role is chosen, or while the grid is being aligned. */
function tapped(game: Used, cell: Cell): Used {
  if (!game.tool || game.aligning) return game;
  const marks = game.tool === 'eraser' ? unmark(game.marks, cell) : mark(game.marks, cell, game.tool);
  return withMarks(game, marks);
}

function withMarks(game: Used, marks: Marks): Used {
  if (marks === game.marks) return game;
  const { marks: before, otherKey, history } = game;
  return {
    ...game,
    marks,
    ...(otherKey && { otherKey: withFound(otherKey, before, marks) }),
    history: [...history.slice(1 - MOST_UNDOS), { marks: before, ...(otherKey && { otherKey }) }],
  };
}

function undone(game: Used): Used {
  const before = game.history.at(-1);
  return before ? { ...game, ...before, history: game.history.slice(0, -1) } : game;
}
