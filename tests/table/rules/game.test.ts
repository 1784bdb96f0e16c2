import { describe, expect, it } from 'vitest';
import { playAndAnnounce } from '#domain/table/announcements.ts';
import { ROLES } from '#domain/table/board.ts';
import { FIRST_GAME, play, type Game, type GameEvent, type GridFrom, type Used } from '#domain/table/game.ts';
import { overlayCorners } from '#domain/table/geometry.ts';

const photo = { dataUrl: 'data:image/jpeg;base64,AAAA', width: 400, height: 400 };
const corners = overlayCorners(photo, 'square');
const cell = { row: 1, column: 2 };

const LIVE: Game = { stage: 'live' };
const TAKEN: Game = { stage: 'taken', photo, corners, grid: '5x5', gridFrom: 'viewfinder' };

function after(...events: GameEvent[]): Game {
  return events.reduce(play, FIRST_GAME);
}

function used(...events: GameEvent[]): Used {
  const game = after(
    { type: 'restored', board: undefined },
    { type: 'photo-taken', photo, corners, grid: '5x5' },
    { type: 'use-photo' },
    ...events,
  );
  if (game.stage !== 'used') throw new Error(`The game is at ${game.stage}`);
  return game;
}

const EVENTS: GameEvent[] = [
  { type: 'restored', board: undefined },
  { type: 'photo-taken', photo, corners, grid: '5x5' },
  { type: 'grid-chosen', grid: '5x4' },
  { type: 'board-found', from: corners, corners: overlayCorners(photo, 'wide') },
  { type: 'board-missed', from: corners },
  { type: 'try-again' },
  { type: 'use-photo' },
  { type: 'tool-tapped', tool: 'neutral' },
  { type: 'cell-tapped', cell },
  { type: 'idle' },
  { type: 'undo' },
  { type: 'align', on: true },
  { type: 'corner-moved', index: 0, to: { x: 0.1, y: 0.1 } },
  { type: 'start-over' },
];

/** Which of the events above may change anything at a stage. */
function heard(game: Game): string[] {
  return EVENTS.filter((event) => play(game, event) !== game).map(({ type }) => type);
}

function origin(game: Game): GridFrom | undefined {
  return game.stage === 'taken' || game.stage === 'used' ? game.gridFrom : undefined;
}

describe('the flow', () => {
  it('begins with the kept board, or with the camera', () => {
    expect(FIRST_GAME).toEqual({ stage: 'restoring' });
    const board = { photo, corners, marks: { '0-0': 'neutral' } } as const;
    expect(after({ type: 'restored', board: undefined })).toEqual(LIVE);
    expect(after({ type: 'restored', board })).toMatchObject({ stage: 'used', ...board, tool: undefined, history: [] });
  });

  it('lays the grid onto the board that was found, unless a corner was moved meanwhile', () => {
    const found = overlayCorners(photo, 'wide');
    const event: GameEvent = { type: 'board-found', from: corners, corners: found };
    expect(play(TAKEN, event)).toEqual({ ...TAKEN, corners: found, gridFrom: 'photo' });
    const moved = play(TAKEN, { type: 'corner-moved', index: 0, to: { x: 0.2, y: 0.2 } });
    expect(play(moved, event)).toBe(moved);
    expect(play(moved, { type: 'board-missed', from: corners })).toBe(moved);
  });

  it('notes where the grid comes from, through its use', () => {
    const missed = play(TAKEN, { type: 'board-missed', from: corners });
    const byHand = play(missed, { type: 'corner-moved', index: 0, to: { x: 0.1, y: 0.1 } });
    expect([missed, byHand].map(origin)).toEqual(['nowhere', 'hand']);
    const inUse = play(missed, { type: 'use-photo' });
    expect(origin(inUse)).toBe('nowhere');
    const adjusting = play(inUse, { type: 'align', on: true });
    expect(origin(adjusting)).toBe('nowhere');
    expect(origin(play(adjusting, { type: 'align', on: false })), 'whoever is done agrees').toBe('hand');
    expect(origin(after({ type: 'restored', board: { photo, corners, marks: {} } })), 'of older versions').toBe('hand');
  });

  it('goes from the camera to the photo, and back or on', () => {
    expect(play(LIVE, { type: 'photo-taken', photo, corners, grid: '5x5' })).toEqual(TAKEN);
    expect(play(TAKEN, { type: 'try-again' })).toEqual(LIVE);
    expect(play(TAKEN, { type: 'use-photo' })).toMatchObject({ stage: 'used', photo, corners, marks: {} });
  });

  it('hears at each stage only what belongs to it', () => {
    expect(heard(FIRST_GAME)).toEqual(['restored']);
    expect(heard(LIVE)).toEqual(['photo-taken']);
    expect(heard(TAKEN)).toEqual([
      'grid-chosen',
      'board-found',
      'board-missed',
      'try-again',
      'use-photo',
      'corner-moved',
    ]);
    expect(heard(used())).toEqual(['tool-tapped', 'align', 'corner-moved', 'start-over']);
  });

  it('still takes the board of a device that was slow to hand it out', () => {
    expect(play(LIVE, { type: 'restored', board: { photo, corners, marks: {} } }).stage).toBe('used');
    expect(play(TAKEN, { type: 'restored', board: { photo, corners, marks: {} } })).toBe(TAKEN);
  });

  it('starts over with nothing left', () => {
    const game = used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'cell-tapped', cell });
    expect(play(game, { type: 'start-over' })).toEqual(LIVE);
  });
});

describe('choosing and marking', () => {
  it('marks a cell with each of the six roles', () => {
    for (const role of ROLES) {
      const game = used({ type: 'tool-tapped', tool: role }, { type: 'cell-tapped', cell });
      expect(game.marks).toEqual({ '1-2': role });
      expect(game.tool, 'it stays chosen for the next cell').toBe(role);
    }
  });

  it('ignores a cell while nothing is chosen', () => {
    const game = used();
    expect(play(game, { type: 'cell-tapped', cell })).toBe(game);
  });

  it('lets go of a role tapped again, and takes another in its stead', () => {
    expect(
      used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'tool-tapped', tool: 'neutral' }).tool,
    ).toBeUndefined();
    expect(used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'tool-tapped', tool: 'red-found' }).tool).toBe(
      'red-found',
    );
  });

  it('lets go of it after idleness, and keeps the marks', () => {
    const game = used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'cell-tapped', cell }, { type: 'idle' });
    expect(game.tool).toBeUndefined();
    expect(game.marks).toEqual({ '1-2': 'neutral' });
  });

  it('gives a marked cell another role, and leaves one that has it already', () => {
    const red = used({ type: 'tool-tapped', tool: 'red-target' }, { type: 'cell-tapped', cell });
    expect(play(red, { type: 'cell-tapped', cell })).toBe(red);
    const found = play(play(red, { type: 'tool-tapped', tool: 'red-found' }), { type: 'cell-tapped', cell });
    expect(found).toMatchObject({ marks: { '1-2': 'red-found' } });
  });

  it('erases', () => {
    const game = used(
      { type: 'tool-tapped', tool: 'red-target' },
      { type: 'cell-tapped', cell },
      { type: 'tool-tapped', tool: 'eraser' },
      { type: 'cell-tapped', cell },
    );
    expect(game.marks).toEqual({});
  });
});

const tap = (column: number): GameEvent => ({ type: 'cell-tapped', cell: { row: 0, column } });

describe('undo', () => {
  it('goes back step by step, erasing included, and stops at the start', () => {
    let game: Game = used(
      { type: 'tool-tapped', tool: 'blue-target' },
      tap(0),
      tap(1),
      { type: 'tool-tapped', tool: 'eraser' },
      tap(0),
    );
    expect(game).toMatchObject({ marks: { '0-1': 'blue-target' } });
    game = play(game, { type: 'undo' });
    expect(game).toMatchObject({ marks: { '0-0': 'blue-target', '0-1': 'blue-target' } });
    game = play(game, { type: 'undo' });
    expect(game).toMatchObject({ marks: { '0-0': 'blue-target' } });
    game = play(game, { type: 'undo' });
    expect(game).toMatchObject({ marks: {}, history: [] });
    expect(play(game, { type: 'undo' })).toBe(game);
  });

  it('does not count taps that changed nothing', () => {
    const game = used({ type: 'tool-tapped', tool: 'blue-target' }, tap(0), tap(0), tap(0));
    expect(game.history).toHaveLength(1);
  });

  it('remembers a hundred steps and no more', () => {
    let game: Game = used();
    for (let step = 0; step < 130; step += 1) {
      game = play(play(game, { type: 'tool-tapped', tool: step % 2 ? 'neutral' : 'red-target' }), tap(0));
    }
    expect(game.stage === 'used' && game.history.length).toBe(100);
  });
});

describe('alignment', () => {
  const to = { x: 0.11, y: 0.09 };

  it('moves a corner before and after the photo is used, and keeps the marks', () => {
    expect(play(TAKEN, { type: 'corner-moved', index: 0, to })).toMatchObject({ corners: [to, {}, {}, {}] });
    const marked = used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'cell-tapped', cell });
    expect(play(marked, { type: 'corner-moved', index: 0, to })).toMatchObject({
      corners: [to, {}, {}, {}],
      marks: { '1-2': 'neutral' },
    });
  });

  it('lets go of the role, and marks nothing meanwhile', () => {
    const aligning = used({ type: 'tool-tapped', tool: 'neutral' }, { type: 'align', on: true });
    expect(aligning).toMatchObject({ aligning: true, tool: undefined });
    const chosen = play(aligning, { type: 'tool-tapped', tool: 'neutral' });
    expect(play(chosen, { type: 'cell-tapped', cell })).toBe(chosen);
    expect(play(aligning, { type: 'align', on: false })).toMatchObject({ aligning: false });
  });
});

describe('words and keys', () => {
  const read: GameEvent = {
    type: 'words-read',
    of: photo,
    words: { '0-0': { text: 'ANCHOR', isSure: true }, '1-2': { text: 'BISHOP', isSure: false } },
  };

  it('takes no word as certain under a grid that nobody found or set', () => {
    expect(used(read).words['0-0']).toEqual({ text: 'ANCHOR', isSure: false });
    expect(used({ type: 'corner-moved', index: 0, to: { x: 0.2, y: 0.2 } }, read).words['0-0']?.isSure).toBe(true);
    const found: GameEvent = { type: 'board-found', from: corners, corners: overlayCorners(photo, 'wide') };
    expect(play(play(play(TAKEN, found), { type: 'use-photo' }), read)).toMatchObject({
      words: { '0-0': { isSure: true } },
    });
  });

  it('takes the words that were read, but for those that somebody corrected', () => {
    const set: GameEvent = { type: 'corner-moved', index: 0, to: { x: 0.2, y: 0.2 } };
    const corrected = used(set, read, { type: 'word-corrected', cell, text: 'BISHOPS' }, read);
    expect(corrected.words['0-0']).toEqual({ text: 'ANCHOR', isSure: true });
    expect(corrected.words['1-2']).toMatchObject({ text: 'BISHOPS', isSure: true });
    expect(used(read, { type: 'word-corrected', cell, text: '' }).words).not.toHaveProperty('1-2');
  });

  it('does not take those of another photo, whose reading ended after the next board was photographed', () => {
    const next = used();
    expect(play(next, { ...read, of: { ...photo } })).toBe(next);
    expect(playAndAnnounce({ game: next, words: 'Said before' }, { ...read, of: { ...photo } }).words).toBe(
      'Said before',
    );
  });

  it('keeps the words of a stored board', () => {
    const words = { '0-0': { text: 'ANCHOR', isSure: true } };
    expect(after({ type: 'restored', board: { photo, corners, marks: {}, words } })).toMatchObject({ words });
  });

  it('marks by a key card, and takes that back', () => {
    const keyed = used({ type: 'key-used', marks: { '0-0': 'red-target', '0-1': 'assassin-target' } });
    expect(keyed.marks).toEqual({ '0-0': 'red-target', '0-1': 'assassin-target' });
    expect(play(keyed, { type: 'undo' })).toMatchObject({ marks: {} });
  });
});

const begin = (grid: '5x4' | 'duet', ...events: GameEvent[]) => {
  const taken = after({ type: 'restored', board: undefined }, { type: 'photo-taken', photo, corners, grid });
  const game = [{ type: 'use-photo' } as const, ...events].reduce(play, taken);
  if (game.stage !== 'used') throw new Error(`The game is at ${game.stage}`);
  return game;
};
const find = (tool: 'green-target' | 'green-found'): GameEvent[] => [{ type: 'tool-tapped', tool }, tap(0)];

describe('other grids', () => {
  it('are chosen with the photo, or while it is reviewed, and stay', () => {
    expect(play(TAKEN, { type: 'grid-chosen', grid: '5x4' })).toEqual({ ...TAKEN, grid: '5x4' });
    expect(begin('5x4')).toMatchObject({ grid: '5x4', marks: {} });
    expect(begin('5x4')).not.toHaveProperty('otherKey');
    const board = { photo, corners, marks: {}, grid: '5x4' } as const;
    expect(after({ type: 'restored', board })).toMatchObject(board);
  });

  it('have a key for each side in Duet', () => {
    const other: GameEvent = { type: 'other-side' };
    const game = begin('duet', ...find('green-target'), other);
    expect(game).toMatchObject({ side: 'B', marks: {}, otherKey: { '0-0': 'green-target' }, history: [] });
    expect(play(game, other)).toMatchObject({ side: 'A', marks: { '0-0': 'green-target' }, otherKey: {} });
    expect(play(used(), other)).toMatchObject({ marks: {} });
  });

  it('show an agent who is found to both sides in Duet, until that is taken back', () => {
    const game = begin('duet', ...find('green-target'), { type: 'other-side' }, ...find('green-found'));
    expect(game).toMatchObject({ marks: { '0-0': 'green-found' }, otherKey: { '0-0': 'green-found' } });
    expect(play(game, { type: 'undo' })).toMatchObject({ marks: {}, otherKey: { '0-0': 'green-target' } });
    const erased = play(play(game, { type: 'tool-tapped', tool: 'eraser' }), tap(0));
    expect(erased).toMatchObject({ marks: {}, otherKey: {} });
  });
});

describe('what the spymaster hides', () => {
  it('is hidden and shown, and nothing else changes', () => {
    const game = used({ type: 'tool-tapped', tool: 'red-target' });
    expect(play(game, { type: 'secret', on: true })).toEqual({ ...game, isSecret: true });
    expect(play(game, { type: 'secret', on: false })).toEqual({ ...game, isSecret: false });
  });
});

describe('a second photo of the table', () => {
  it('marks what is covered since, and takes that back', () => {
    const game = used({ type: 'covers-used', marks: { '0-0': 'red-found' } });
    expect(game.marks).toEqual({ '0-0': 'red-found' });
    expect(play(game, { type: 'undo' })).toMatchObject({ marks: {} });
  });
});

describe('the side of a stored board of Duet', () => {
  const board = { photo, corners, marks: {}, grid: 'duet' } as const;

  it('is A at first, and stays what it was', () => {
    expect(after({ type: 'restored', board })).toMatchObject({ side: 'A', otherKey: {} });
    expect(after({ type: 'restored', board: { ...board, side: 'B' } })).toMatchObject({ side: 'B' });
  });

  it('is nothing that a board which is found too late could change', () => {
    const game = after({ type: 'restored', board });
    expect(play(game, { type: 'board-found', from: corners, corners: overlayCorners(photo, 'wide') })).toBe(game);
    expect(play(game, { type: 'grid-chosen', grid: '5x4' })).toBe(game);
    expect(play(TAKEN, { type: 'grid-chosen', grid: '5x5' })).toBe(TAKEN);
  });
});
