import { describe, expect, it } from 'vitest';
import type { Grid } from '#domain/table/board.ts';
import { keyDoubts, keyMarks, keySummary, KEY_TURNS, turnedKey } from '#domain/table/keyCard/keyMarks.ts';
import { type KeyColour, readKey } from '#domain/table/keyCard/readKey.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { type Colour, drawnBoard } from '#tests/table/support/drawnBoard.ts';

const SIZE = { width: 300, height: 300 };
const CORNERS: Corners = [
  { x: 0.1, y: 0.12 },
  { x: 0.9, y: 0.1 },
  { x: 0.92, y: 0.9 },
  { x: 0.08, y: 0.88 },
];
const COLOURS: Record<KeyColour, Colour> = {
  red: [200, 60, 45],
  blue: [50, 110, 180],
  green: [62, 140, 84],
  bystander: [225, 205, 165],
  assassin: [30, 28, 27],
};

const cycle: KeyColour[] = ['red', 'blue', 'bystander'];
/** Nine red, eight blue, seven bystanders and the assassin. */
const KEY = Array.from({ length: 25 }, (_, index): KeyColour => {
  if (index === 24) return 'red';
  if (index === 23) return 'assassin';
  return cycle[index % 3] ?? 'red';
}).map((colour, index) => (index === 22 ? 'blue' : colour));

function photo(light: Colour, change: (colour: Colour, index: number) => Colour = (colour) => colour) {
  const colourOf = (row: number, column: number): Colour => {
    const [red, green, blue] = change(COLOURS[KEY[row * 5 + column] ?? 'red'], row * 5 + column);
    return [red * light[0], green * light[1], blue * light[2]];
  };
  return drawnBoard({ ...SIZE, corners: CORNERS, colourOf });
}

describe('readKey', () => {
  it.each([
    ['white', [1, 1, 1]],
    ['yellow', [1.1, 0.95, 0.6]],
    ['bluish', [0.75, 0.9, 1.2]],
    ['dim', [0.35, 0.33, 0.3]],
  ] as const)('reads the colours in %s light', (_, light) => {
    const read = readKey(photo(light), CORNERS);
    expect(read.colours).toEqual(KEY);
    expect(read.starts).toBe('red');
    expect(read.doubtful).toEqual([]);
  });

  it('takes a brown table for no lights', () => {
    expect(readKey(photo([1, 1, 1]), CORNERS).lightsAgree).toBeUndefined();
  });

  it('says which squares are doubtful: glare, and a colour in between', () => {
    const washed = photo([1, 1, 1], (colour, index) => (index === 0 ? [254, 254, 252] : colour));
    expect(readKey(washed, CORNERS).doubtful).toContain(0);
    const pale = photo([1, 1, 1], (colour, index) => (index === 3 ? [212, 150, 118] : colour));
    expect(readKey(pale, CORNERS).doubtful).toContain(3);
  });

  it('doubts all where there are no three colours', () => {
    const grey = photo([1, 1, 1], () => [128, 128, 128]);
    expect(readKey(grey, CORNERS).doubtful).toHaveLength(25);
  });
});

/** Keys with as many of each colour as they have. */
const OTHER_KEYS: Readonly<
  Record<'5x4' | 'duet', { counts: readonly (readonly [KeyColour, number])[]; words: string }>
> = {
  '5x4': {
    counts: [
      ['red', 7],
      ['blue', 8],
      ['bystander', 4],
      ['assassin', 1],
    ],
    words: '7 red, 8 blue, 4 bystanders, 1 assassin. Blue starts.',
  },
  duet: {
    counts: [
      ['green', 9],
      ['bystander', 13],
      ['assassin', 3],
    ],
    words: '9 green, 13 bystanders, 3 assassins.',
  },
};

function keyOf(grid: '5x4' | 'duet'): KeyColour[] {
  const sorted = OTHER_KEYS[grid].counts.flatMap(([colour, count]) => Array.from({ length: count }, () => colour));
  return sorted.map((_, index) => sorted[(index * 7) % sorted.length] ?? 'bystander');
}

describe.each(['5x4', 'duet'] as const)('readKey of %s', (grid) => {
  const key = keyOf(grid);
  const places = [...key.keys()];
  const photoOf = (light: Colour, colours: readonly KeyColour[]) => {
    const colourOf = (row: number, column: number): Colour => {
      const [red, green, blue] = COLOURS[colours[row * 5 + column] ?? 'red'];
      return [red * light[0], green * light[1], blue * light[2]];
    };
    return drawnBoard({ ...SIZE, corners: CORNERS, grid: grid satisfies Grid, colourOf });
  };

  it.each([
    ['white', [1, 1, 1]],
    ['yellow', [1.1, 0.95, 0.6]],
    ['dim', [0.35, 0.33, 0.3]],
  ] as const)('reads the colours in %s light', (_, light) => {
    const read = readKey(photoOf(light, key), CORNERS, grid);
    expect(read.colours).toEqual(key);
    expect(keyDoubts(read, places)).toEqual([]);
    expect(keySummary(read)).toBe(OTHER_KEYS[grid].words);
  });

  it('doubts all where the squares have one colour', () => {
    const read = readKey(
      photoOf(
        [1, 1, 1],
        key.map(() => 'bystander'),
      ),
      CORNERS,
      grid,
    );
    expect(keyDoubts(read, places)).toEqual(['This does not look like a key card. Drag the corners onto its squares.']);
  });

  it('turns by half', () => {
    expect(turnedKey(places, 'down')).toEqual(places.toReversed());
  });
});

describe('a key’s turn', () => {
  it('brings each side to the top', () => {
    const squares = Array.from({ length: 25 }, (_, index) => index);
    expect(KEY_TURNS.map((turn) => turnedKey(squares, turn).slice(0, 5))).toEqual([
      [0, 1, 2, 3, 4],
      [4, 9, 14, 19, 24],
      [24, 23, 22, 21, 20],
      [20, 15, 10, 5, 0],
    ]);
  });
});

describe('keyMarks', () => {
  it('marks both teams’ words and the assassin, and leaves what was found', () => {
    const marks = keyMarks(KEY, { '0-0': 'red-found', '0-2': 'red-target', '4-3': 'neutral' });
    expect(marks['0-0']).toBe('red-found');
    expect(marks['0-1']).toBe('blue-target');
    expect(marks['0-2'], 'a bystander is not marked').toBeUndefined();
    expect(marks['4-3']).toBe('neutral');
    expect(Object.values(marks).filter((role) => role === 'blue-target')).toHaveLength(8);
  });
});
