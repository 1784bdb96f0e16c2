import sharp from 'sharp';
import { type CardWord, CELLS } from '#domain/table/board.ts';
import { findBoard } from '#domain/table/finding/findBoard.ts';
import type { Pixels } from '#domain/table/finding/pixels.ts';
import type { Point } from '#domain/framing.ts';
import { type Corners, projection } from '#domain/table/geometry.ts';
import { cardLines } from '#domain/table/reading/cardLines.ts';
import { chooseWord } from '#domain/table/reading/chooseWord.ts';
import { type BoardPhotoDrawn, boardPhoto } from './corpus/boardPhoto.ts';
import { boardScene, type Trouble } from './corpus/boardScene.ts';
import type { LineReader } from './lineReader.ts';

/** The result of one board. */
export interface BoardResult {
  seed: number;
  trouble: Trouble;
  isFound: boolean;
  findMs: number;
  /** Cards whose word is to be seen; the rest are covered. */
  words: number;
  right: number;
  rightAndSure: number;
  wrong: number;
  wrongAndSure: number;
  readMs: number;
}

/** A cell may be this far from its card, by the smaller of their steps. */
const MOST_OFF = 0.2;

export async function tryBoard(seed: number, reader: LineReader | undefined): Promise<BoardResult> {
  const scene = boardScene(seed);
  const photo = await boardPhoto(scene);
  const pixels = await pixelsOf(photo.jpeg);
  const started = performance.now();
  const found = findBoard(pixels);
  const findMs = performance.now() - started;
  const cards = found && cardsOfCells(found.corners, photo);
  const result: BoardResult = {
    seed,
    trouble: scene.trouble,
    isFound: cards !== undefined,
    findMs,
    words: 0,
    right: 0,
    rightAndSure: 0,
    wrong: 0,
    wrongAndSure: 0,
    readMs: 0,
  };
  if (!found || !cards || !reader) return result;
  const begun = performance.now();
  const words = await readWords(pixels, found.corners, reader);
  result.readMs = performance.now() - begun;
  cards.forEach((card, cell) => count(result, words[cell], scene.covers[card] ? undefined : scene.words[card]));
  return result;
}

export async function pixelsOf(jpeg: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Which card lies in each cell; undefined where the grid does not lie on the cards. Any of the four turns is good. */
export function cardsOfCells(
  corners: Corners,
  { middles, width, height }: Pick<BoardPhotoDrawn, 'middles' | 'width' | 'height'>,
): number[] | undefined {
  const at = projection(corners);
  const inPixels = ({ x, y }: Point) => ({ x: x * width, y: y * height });
  const cards = CELLS.map(({ row, column }) => {
    const middle = inPixels(at((column + 0.5) / 5, (row + 0.5) / 5));
    const [right, below] = [
      inPixels(at((column + 1) / 5, (row + 0.5) / 5)),
      inPixels(at((column + 0.5) / 5, (row + 1) / 5)),
    ];
    const step = 2 * Math.min(distance(middle, right), distance(middle, below));
    return middles.findIndex((card) => distance(card, middle) < MOST_OFF * step);
  });
  return new Set(cards).size === CELLS.length && !cards.includes(-1) ? cards : undefined;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export async function readWords(
  pixels: Pixels,
  corners: Corners,
  reader: LineReader,
): Promise<(CardWord | undefined)[]> {
  const words: (CardWord | undefined)[] = [];
  for (const lines of cardLines(pixels, corners)) {
    const readings = [];
    for (const { picture, isCut } of lines) readings.push({ ...(await reader.read(picture)), isCut });
    words.push(chooseWord(readings, new Set()));
  }
  return words;
}

function count(result: BoardResult, read: CardWord | undefined, truth: string | undefined): void {
  if (truth !== undefined) result.words += 1;
  if (!read) return;
  if (read.text === truth) {
    result.right += 1;
    if (read.isSure) result.rightAndSure += 1;
  } else {
    result.wrong += 1;
    if (read.isSure) result.wrongAndSure += 1;
  }
}
