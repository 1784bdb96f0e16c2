import { boxBlurred, type Grey } from '../finding/pixels.ts';
import { type Blob, blobsOf, CARD_HEIGHT_PX, type CardPicture } from './cardPicture.ts';

/** A line of letters on a card, black on white. */
interface TextLine {
  picture: Grey;
  /** The height of its letters, by that of the card's place. */
  letterHeight: number;
  /** Whether there is ink beside the line that belongs to no letter: a letter may be missing. */
  isCut: boolean;
}

/** The part of a card in which its word stands upright: below the middle. */
const WORD_FROM = 0.45;
/** The radius around each pixel in which the paper's brightness is measured. */
const PAPER_RADIUS_PX = 16;
/** Ink is darker than the paper around it by at least this share. */
const INK_SHARE = 0.14;
/** A letter's height, by that of the card's place: of small letters too, on a card that leaves a quarter of it bare. */
const LETTER = { least: 0.04, most: 0.32 };
/** The part of its rectangle that a letter fills; a corner of the card's frame fills less. */
const LEAST_FULL = 0.16;
const LEAST_LETTERS = 2;
/** A single shape that is at least this wide, in parts of its height, is several connected letters. */
const JOINED_WIDTH = 1.7;
/** The height at which the reader sees the letters, and the white around them. */
const READ_HEIGHT_PX = 34;
const MARGIN_PX = 14;

/** The line of letters in the lower half of a card; undefined where there is none. */
export function textLineOf({ grey, brightnessAt }: CardPicture): TextLine | undefined {
  const half = lowerHalf(grey);
  const above = grey.height - half.height;
  const paper = paperOf(half);
  const darkness = half.data.map((value, place) => 1 - value / Math.max(1, paper.data[place] ?? 1));
  const ink = inkLevel(darkness);
  const level = Math.max(INK_SHARE * 0.6, ink * 0.45);
  const blobs = blobsOf({ ...half, data: darkness }, level);
  const letters = lineOf(blobs.filter((blob) => isLetter(blob, half)));
  if (letters.length < LEAST_LETTERS && !letters.some(({ width, height }) => width > height * JOINED_WIDTH))
    return undefined;
  const heights = letters.map(({ height }) => height).sort((one, other) => one - other);
  const letterHeight = heights[heights.length >> 1] ?? 0;
  return {
    picture: drawn(letters, letterHeight, (x, y) => 1 - brightnessAt(x, y + above) / Math.max(1, valueAt(paper, x, y))),
    letterHeight: letterHeight / CARD_HEIGHT_PX,
    isCut: isInkBeside({ ...half, data: darkness }, { letters, letterHeight, level: level * 0.5 }),
  };
}

function lowerHalf({ width, height, data }: Grey): Grey {
  const from = Math.round(height * WORD_FROM);
  return { width, height: height - from, data: data.slice(from * width) };
}

/** The brightness of the paper: the mean around each pixel, ignoring pixels darker than the mean. */
function paperOf(half: Grey): Grey {
  const mean = boxBlurred(half, PAPER_RADIUS_PX);
  const lifted = half.data.map((value, place) => Math.max(value, mean.data[place] ?? 0));
  return boxBlurred({ ...half, data: lifted }, PAPER_RADIUS_PX >> 1);
}

const LEVELS = 256;
/** The word's share of the pixels below the middle of a card. */
const INK_PIXELS = 0.04;

/** The darkness of the darkest pixels, which are the word's ink. */
function inkLevel(darkness: Float32Array): number {
  const counts = new Int32Array(LEVELS);
  for (const value of darkness) {
    const level = Math.min(LEVELS - 1, Math.max(0, Math.floor(value * LEVELS)));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  let level = LEVELS - 1;
  for (let left = darkness.length * INK_PIXELS; level > 0 && left > 0; level -= 1) left -= counts[level] ?? 0;
  return (level + 1) / LEVELS;
}

function isLetter({ left, top, width, height, size }: Blob, half: Grey): boolean {
  const card = CARD_HEIGHT_PX;
  if (height < LETTER.least * card || height > LETTER.most * card) return false;
  // Blurred letters run into one another.
  if (width > half.width * 0.85) return false;
  const touches = left <= 1 || top <= 0 || left + width >= half.width - 1 || top + height >= half.height - 1;
  return !touches && size > height * 1.5 && size > height * width * LEAST_FULL;
}

/**
 * The letters of one line: of about one height, with their middles level. The line whose letters take the largest area
 * is chosen: the edges of a strip on a card may hold more ink than its word.
 */
function lineOf(letters: readonly Blob[]): Blob[] {
  let best: Blob[] = [];
  let largest = 0;
  for (const seed of letters) {
    const line = letters.filter(
      ({ top, height }) =>
        height > seed.height * 0.6 &&
        height < seed.height * 1.6 &&
        Math.abs(top + height / 2 - seed.top - seed.height / 2) < seed.height * 0.38,
    );
    const joined = withoutStrays(line, seed);
    const area = joined.reduce((sum, { width, height }) => sum + width * height, 0);
    if (area > largest) [best, largest] = [joined, area];
  }
  return best;
}

/** Leaves out letters that are farther from the rest of the line than two words are from each other. */
function withoutStrays(line: readonly Blob[], seed: Blob): Blob[] {
  const sorted = [...line].sort((one, other) => one.left - other.left);
  const at = sorted.indexOf(seed);
  const isNear = (one: Blob | undefined, other: Blob | undefined) =>
    one !== undefined && other !== undefined && other.left - one.left - one.width < seed.height * 1.6;
  let [from, to] = [at, at];
  while (isNear(sorted[from - 1], sorted[from])) from -= 1;
  while (isNear(sorted[to], sorted[to + 1])) to += 1;
  return sorted.slice(from, to + 1);
}

/** Strokes that are blurred run into each other; they are parted by this much, over this radius around each pixel. */
const SHARPER = { share: 1, radius: 4 };
/** The part of a line that is surely ink: its darkness is black. */
const INKIEST = 0.03;

function sharpened(line: Grey): Float32Array {
  const soft = boxBlurred(boxBlurred(line, SHARPER.radius), SHARPER.radius).data;
  return line.data.map((value, place) => value + SHARPER.share * (value - (soft[place] ?? 0)));
}

/** Draws the letters alone, large, on white. */
function drawn(letters: readonly Blob[], letterHeight: number, darknessAt: (x: number, y: number) => number): Grey {
  const reach = Math.max(2, letterHeight * 0.12);
  // Serifs are thin, and the blur takes them first.
  const aside = letterHeight * 0.3;
  const left = Math.min(...letters.map((letter) => letter.left)) - aside;
  const right = Math.max(...letters.map((letter) => letter.left + letter.width)) + aside;
  const top = Math.min(...letters.map((letter) => letter.top)) - reach;
  const bottom = Math.max(...letters.map((letter) => letter.top + letter.height)) + reach;
  const scale = READ_HEIGHT_PX / letterHeight;
  const width = Math.round((right - left) * scale);
  const height = Math.round((bottom - top) * scale);
  const dark = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      dark[y * width + x] = darknessAt(left + (x + 0.5) / scale, top + (y + 0.5) / scale);
  const sharp = sharpened({ width, height, data: dark });
  const ink = Float32Array.from(sharp).sort()[Math.floor(sharp.length * (1 - INKIEST))] ?? 1;
  const data = new Float32Array((width + 2 * MARGIN_PX) * (height + 2 * MARGIN_PX)).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[(y + MARGIN_PX) * (width + 2 * MARGIN_PX) + x + MARGIN_PX] =
        255 - 255 * Math.min(1, Math.max(0, ((sharp[y * width + x] ?? 0) / ink) * 1.15 - 0.1));
  return { width: width + 2 * MARGIN_PX, height: height + 2 * MARGIN_PX, data };
}

function valueAt({ width, height, data }: Grey, x: number, y: number): number {
  const [column, row] = [
    Math.min(width - 1, Math.max(0, Math.floor(x))),
    Math.min(height - 1, Math.max(0, Math.floor(y))),
  ];
  return data[row * width + column] ?? 0;
}

/** The most ink beside a line, in parts of a letter's square, that counts as a speck and not as a stroke. */
const SPECK = 0.06;

function isInkBeside(
  half: Grey,
  { letters, letterHeight, level }: { letters: Blob[]; letterHeight: number; level: number },
): boolean {
  const left = Math.min(...letters.map((letter) => letter.left));
  const right = Math.max(...letters.map((letter) => letter.left + letter.width));
  const middle = letters.reduce((sum, { top, height }) => sum + top + height / 2, 0) / letters.length;
  const [top, bottom] = [Math.round(middle - letterHeight * 0.32), Math.round(middle + letterHeight * 0.32)];
  const reach = Math.round(letterHeight * 1.1);
  const inkIn = (from: number, to: number) => {
    let ink = 0;
    for (let y = Math.max(0, top); y < Math.min(half.height, bottom); y += 1)
      for (let x = Math.max(0, from); x < Math.min(half.width, to); x += 1)
        if ((half.data[y * half.width + x] ?? 0) >= level) ink += 1;
    return ink;
  };
  const least = SPECK * letterHeight ** 2;
  return (
    left <= 2 ||
    right >= half.width - 2 ||
    inkIn(left - reach, left - 1) > least ||
    inkIn(right + 1, right + reach) > least
  );
}
