import { describe, expect, it } from 'vitest';
import { coverMarks, readCovers } from '#domain/table/again/readCovers.ts';
import type { Point } from '#domain/framing.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';
import type { KeyColour } from '#domain/table/keyCard/readKey.ts';
import { type Colour, picture } from '#tests/table/support/drawnBoard.ts';

const SIZE = { width: 400, height: 400 };
const TABLE: Colour = [70, 50, 40];
const PAPER: Colour = [222, 205, 170];
const INK: Colour = [40, 36, 30];
const AGENTS: Record<KeyColour, Colour> = {
  red: [200, 68, 47],
  blue: [58, 110, 168],
  green: [58, 140, 80],
  bystander: [217, 201, 163],
  assassin: [43, 40, 38],
};
const CORNERS: Corners = [
  { x: 0.1, y: 0.08 },
  { x: 0.92, y: 0.12 },
  { x: 0.9, y: 0.9 },
  { x: 0.06, y: 0.94 },
];

type Covers = Readonly<Record<number, KeyColour>>;

/** A place on a card, from 0 to 1 both ways. The first word of each card is as long as its number says. */
function cardColour(index: number, { x, y }: Point, cover: KeyColour | undefined): Colour {
  const isOnCard = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.46;
  if (!isOnCard) return TABLE;
  if (cover) return Math.abs(x - 0.5) < 0.14 ? INK : AGENTS[cover];
  const isInk = y > 0.62 && y < 0.8 && x > 0.12 && x < 0.3 + ((index * 7) % 25) / 45;
  const isPicture = x > 0.62 && y < 0.36 && y > 0.16 && (x * 17 + index) % 2 < 1;
  return isInk || isPicture ? INK : PAPER;
}

/** The board in a light whose colour takes these shares of red, green and blue. */
function photo(
  covers: Covers,
  { corners = CORNERS, light = [1, 1, 1], rows = 5 }: { corners?: Corners; light?: Colour; rows?: number } = {},
) {
  const toBoard = inverted(fromUnitSquare(corners));
  return picture(SIZE, ({ x, y }) => {
    const at = mapped(toBoard, { x: x / SIZE.width, y: y / SIZE.height });
    const [column, row] = [Math.floor(at.x * 5), Math.floor(at.y * rows)];
    const isOnBoard = row >= 0 && row < rows && column >= 0 && column < 5;
    const index = row * 5 + column;
    const place = { x: at.x * 5 - column, y: at.y * rows - row };
    const [red, green, blue] = isOnBoard ? cardColour(index, place, covers[index]) : TABLE;
    return [red * light[0], green * light[1], blue * light[2]];
  });
}

const before = { pixels: photo({ 3: 'red' }), corners: CORNERS };
const LATER: Covers = { 0: 'blue', 3: 'red', 7: 'red', 12: 'assassin', 20: 'bystander' };
const SINCE = { 0: 'blue', 7: 'red', 12: 'assassin', 20: 'bystander' };

function coversOf(reading: ReturnType<typeof readCovers>) {
  expect(reading?.doubtful).toEqual([]);
  return Object.fromEntries((reading?.covers ?? []).map((cover, index) => [index, cover]).filter(([, cover]) => cover));
}

describe('a second photo of the same table', () => {
  it('shows which cards were covered since, and by which colour', () => {
    expect(coversOf(readCovers(before, { pixels: photo(LATER), corners: CORNERS }))).toEqual(SINCE);
    expect(coversOf(readCovers(before, before))).toEqual({});
  });

  it.each<{ name: string; light: Colour }>([
    { name: 'yellow', light: [1, 0.86, 0.6] },
    { name: 'dim', light: [0.5, 0.5, 0.55] },
  ])('does so in $name light', ({ light }) => {
    expect(coversOf(readCovers(before, { pixels: photo(LATER, { light }), corners: CORNERS }))).toEqual(SINCE);
  });

  it('tells the light by the cards that stayed, even where nearly all are covered', () => {
    const stayed = [0, 1, 7];
    const indexes = Array.from({ length: 25 }, (_, index) => index).filter((index) => !stayed.includes(index));
    const most = Object.fromEntries(indexes.map((index) => [index, 'red' as const]));
    const start = { pixels: photo({}), corners: CORNERS };
    const read = readCovers(start, { pixels: photo(most, { light: [0.5, 0.8, 1] }), corners: CORNERS });
    expect(read?.covers).toEqual(Array.from({ length: 25 }, (_, index) => most[index]));
  });

  it('may be taken from any side of the table', () => {
    const [p0, p1, p2, p3] = CORNERS;
    for (const corners of [
      [p1, p2, p3, p0],
      [p2, p3, p0, p1],
      [p3, p0, p1, p2],
    ] as Corners[]) {
      // The board is turned on the photo, and its corners are found as they lie there.
      const pixels = photo(LATER, { corners });
      expect(coversOf(readCovers(before, { pixels, corners: CORNERS }))).toEqual(SINCE);
    }
  });

  it('of another table says so', () => {
    const empty = picture(SIZE, ({ x, y }) => ((Math.floor(x / 9) + Math.floor(y / 13)) % 2 ? PAPER : TABLE));
    expect(readCovers(before, { pixels: empty, corners: CORNERS })).toBeUndefined();
  });
});

describe('a second photo of another game', () => {
  it('of Pictures, from either side', () => {
    const [p0, p1, p2, p3] = CORNERS;
    const first = { pixels: photo({ 3: 'red' }, { rows: 4 }), corners: CORNERS };
    const later: Covers = { 0: 'blue', 3: 'red', 19: 'bystander' };
    for (const corners of [CORNERS, [p2, p3, p0, p1]] as Corners[]) {
      const read = readCovers(first, { pixels: photo(later, { rows: 4, corners }), corners: CORNERS }, '5x4');
      expect(coversOf(read)).toEqual({ 0: 'blue', 19: 'bystander' });
      expect(read?.covers).toHaveLength(20);
    }
  });

  it('of Duet shows its green agents, and leaves anything else to the hand', () => {
    const first = { pixels: photo({}), corners: CORNERS };
    const pixels = photo({ 2: 'green', 8: 'green', 14: 'assassin', 20: 'bystander' }, { light: [1, 0.86, 0.6] });
    const read = readCovers(first, { pixels, corners: CORNERS }, 'duet');
    expect(read?.doubtful).toEqual([14, 20]);
    expect(read && coverMarks(read, { '0-2': 'green-target' }).news).toEqual([
      { cell: { row: 0, column: 2 }, role: 'green-found' },
      { cell: { row: 1, column: 3 }, role: 'green-found' },
    ]);
  });
});

describe('the marks after it', () => {
  const covers = Array.from({ length: 25 }, (_, index): KeyColour | undefined => LATER[index]);
  it('leave what is found, and propose nothing doubtful', () => {
    const marks = { '0-0': 'blue-target', '0-3': 'red-found', '2-2': 'assassin-target', '4-4': 'neutral' } as const;
    const proposal = coverMarks({ covers, doubtful: [20] }, marks);
    expect(proposal.news).toEqual([
      { cell: { row: 0, column: 0 }, role: 'blue-found' },
      { cell: { row: 1, column: 2 }, role: 'red-found' },
    ]);
    expect(proposal.doubtful).toEqual([{ row: 4, column: 0 }]);
    expect(proposal.marks).toEqual({ ...marks, '0-0': 'blue-found', '1-2': 'red-found' });
  });
});
