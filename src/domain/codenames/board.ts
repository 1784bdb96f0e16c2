import { isRecord } from '../records.ts';

/** The roles that a cell can be marked with, in the order in which the choices are offered. */
export const ROLES = ['red-target', 'blue-target', 'assassin-target', 'red-found', 'blue-found', 'neutral'] as const;
export type Role = (typeof ROLES)[number];
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
};

/** A board has so many rows, and as many columns. */
export const SIDE = 5;

/** All cells in reading order. */
export const CELLS: readonly Cell[] = Array.from({ length: SIDE ** 2 }, (_, index) => ({
  row: Math.floor(index / SIDE),
  column: index % SIDE,
}));

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
  /** Somebody typed it, or said that it is right: reading again does not change it. */
  isConfirmed?: boolean;
}

/** The words of the cards that have been read, by the cell's key. */
export type Words = Readonly<Record<string, CardWord>>;

export const NO_WORDS: Words = {};

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
  return ROLES.some((role) => role === value);
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

/** The marks that everybody at the table knows: what a cell is to become is the spymasters' secret. */
export function withoutSecrets(marks: Marks): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([, role]) => !role.endsWith('target')));
}

/** Counts the words of a team that are still to be guessed, and those that have been. */
export function teamCount(marks: Marks, team: Team): { left: number; found: number } {
  const roles = Object.values(marks);
  return {
    left: roles.filter((role) => role === `${team}-target`).length,
    found: roles.filter((role) => role === `${team}-found`).length,
  };
}

const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The cell that an arrow key leads to. At the edge of the board it is the same cell; for other keys, undefined. */
export function neighbour(cell: Cell, key: string): Cell | undefined {
  const step = ARROWS[key];
  return step && { row: within(cell.row + step.row), column: within(cell.column + step.column) };
}

function within(index: number): number {
  return Math.min(SIDE - 1, Math.max(0, index));
}
