import {
  type CardWord,
  cellKey,
  cellsOf,
  FIRST_GRID,
  type Grid,
  GRIDS,
  type Marks,
  type Role,
  rolesOf,
  type Side,
  type Words,
} from '../board.ts';

/** A board without its photo, in the form for another phone. */
export interface SharedGame {
  marks: Marks;
  words: Words;
  grid?: Grid;
  side?: Side;
  otherKey?: Marks;
}

/** The part of an address that holds a game. Browsers send it to no server. */
export const GAME_HASH = '#game=';

/** Version 1 holds a grid of 5 by 5 with one key; phones with an older app read only this version. */
const VERSIONS = { first: 1, withGrid: 2 };
const VERSION_BITS = 3;
const GRID_BITS = 2;
const ROLE_BITS = 3;
const LETTER_BITS = 5;
const CODE_UNIT_BITS = 16;
/** Each letter by its place; 0 ends a word. */
const ALPHABET = "\0ABCDEFGHIJKLMNOPQRSTUVWXYZ '-.";
/** The code of a letter outside of the alphabet. */
const OTHER_LETTER = ALPHABET.length;

/** Packs a game into about 170 characters: roles in three bits, letters in five. */
export function encodedGame({ marks, words, grid = FIRST_GRID, side, otherKey }: SharedGame): string {
  const bits = new BitWriter();
  bits.write(grid === FIRST_GRID ? VERSIONS.first : VERSIONS.withGrid, VERSION_BITS);
  if (grid !== FIRST_GRID) bits.write(GRIDS.indexOf(grid), GRID_BITS);
  if (otherKey) bits.write(side === 'B' ? 1 : 0, 1);
  const roles = rolesOf(grid);
  for (const cell of cellsOf(grid)) {
    for (const key of otherKey ? [marks, otherKey] : [marks]) {
      const role = key[cellKey(cell)];
      bits.write(role ? roles.indexOf(role) + 1 : 0, ROLE_BITS);
    }
    writeWord(bits, words[cellKey(cell)]);
  }
  return bits.text();
}

function writeWord(bits: BitWriter, word: CardWord | undefined): void {
  bits.write(word ? 1 : 0, 1);
  if (!word) return;
  bits.write(word.isSure ? 1 : 0, 1);
  for (const letter of word.text) {
    const place = ALPHABET.indexOf(letter);
    bits.write(place > 0 ? place : OTHER_LETTER, LETTER_BITS);
    if (place <= 0) bits.write(letter.charCodeAt(0), CODE_UNIT_BITS);
  }
  bits.write(0, LETTER_BITS);
}

/** The game in a code; undefined for any other text. */
export function decodedGame(text: string): SharedGame | undefined {
  try {
    const bits = new BitReader(text);
    const version = bits.read(VERSION_BITS);
    if (version !== VERSIONS.first && version !== VERSIONS.withGrid) return undefined;
    const grid = version === VERSIONS.first ? FIRST_GRID : GRIDS[bits.read(GRID_BITS)];
    if (!grid) return undefined;
    const isDuet = grid === 'duet';
    const side = isDuet && bits.read(1) === 1 ? 'B' : 'A';
    const marks: Record<string, Role> = {};
    const otherKey: Record<string, Role> = {};
    const words: Record<string, CardWord> = {};
    for (const cell of cellsOf(grid)) {
      for (const key of isDuet ? [marks, otherKey] : [marks]) {
        const role = rolesOf(grid)[bits.read(ROLE_BITS) - 1];
        if (role) key[cellKey(cell)] = role;
      }
      if (bits.read(1) === 1) words[cellKey(cell)] = readWord(bits);
    }
    return { marks, words, grid, ...(isDuet && { side, otherKey }) };
  } catch {
    return undefined;
  }
}

function readWord(bits: BitReader): CardWord {
  const isSure = bits.read(1) === 1;
  let text = '';
  for (let place = bits.read(LETTER_BITS); place !== 0; place = bits.read(LETTER_BITS))
    text += ALPHABET[place] ?? String.fromCharCode(bits.read(CODE_UNIT_BITS));
  return { text, isSure };
}

/** The characters of an address that need no escape, each for six bits. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHARACTER_BITS = 6;

/** Writes numbers of a few bits each, one after the other. */
class BitWriter {
  #bits: number[] = [];

  write(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) this.#bits.push((value >> bit) & 1);
  }

  text(): string {
    let text = '';
    for (let at = 0; at < this.#bits.length; at += CHARACTER_BITS) {
      let value = 0;
      for (let bit = 0; bit < CHARACTER_BITS; bit += 1) value = value * 2 + (this.#bits[at + bit] ?? 0);
      text += CHARACTERS.charAt(value);
    }
    return text;
  }
}

/** Reads numbers of a few bits; throws where the text ends too early, or has another character. */
class BitReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) value = value * 2 + this.#next();
    return value;
  }

  #next(): number {
    const character = this.#text.charAt(Math.floor(this.#at / CHARACTER_BITS));
    const value = character === '' ? -1 : CHARACTERS.indexOf(character);
    if (value < 0) throw new Error('This is no game');
    const bit = (value >> (CHARACTER_BITS - 1 - (this.#at % CHARACTER_BITS))) & 1;
    this.#at += 1;
    return bit;
  }
}
