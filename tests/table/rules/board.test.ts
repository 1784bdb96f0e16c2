import { describe, expect, it } from 'vitest';
import {
  areTooFew,
  cellKey,
  cellName,
  CELLS,
  cellsOf,
  confirmedWords,
  corrected,
  GRIDS,
  isMarks,
  isRole,
  isWords,
  mark,
  markedCellName,
  neighbour,
  ROLE_NAMES,
  ROLES,
  rolesOf,
  teamCount,
  unmark,
  withFound,
  withoutSecrets,
  type Words,
} from '#domain/table/board.ts';

describe('cells', () => {
  it('are 25, keyed row-column from 0 in reading order', () => {
    const keys = CELLS.map((cell) => cellKey(cell));
    expect(keys).toHaveLength(25);
    expect(new Set(keys).size).toBe(25);
    expect(keys.slice(0, 6)).toEqual(['0-0', '0-1', '0-2', '0-3', '0-4', '1-0']);
    expect(keys.at(-1)).toBe('4-4');
  });

  it('are four rows in Pictures, and as many as with words in Duet', () => {
    expect(GRIDS.map((grid) => cellsOf(grid).length)).toEqual([25, 20, 25]);
    expect(cellsOf('5x4').at(-1)).toEqual({ row: 3, column: 4 });
  });

  it('are named for people from 1, with the role once marked', () => {
    expect(cellName({ row: 0, column: 0 })).toBe('row 1, column 1');
    expect(markedCellName({ row: 1, column: 2 }, 'red-target')).toBe('row 2, column 3, red target');
    expect(markedCellName({ row: 4, column: 4 }, 'assassin-target')).toBe('row 5, column 5, assassin');
    expect(markedCellName({ row: 4, column: 4 }, undefined)).toBe('row 5, column 5');
  });
});

describe('roles', () => {
  it('are these six with these names, in the order in which they are offered', () => {
    expect(ROLES.map((role) => [role, ROLE_NAMES[role]])).toEqual([
      ['red-target', 'Red Target'],
      ['blue-target', 'Blue Target'],
      ['assassin-target', 'Assassin'],
      ['red-found', 'Red Found'],
      ['blue-found', 'Blue Found'],
      ['neutral', 'Neutral'],
    ]);
    expect(ROLES.every(isRole)).toBe(true);
    expect(['', 'assassin', 'Neutral', null, undefined, 3].some(isRole)).toBe(false);
  });
});

describe('marks', () => {
  const at = { row: 1, column: 2 };

  it('give a cell a role, replace it, take it away, and never change what was there', () => {
    const empty = {};
    const red = mark(empty, at, 'red-target');
    const found = mark(red, at, 'red-found');
    expect(empty).toEqual({});
    expect(red).toEqual({ '1-2': 'red-target' });
    expect(found).toEqual({ '1-2': 'red-found' });
    expect(unmark(found, at)).toEqual({});
    expect(found).toEqual({ '1-2': 'red-found' });
  });

  it('stay the same object when nothing changes', () => {
    const red = mark({}, at, 'red-target');
    expect(mark(red, at, 'red-target')).toBe(red);
    expect(unmark(red, { row: 0, column: 0 })).toBe(red);
  });

  it('are recognised when read back, and what is none is refused', () => {
    expect(isMarks({})).toBe(true);
    expect(isMarks({ '0-0': 'neutral', '4-4': 'blue-found' })).toBe(true);
    for (const wrong of [null, 'x', [], { '5-0': 'neutral' }, { '0-0': 'assassin' }, { 'a-b': 'neutral' }]) {
      expect(isMarks(wrong), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('are counted by team: what is left and what is found', () => {
    const marks = {
      '0-0': 'red-target',
      '0-1': 'red-target',
      '0-2': 'red-found',
      '0-3': 'blue-found',
      '0-4': 'neutral',
      '1-0': 'assassin-target',
    } as const;
    expect(teamCount(marks, 'red')).toEqual({ left: 2, found: 1 });
    expect(teamCount(marks, 'blue')).toEqual({ left: 0, found: 1 });
    expect(teamCount({}, 'blue')).toEqual({ left: 0, found: 0 });
  });
});

describe('neighbour', () => {
  it('follows the arrows and stays on the board', () => {
    expect(neighbour({ row: 2, column: 2 }, 'ArrowUp')).toEqual({ row: 1, column: 2 });
    expect(neighbour({ row: 2, column: 2 }, 'ArrowDown')).toEqual({ row: 3, column: 2 });
    expect(neighbour({ row: 2, column: 2 }, 'ArrowLeft')).toEqual({ row: 2, column: 1 });
    expect(neighbour({ row: 2, column: 2 }, 'ArrowRight')).toEqual({ row: 2, column: 3 });
    expect(neighbour({ row: 0, column: 4 }, 'ArrowUp')).toEqual({ row: 0, column: 4 });
    expect(neighbour({ row: 0, column: 4 }, 'ArrowRight')).toEqual({ row: 0, column: 4 });
    expect(neighbour({ row: 4, column: 0 }, 'ArrowDown')).toEqual({ row: 4, column: 0 });
    expect(neighbour({ row: 3, column: 0 }, 'ArrowDown', '5x4')).toEqual({ row: 3, column: 0 });
    expect(neighbour({ row: 4, column: 0 }, 'ArrowLeft')).toEqual({ row: 4, column: 0 });
  });

  it('knows no other key', () => {
    expect(neighbour({ row: 2, column: 2 }, 'Enter')).toBeUndefined();
  });
});

describe('a cell’s word', () => {
  it('stands between its place and its role', () => {
    const word = { text: 'ANCHOR', isSure: true };
    expect(markedCellName({ row: 0, column: 1 }, undefined, word)).toBe('row 1, column 2, ANCHOR');
    expect(markedCellName({ row: 0, column: 1 }, 'red-target', { ...word, isSure: false })).toBe(
      'row 1, column 2, perhaps ANCHOR, red target',
    );
  });

  it('is read from the storage only as words of cells', () => {
    expect(isWords({ '0-1': { text: 'ANCHOR', isSure: true } })).toBe(true);
    for (const wrong of [null, { '9-9': { text: 'A', isSure: true } }, { '0-1': 'ANCHOR' }, { '0-1': { text: 1 } }])
      expect(isWords(wrong), JSON.stringify(wrong)).toBe(false);
  });
});

describe('Duet', () => {
  it('has roles and names of its own', () => {
    expect(rolesOf('duet')).toEqual(['green-target', 'green-found', 'assassin-target', 'neutral']);
    expect([rolesOf('5x5'), rolesOf('5x4')]).toEqual([ROLES, ROLES]);
    expect([ROLE_NAMES['green-target'], ROLE_NAMES['green-found']]).toEqual(['Green Target', 'Green Found']);
  });

  it('shows to both sides who is found, and nothing else of a side', () => {
    const other = { '0-0': 'assassin-target', '0-3': 'green-found' } as const;
    expect(withFound(other, {}, { '0-1': 'green-found' })).toEqual({ ...other, '0-1': 'green-found' });
    expect(withFound(other, {}, { '0-1': 'green-target', '0-2': 'neutral' })).toEqual(other);
    expect(withFound(other, { '0-3': 'green-found' }, {})).toEqual({ '0-0': 'assassin-target' });
    expect(withFound(other, { '0-0': 'neutral' }, {})).toEqual(other);
    expect(withFound({}, { '0-3': 'green-found' }, { '0-3': 'green-found' })).toEqual({});
  });
});

describe('what everybody may know', () => {
  it('is who was found, and no target', () => {
    expect(
      withoutSecrets({ '0-0': 'red-target', '0-1': 'red-found', '0-2': 'assassin-target', '0-3': 'neutral' }),
    ).toEqual({
      '0-1': 'red-found',
      '0-3': 'neutral',
    });
  });
});

describe('stored words', () => {
  const word = { text: 'ANCHOR', isSure: true };

  it('are words of cells of the board', () => {
    expect(isWords({ '0-0': word, '4-4': { ...word, isSure: false } })).toBe(true);
    for (const wrong of [
      { '9-9': word },
      { '0-0': word, '0-1': null },
      { '0-0': { text: 7, isSure: true } },
      { '0-0': { text: 'ANCHOR' } },
      { '0-0': { isSure: true } },
      { '0-0': 'ANCHOR' },
      null,
    ]) {
      expect(isWords(wrong), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('that somebody confirmed stay, and a correction replaces one word alone', () => {
    const words = { '0-0': { ...word, isConfirmed: true }, '0-1': word };
    expect(confirmedWords(words)).toEqual({ '0-0': words['0-0'] });
    const confirmed = { text: 'BISHOP', isSure: true, isConfirmed: true };
    expect(corrected(words, { row: 0, column: 1 }, 'BISHOP')).toEqual({ '0-0': words['0-0'], '0-1': confirmed });
    expect(corrected(words, { row: 0, column: 1 }, '')).toEqual({ '0-0': words['0-0'] });
  });
});

/** Gives this many cells a word. */
function read(count: number): Words {
  return Object.fromEntries(CELLS.slice(0, count).map((cell) => [cellKey(cell), { text: 'ANCHOR', isSure: true }]));
}

it('takes fewer than ten words as a sign of a wrong grid, but not in Pictures, which has none', () => {
  expect(areTooFew(read(9), '5x5')).toBe(true);
  expect(areTooFew(read(10), '5x5')).toBe(false);
  expect(areTooFew(read(0), '5x4')).toBe(false);
});
