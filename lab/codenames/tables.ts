import { CELLS } from '#domain/table/board.ts';
import { findBoard } from '#domain/table/finding/findBoard.ts';
import type { Point } from '#domain/framing.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { pixelsOf, readWords } from './boards.ts';
import { boardPhoto, type BoardPhotoDrawn } from './corpus/boardPhoto.ts';
import {
  type BoardScene,
  gapScene,
  READING_TROUBLES,
  readingScene,
  TABLE_TROUBLES,
  tableScene,
} from './corpus/boardScene.ts';
import type { LineReader } from './lineReader.ts';

/** A real table, whose board is found, is not found, or is thought to be where it is not. */
export interface TableResult {
  seed: number;
  trouble: string;
  result: 'found' | 'missed' | 'misplaced';
}

/** A found corner may be this far from its place, by the length of the board's sides. */
const MOST_OFF = 0.06;

export async function tryTable(seed: number): Promise<TableResult> {
  const scene = tableScene(seed);
  const photo = await boardPhoto(scene);
  const found = findBoard(await pixelsOf(photo.jpeg));
  const { trouble } = scene;
  if (!found) return { seed, trouble, result: 'missed' };
  return { seed, trouble, result: offOf(found.corners, photo) <= MOST_OFF ? 'found' : 'misplaced' };
}

/** The largest distance of a corner from its place. A board may be found from any of its sides. */
function offOf(found: Corners, { corners, width, height }: BoardPhotoDrawn): number {
  const inPixels = found.map(({ x, y }) => ({ x: x * width, y: y * height }));
  const side = corners.reduce((sum, corner, index) => sum + distance(corner, corners[(index + 1) % 4]), 0) / 4;
  const turns = [0, 1, 2, 3].map((turn) =>
    Math.max(...corners.map((corner, index) => distance(corner, inPixels[(index + turn) % 4]))),
  );
  return Math.min(...turns) / side;
}

function distance(one: Point, other: Point | undefined): number {
  return other ? Math.hypot(one.x - other.x, one.y - other.y) : Infinity;
}

/** The words of a board whose corners were set by hand. */
export interface CardsResult {
  seed: number;
  kind: string;
  right: number;
  rightAndSure: number;
  wrongAndSure: number;
}

export async function tryCards(seed: number, reader: LineReader): Promise<CardsResult> {
  const trouble = READING_TROUBLES[seed % READING_TROUBLES.length] ?? 'sharp';
  return readCards(seed, { kind: trouble, scene: readingScene(seed, trouble) }, reader);
}

/** The bare parts of a place between two cards, for boards that differ in nothing else. */
const GAPS = [0, 0.05, 0.1, 0.15, 0.2, 0.25];

export async function tryGap(seed: number, reader: LineReader): Promise<CardsResult> {
  const gap = GAPS[seed % GAPS.length] ?? 0;
  const scene = gapScene(Math.floor(seed / GAPS.length), gap);
  return readCards(seed, { kind: `gaps of ${gap * 100} %`, scene }, reader);
}

async function readCards(
  seed: number,
  { kind, scene }: { kind: string; scene: BoardScene },
  reader: LineReader,
): Promise<CardsResult> {
  const photo = await boardPhoto(scene);
  const words = await readWords(await pixelsOf(photo.jpeg), cornersByHand(scene, photo), reader);
  const result: CardsResult = { seed, kind, right: 0, rightAndSure: 0, wrongAndSure: 0 };
  for (const [index, word] of words.entries()) {
    if (!word) continue;
    const isRight = joined(word.text) === joined(scene.words[index] ?? '');
    if (isRight) result.right += 1;
    if (isRight && word.isSure) result.rightAndSure += 1;
    if (!isRight && word.isSure) result.wrongAndSure += 1;
  }
  return result;
}

/** Spaces and hyphens count for nothing in a comparison. */
function joined(text: string): string {
  return text.replaceAll(/[ '\-.]/g, '');
}

/** People lay the grid half a gap beside the cards, or on the corners of the outermost ones: each on half the boards. */
function cornersByHand(scene: BoardScene, { corners, width, height }: BoardPhotoDrawn): Corners {
  const isOnCards = scene.seed % 2 === 1;
  const across = isOnCards ? scene.gap.across / (scene.look.aspect + scene.gap.across) / 10 : 0;
  const down = isOnCards ? scene.gap.down / (1 + scene.gap.down) / 10 : 0;
  const [p0, p1, p2, p3] = corners;
  const at = (x: number, y: number) => {
    const place = between(between(p0, p1, x), between(p3, p2, x), y);
    return { x: place.x / width, y: place.y / height };
  };
  return [at(across, down), at(1 - across, down), at(1 - across, 1 - down), at(across, 1 - down)];
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The table of boards that were looked for, in Markdown. */
export function tablesReportOf(
  results: readonly TableResult[],
  { from, machine }: { from: number; machine: string },
): string {
  const row = (name: string, of: readonly TableResult[]) => {
    const count = (wanted: TableResult['result']) => of.filter(({ result }) => result === wanted).length;
    return `| ${name} | ${count('found')} of ${of.length} | ${count('missed')} | ${count('misplaced')} |`;
  };
  return [
    '| table | found | said not to be found | misplaced |',
    '| --- | ---: | ---: | ---: |',
    ...TABLE_TROUBLES.map((trouble) =>
      row(
        trouble,
        results.filter((result) => result.trouble === trouble),
      ),
    ),
    row('**all**', results),
    '',
    `Seeds ${from} to ${from + results.length - 1}, on which nothing was tuned. On ${machine}.`,
  ].join('\n');
}

/** The table of boards that were read with their corners set, in Markdown. */
export function cardsReportOf(
  results: readonly CardsResult[],
  { from, machine }: { from: number; machine: string },
): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))].toSorted(
    new Intl.Collator('en', { numeric: true }).compare,
  );
  const row = (name: string, of: readonly CardsResult[]) => {
    const sum = (value: (result: CardsResult) => number) => of.reduce((total, result) => total + value(result), 0);
    const rights = of.map(({ right }) => right).toSorted((one, other) => one - other);
    const words = of.length * CELLS.length;
    const share = (count: number) => `${((100 * count) / words).toFixed(1)} %`;
    return `| ${name} | ${of.length} | ${rights[rights.length >> 1] ?? 0} | ${share(sum(({ right }) => right))} | ${share(sum(({ rightAndSure }) => rightAndSure))} | ${sum(({ wrongAndSure }) => wrongAndSure)} of ${words} |`;
  };
  return [
    '| cards | boards | median of 25 words right | words right | right and sure | wrong and sure |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...kinds.map((kind) =>
      row(
        kind,
        results.filter((result) => result.kind === kind),
      ),
    ),
    row('**all**', results),
    '',
    `Seeds from ${from} on, on which nothing was tuned. On ${machine}.`,
  ].join('\n');
}
