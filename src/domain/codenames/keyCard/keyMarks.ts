import { cellKey, CELLS, type Marks, type Role } from '../board.ts';
import type { KeyColour } from './readKey.ts';

/** The side of the key card that lies at the top of the board. */
export const KEY_TURNS = ['up', 'right', 'down', 'left'] as const;
export type KeyTurn = (typeof KEY_TURNS)[number];

const SIDE = 5;

/** The squares of a key card that is turned so that another of its sides is at the top. */
export function turnedKey<Square>(squares: readonly Square[], turn: KeyTurn): Square[] {
  let turned = [...squares];
  for (let step = 0; step < KEY_TURNS.indexOf(turn); step += 1) turned = quarterTurned(turned);
  return turned;
}

/** Turns against the clock: what was on the right comes to the top. */
function quarterTurned<Square>(squares: readonly Square[]): Square[] {
  return CELLS.flatMap(({ row, column }) => squares[column * SIDE + (SIDE - 1 - row)] ?? []);
}

const ROLES: Partial<Record<KeyColour, Role>> = {
  red: 'red-target',
  blue: 'blue-target',
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
