import { findBoard } from '#domain/table/finding/findBoard.ts';
import { CELLS } from '#domain/table/board.ts';
import { readKey } from '#domain/table/keyCard/readKey.ts';
import { KEY_TURNS, turnedKey } from '#domain/table/keyCard/keyMarks.ts';
import { pixelsOf } from './boards.ts';
import { KEY_TROUBLES, keyPhoto } from './corpus/keyPhoto.ts';

export interface KeyResult {
  seed: number;
  trouble: (typeof KEY_TROUBLES)[number];
  isFound: boolean;
  isRight: boolean;
  /** Squares that are wrong and not said to be doubtful. */
  wrongAndSure: number;
  doubtful: number;
  startsRight: boolean;
}

export async function tryKey(seed: number): Promise<KeyResult> {
  const { jpeg, key, trouble } = await keyPhoto(seed);
  const pixels = await pixelsOf(jpeg);
  const found = findBoard(pixels);
  const nothing = { isFound: false, isRight: false, wrongAndSure: 0, doubtful: 0, startsRight: false };
  if (!found) return { seed, trouble, ...nothing };
  const read = readKey(pixels, found.corners);
  // Which of its sides is at the top is chosen by hand.
  const doubt = new Set(read.doubtful);
  const turns = KEY_TURNS.map((turn) => {
    const colours = turnedKey(read.colours, turn);
    const order = turnedKey(
      CELLS.map((_, index) => index),
      turn,
    );
    const wrong = order.filter((from, index) => colours[index] !== key.cells[index] && from >= 0);
    return { wrong: wrong.length, wrongAndSure: wrong.filter((from) => !doubt.has(from)).length };
  });
  const best = turns.toSorted((one, other) => one.wrong - other.wrong)[0] ?? { wrong: 25, wrongAndSure: 25 };
  return {
    seed,
    trouble,
    isFound: true,
    isRight: best.wrong === 0,
    wrongAndSure: best.wrongAndSure,
    doubtful: doubt.size,
    startsRight: read.starts === key.starts,
  };
}
