import { type CardWord, type Cell, cellKey, cellName, cellsOf, type Role } from '../board.ts';
import type { Used } from '../game.ts';

/** The reader's word of one of a card's two lines. */
export interface Reading {
  text: string;
  /** From 0 to 100. */
  confidence: number;
  isCut: boolean;
}

/** Below it a long enough word is shown with a question mark. */
const LEAST_CONFIDENCE = 25;
const LEAST_LETTERS_GUESSED = 3;
/** The confidence for a word that is read only once. */
const SURE_ALONE = 94;
const SURE_IF_REMEMBERED = 60;
const SURE_IF_AGREED = 45;
/** Shorter readings are often a stroke of something else. */
const LEAST_LETTERS = 2;
const LEAST_LETTERS_ALONE = 3;

/**
 * The word of a card, which carries it twice: once for each side of the table. Two lines that agree are sure; a single
 * line is sure if no letter can be missing. Words that somebody confirmed on this phone are preferred.
 */
export function chooseWord(readings: readonly Reading[], remembered: ReadonlySet<string>): CardWord | undefined {
  const [best, other] = readings
    .map((reading) => ({ ...reading, text: tidied(reading.text) }))
    .filter(
      ({ text, confidence }) => text.length >= (confidence < LEAST_CONFIDENCE ? LEAST_LETTERS_GUESSED : LEAST_LETTERS),
    )
    .sort((one, another) => worthOf(another) - worthOf(one));
  if (!best) return undefined;
  const known = [best, other].find((reading) => reading && remembered.has(reading.text));
  if (known && known.confidence >= SURE_IF_REMEMBERED) return { text: known.text, isSure: true };
  const { text, isSure } = judged(best, other);
  if (isSure) return { text, isSure };
  const near = [...remembered].find((word) => isOneLetterOff(word, text));
  return { text: near ?? text, isSure: false };
}

/** Changes a text to capitals with single spaces. */
export function tidied(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\p{Lu}'\-. ]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function worthOf({ confidence, isCut, text }: Reading): number {
  return confidence - (isCut ? 12 : 0) + Math.min(4, text.length);
}

function judged(best: Reading, other: Reading | undefined): CardWord {
  if (!other) return { text: best.text, isSure: isSureAlone(best) };
  if (best.text === other.text) return { text: best.text, isSure: best.confidence >= SURE_IF_AGREED };
  const [longer, shorter] = best.text.length >= other.text.length ? [best, other] : [other, best];
  if (shorter.text.length > 2 && longer.text.includes(shorter.text) && longer.confidence >= LEAST_CONFIDENCE * 2)
    return { text: longer.text, isSure: longer.confidence >= SURE_ALONE };
  return { text: best.text, isSure: isSureAlone(best) && other.confidence < SURE_IF_AGREED };
}

function isSureAlone({ text, confidence, isCut }: Reading): boolean {
  return confidence >= SURE_ALONE && !isCut && text.length >= LEAST_LETTERS_ALONE;
}

const LEAST_LETTERS_TO_COMPARE = 4;

/** Whether one added, missing or replaced letter turns one word into the other. */
function isOneLetterOff(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < LEAST_LETTERS_TO_COMPARE || Math.abs(one.length - other.length) > 1)
    return false;
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same += 1;
  const rest = longer.slice(same + 1);
  return rest === shorter.slice(same) || rest === shorter.slice(same + 1);
}

export interface ListedWord {
  cell: Cell;
  role: Role | undefined;
  word: CardWord | undefined;
}

interface WordGroup {
  name: string;
  listed: ListedWord[];
}

const GROUPS: readonly { name: string; roles: readonly (Role | undefined)[] }[] = [
  { name: 'Left for red', roles: ['red-target'] },
  { name: 'Left for blue', roles: ['blue-target'] },
  { name: 'Left to find', roles: ['green-target'] },
  { name: 'Assassin', roles: ['assassin-target'] },
  { name: 'Not marked', roles: [undefined] },
  { name: 'Out of the game', roles: ['red-found', 'blue-found', 'green-found', 'neutral'] },
];

/**
 * The words of a board, grouped by the cells' marks. A cell without a word is listed with the unmarked ones, so that
 * somebody can type it. With a search, only words that contain it are listed.
 */
export function wordGroups(
  { words, marks, grid }: Pick<Used, 'words' | 'marks' | 'grid'>,
  search: string,
): WordGroup[] {
  const wanted = search.trim().toUpperCase();
  const all = cellsOf(grid).map((cell) => ({ cell, role: marks[cellKey(cell)], word: words[cellKey(cell)] }));
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
