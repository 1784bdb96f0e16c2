import { isRecord } from '#domain/records.ts';

/** The roles that a cell can be marked with, in the order in which the choices are offered. */
export const ROLES = ['red-target', 'blue-target', 'assassin-target', 'red-found', 'blue-found', 'neutral'] as const;
/** In Duet both sides look for the same agents. */
const DUET_ROLES = ['green-target', 'green-found', 'assassin-target', 'neutral'] as const;
export type Role = (typeof ROLES)[number] | (typeof DUET_ROLES)[number];
export type Team = 'red' | 'blue';

export interface Cell {
  row: number;
  column: number;
}

/** The roles of the marked cells, by the cell's key. A cell without an entry is not marked. */
export type Marks = Readonly<Record<string, Role>>;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  'red-target': 'Red Target',
  'blue-target': 'Blue Target',
  'assassin-target': 'Assassin',
  'red-found': 'Red Found',
  'blue-found': 'Blue Found',
  neutral: 'Neutral',
  'green-target': 'Green Target',
  'green-found': 'Green Found',
};

/** The grid of each game: the one with words, Pictures, and Duet, whose two sides have a key each. */
export const GRIDS = ['5x5', '5x4', 'duet'] as const;
export type Grid = (typeof GRIDS)[number];
export const FIRST_GRID: Grid = '5x5';

/** Every grid has so many columns. */
export const COLUMNS = 5;

export function rowsOf(grid: Grid): number {
  return grid === '5x4' ? 4 : 5;
}

/** The cells of the largest grid in reading order. */
export const CELLS: readonly Cell[] = Array.from({ length: COLUMNS * rowsOf(FIRST_GRID) }, (_, index) => ({
  row: Math.floor(index / COLUMNS),
  column: index % COLUMNS,
}));

/** All cells of a grid in reading order. */
export function cellsOf(grid: Grid): readonly Cell[] {
  return CELLS.slice(0, COLUMNS * rowsOf(grid));
}

/** The roles that the cells of a grid can be marked with. */
export function rolesOf(grid: Grid): readonly Role[] {
  return grid === 'duet' ? DUET_ROLES : ROLES;
}

const KEYS = new Set(CELLS.map((cell) => cellKey(cell)));

/** 'row-column', counted from 0. */
export function cellKey({ row, column }: Cell): string {
  return `${row}-${column}`;
}

/** The cell's name for people, who count from 1. */
export function cellName({ row, column }: Cell): string {
  return `row ${row + 1}, column ${column + 1}`;
}

export function roleWords(role: Role): string {
  return ROLE_NAMES[role].toLowerCase();
}

/** A card's word; one that is not sure is shown with a question mark. */
export interface CardWord {
  text: string;
  isSure: boolean;
  /** Somebody typed or confirmed it: reading again does not change it. */
  isConfirmed?: boolean;
}

/** The words of the cards that have been read, by the cell's key. */
export type Words = Readonly<Record<string, CardWord>>;

export const NO_WORDS: Words = {};

/** The words that reading again does not change. */
export function confirmedWords(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, { isConfirmed }]) => isConfirmed));
}

/** A list of so many words is worth a way to it. */
export const MANY_WORDS = 10;

/** Where fewer are read, the grid lies beside the cards more often than the photo is bad. Pictures has no words. */
export function areTooFew(words: Words, grid: Grid): boolean {
  return grid !== '5x4' && Object.keys(words).length < MANY_WORDS;
}

/** The same words, none of them certain. */
export function doubted(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, { ...word, isSure: false }]));
}

/** With an empty text the cell no longer has a word. */
export function corrected(words: Words, cell: Cell, text: string): Words {
  const key = cellKey(cell);
  const others = Object.entries(words).filter(([other]) => other !== key);
  const word: CardWord = { text, isSure: true, isConfirmed: true };
  return Object.fromEntries(text === '' ? others : [...others, [key, word]]);
}

export function markedCellName(cell: Cell, role: Role | undefined, word?: CardWord): string {
  const read = word && (word.isSure ? word.text : `perhaps ${word.text}`);
  return [cellName(cell), read, role && roleWords(role)].filter(Boolean).join(', ');
}

/** Whether a value read from the device's storage is a set of words. */
export function isWords(value: unknown): value is Words {
  return isRecord(value) && Object.entries(value).every(([key, word]) => KEYS.has(key) && isCardWord(word));
}

function isCardWord(value: unknown): value is CardWord {
  return isRecord(value) && typeof value.text === 'string' && typeof value.isSure === 'boolean';
}

export function isRole(value: unknown): value is Role {
  return [...ROLES, ...DUET_ROLES].some((role) => role === value);
}

/** Whether a value read from the device's storage is a set of marks. */
export function isMarks(value: unknown): value is Marks {
  return isRecord(value) && Object.entries(value).every(([key, role]) => KEYS.has(key) && isRole(role));
}

export function mark(marks: Marks, cell: Cell, role: Role): Marks {
  const key = cellKey(cell);
  return marks[key] === role ? marks : { ...marks, [key]: role };
}

export function unmark(marks: Marks, cell: Cell): Marks {
  const key = cellKey(cell);
  if (!(key in marks)) return marks;
  return Object.fromEntries(Object.entries(marks).filter(([other]) => other !== key));
}

/** The marks that everybody at the table knows: the spymasters' targets are left out. */
export function withoutSecrets(marks: Marks): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([, role]) => !role.endsWith('target')));
}

/** Counts the words of a team that are still to be guessed, and those that have been. */
export function teamCount(marks: Marks, team: Team | 'green'): { left: number; found: number } {
  const roles = Object.values(marks);
  return {
    left: roles.filter((role) => role === `${team}-target`).length,
    found: roles.filter((role) => role === `${team}-found`).length,
  };
}

export type Side = 'A' | 'B';

interface Keys {
  marks: Marks;
  side?: Side;
  otherKey?: Marks;
}

/** The board of Duet as the other side of the table sees it; another board stays the same. */
export function fromOtherSide<Seen extends Keys>(board: Seen): Seen {
  const { marks, side, otherKey } = board;
  return otherKey ? { ...board, marks: otherKey, otherKey: marks, side: side === 'B' ? 'A' : 'B' } : board;
}

/** In Duet an agent who is found is found for both sides. */
export function withFound(otherKey: Marks, before: Marks, after: Marks): Marks {
  return CELLS.reduce((key, cell) => {
    const [was, is] = [before[cellKey(cell)], after[cellKey(cell)]];
    if (was === is) return key;
    if (is === 'green-found') return mark(key, cell, is);
    return was === 'green-found' ? unmark(key, cell) : key;
  }, otherKey);
}

const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The cell that an arrow key leads to. At the edge of the board it is the same cell; for other keys, undefined. */
export function neighbour(cell: Cell, key: string, grid: Grid = FIRST_GRID): Cell | undefined {
  const step = ARROWS[key];
  return step && { row: within(cell.row + step.row, rowsOf(grid)), column: within(cell.column + step.column, COLUMNS) };
}

function within(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}
