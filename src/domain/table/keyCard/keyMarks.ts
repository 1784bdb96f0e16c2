import { cellKey, CELLS, COLUMNS, type Grid, type Marks, type Role, cellName } from '../board.ts';
import type { KeyColour, KeyReading } from './readKey.ts';

/** The side of the key card that lies at the top of the board. */
export const KEY_TURNS = ['up', 'right', 'down', 'left'] as const;
export type KeyTurn = (typeof KEY_TURNS)[number];

/** A key that is wider than high lies one of two ways. */
export function keyTurnsOf(grid: Grid): readonly KeyTurn[] {
  return grid === '5x4' ? ['up', 'down'] : KEY_TURNS;
}

/** The squares of a key card that is turned so that another of its sides is at the top. */
export function turnedKey<Square>(squares: readonly Square[], turn: KeyTurn): Square[] {
  const upright = turn === 'up' || turn === 'right' ? [...squares] : halfTurned(squares);
  return turn === 'up' || turn === 'down' ? upright : quarterTurned(upright);
}

function halfTurned<Square>(squares: readonly Square[]): Square[] {
  return squares.flatMap((_, index) => squares[squares.length - 1 - index] ?? []);
}

/** Turns counter-clockwise: the right side becomes the top. */
function quarterTurned<Square>(squares: readonly Square[]): Square[] {
  return CELLS.flatMap(({ row, column }) => squares[column * COLUMNS + (COLUMNS - 1 - row)] ?? []);
}

const ROLES: Partial<Record<KeyColour, Role>> = {
  red: 'red-target',
  blue: 'blue-target',
  green: 'green-target',
  assassin: 'assassin-target',
};

/** Marks the words of both teams and the assassin. Cards that were found before stay found; bystanders are not marked. */
export function keyMarks(colours: readonly KeyColour[], marks: Marks): Marks {
  const entries = CELLS.flatMap((cell, index): [string, Role][] => {
    const key = cellKey(cell);
    const before = marks[key];
    if (before !== undefined && !before.endsWith('target')) return [[key, before]];
    const role = ROLES[colours[index] ?? 'bystander'];
    return role ? [[key, role]] : [];
  });
  return Object.fromEntries(entries);
}

const NAMES: readonly { colour: KeyColour; one: string; more: string }[] = [
  { colour: 'red', one: 'red', more: 'red' },
  { colour: 'blue', one: 'blue', more: 'blue' },
  { colour: 'green', one: 'green', more: 'green' },
  { colour: 'bystander', one: 'bystander', more: 'bystanders' },
  { colour: 'assassin', one: 'assassin', more: 'assassins' },
];

/** '9 red, 8 blue, 7 bystanders, 1 assassin. Red starts.' */
export function keySummary({ colours, starts }: KeyReading): string {
  const counts = NAMES.flatMap(({ colour, one, more }) => {
    const count = colours.filter((each) => each === colour).length;
    return count > 0 ? `${count} ${count === 1 ? one : more}` : [];
  });
  return [counts.join(', '), starts && `${starts === 'red' ? 'Red' : 'Blue'} starts`, '']
    .filter((part) => part !== undefined)
    .join('. ')
    .trim();
}

/** Whether the squares look like those of a key card: then at least one of them is certain. */
export function looksLikeKey({ doubtful, colours }: KeyReading): boolean {
  return doubtful.length < colours.length;
}

/** The doubts about a key card, one sentence each. `places` are the indexes of the squares in the order that is shown. */
export function keyDoubts(reading: KeyReading, places: readonly number[]): string[] {
  const { doubtful, lightsAgree } = reading;
  const doubts: string[] = [];
  if (!looksLikeKey(reading)) doubts.push('This does not look like a key card. Drag the corners onto its squares.');
  else if (doubtful.length > 0) {
    const cells = CELLS.filter((_, index) => doubtful.includes(places[index] ?? -1)).map(cellName);
    doubts.push(`Doubtful: ${cells.join('; ')}.`);
  }
  if (lightsAgree === false) doubts.push('The lights on the border say that the other team starts.');
  return doubts;
}
