import { type CardWord, type Cell, cellKey, cellName, CELLS, type Marks, type Role, type Words } from '../board.ts';

export interface ListedWord {
  cell: Cell;
  role: Role | undefined;
  word: CardWord | undefined;
}

export interface WordGroup {
  name: string;
  listed: ListedWord[];
}

const GROUPS: readonly { name: string; roles: readonly (Role | undefined)[] }[] = [
  { name: 'Left for red', roles: ['red-target'] },
  { name: 'Left for blue', roles: ['blue-target'] },
  { name: 'Assassin', roles: ['assassin-target'] },
  { name: 'Not marked', roles: [undefined] },
  { name: 'Out of the game', roles: ['red-found', 'blue-found', 'neutral'] },
];

/**
 * The words of a board by what is left for whom. A cell without a word is listed among those that are not marked, so that
 * somebody can type it. With a search only the words that hold it are listed.
 */
export function wordGroups(words: Words, marks: Marks, search: string): WordGroup[] {
  const wanted = search.trim().toUpperCase();
  const all = CELLS.map((cell) => ({ cell, role: marks[cellKey(cell)], word: words[cellKey(cell)] }));
  const found = all.filter(({ word }) => wanted === '' || word?.text.includes(wanted) === true);
  return GROUPS.map(({ name, roles }) => ({
    name,
    listed: found.filter(({ role, word }) => roles.includes(role) && (word !== undefined || role === undefined)),
  })).filter(({ listed }) => listed.length > 0);
}

/** The word as it is shown, or the cell's name where there is none. */
export function listedText({ cell, word }: ListedWord): string {
  if (!word) return cellName(cell);
  return word.isSure ? word.text : `${word.text}?`;
}
