import { expect, it } from 'vitest';
import type { Marks, Words } from '#domain/table/board.ts';
import { listedText, wordGroups } from '#domain/table/reading/chooseWord.ts';

const WORDS: Words = {
  '0-0': { text: 'ANCHOR', isSure: true },
  '0-1': { text: 'BISHOP', isSure: false },
  '0-2': { text: 'CANYON', isSure: true },
  '0-3': { text: 'DRAGON', isSure: true },
};
const MARKS: Marks = { '0-0': 'red-target', '0-1': 'blue-target', '0-2': 'red-found', '1-0': 'blue-found' };

function texts(search: string): Record<string, string[]> {
  const board = { words: WORDS, marks: MARKS, grid: '5x5' as const };
  return Object.fromEntries(wordGroups(board, search).map(({ name, listed }) => [name, listed.map(listedText)]));
}

it('lists what is left for each team first, and what was found last', () => {
  const all = texts('');
  expect(Object.keys(all)).toEqual(['Left for red', 'Left for blue', 'Not marked', 'Out of the game']);
  expect(all['Left for red']).toEqual(['ANCHOR']);
  expect(all['Left for blue']).toEqual(['BISHOP?']);
  expect(all['Out of the game']).toEqual(['CANYON']);
  expect(all['Not marked']?.slice(0, 2), 'a cell without a word can be given one').toEqual([
    'DRAGON',
    'row 1, column 5',
  ]);
});

it('lists only the words that hold what is searched for', () => {
  expect(texts(' an ')).toEqual({ 'Left for red': ['ANCHOR'], 'Out of the game': ['CANYON'] });
  expect(texts('zebra')).toEqual({});
});

it('lists the cells of the grid', () => {
  const [cells] = wordGroups({ words: {}, marks: {}, grid: '5x4' }, '');
  expect(cells?.listed).toHaveLength(20);
  const duet = wordGroups({ words: WORDS, marks: { '0-0': 'green-target', '0-2': 'green-found' }, grid: 'duet' }, 'an');
  expect(duet.map(({ name, listed }) => [name, listed.map(listedText)])).toEqual([
    ['Left to find', ['ANCHOR']],
    ['Out of the game', ['CANYON']],
  ]);
});
