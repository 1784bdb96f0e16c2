import { cellsOf, COLUMNS, FIRST_GRID, type Grid, rowsOf, type Team } from '../board.ts';
import { type Colour, colourAt, median, type Pixels } from '../finding/pixels.ts';
import { type Corners, projection } from '../geometry.ts';

export type KeyColour = Team | 'green' | 'bystander' | 'assassin';

/** The squares of a key card, in reading order. */
export interface KeyReading {
  colours: readonly KeyColour[];
  /** Indexes of squares whose colour is not certain. */
  doubtful: readonly number[];
  /** The team with one word more; there are no teams in Duet. */
  starts: Team | undefined;
  /** Whether the lights on the card's border say the same; undefined where they are not visible. */
  lightsAgree: boolean | undefined;
}

/** The words of the team that starts, and the bystanders; the other team has one word less. */
const COUNTS = { '5x5': { most: 9, bystanders: 7 }, '5x4': { most: 8, bystanders: 4 } };
/** The agents and assassins on each side of a key of Duet. */
const DUET_COUNTS = { agents: 9, assassins: 3 };
/** A square is doubtful if it is this near to the border between two colours, in parts of the colours' distance. */
const DOUBT = 0.28;
/** Colours that are closer together than this are not three different colours. */
const LEAST_GAP = 0.12;
/** Brighter than this in all channels is glare. */
const GLARE = 246;

interface Square {
  index: number;
  /** Positive if there is more red than blue. The colour of the light adds the same to all squares. */
  warmth: number;
  /** Positive if there is more green than red. */
  greenness: number;
  brightness: number;
  isGlaring: boolean;
}

/**
 * Reads the colours by rank, so that the light does not matter: the darkest square is the assassin, then come the
 * reddest and the bluest, as many as a key card has, and the rest are bystanders. The gaps between the colours decide
 * which team has one more.
 */
export function readKey(pixels: Pixels, corners: Corners, grid: Grid = FIRST_GRID): KeyReading {
  const rows = rowsOf(grid);
  const squares = cellsOf(grid).map(({ row, column }, index) =>
    squareAt(pixels, corners, { across: column / COLUMNS, down: row / rows, rows, index }),
  );
  if (grid === 'duet') return duetKey(squares);
  const { most, bystanders } = COUNTS[grid];
  const [assassin, ...others] = [...squares].sort((one, other) => one.brightness - other.brightness);
  const byWarmth = others.sort((one, other) => other.warmth - one.warmth);
  const redStarts = splitOf(byWarmth, most, bystanders);
  const blueStarts = splitOf(byWarmth, most - 1, bystanders);
  const split = redStarts.gap >= blueStarts.gap ? redStarts : blueStarts;
  const starts: Team = split === redStarts ? 'red' : 'blue';
  const colours = squares.map(({ index, warmth }): KeyColour => {
    if (index === assassin?.index) return 'assassin';
    if (warmth > split.redFrom) return 'red';
    return warmth < split.blueFrom ? 'blue' : 'bystander';
  });
  const lights = lightsOf(pixels, { corners, rows }, split);
  return {
    colours,
    starts,
    lightsAgree: lights && lights === starts,
    doubtful: squares
      .filter((square) => isDoubtful(square, split, { assassin, second: others }))
      .map(({ index }) => index),
  };
}

/** One side of a key of Duet: the darkest squares are assassins, the greenest of the others agents. */
function duetKey(squares: readonly Square[]): KeyReading {
  const { agents, assassins } = DUET_COUNTS;
  const byBrightness = [...squares].sort((one, other) => one.brightness - other.brightness);
  const dark = new Set(byBrightness.slice(0, assassins));
  const nextDarkest = byBrightness[assassins]?.brightness ?? 0;
  const others = byBrightness.slice(assassins).map(({ greenness }) => greenness);
  const greens = others.sort((one, other) => other - one);
  const at = (place: number) => greens[place] ?? 0;
  const [gap, border] = [at(agents - 1) - at(agents), (at(agents - 1) + at(agents)) / 2];
  const usual = at(agents >> 1) - at((agents + greens.length) >> 1);
  const isUnsure = (square: Square) => {
    if (square.isGlaring || gap < LEAST_GAP) return true;
    if (dark.has(square)) return square.brightness > nextDarkest * LEAST_DARKER;
    return Math.abs(square.greenness - border) < (DOUBT * usual) / 2;
  };
  return {
    colours: squares.map((square): KeyColour => {
      if (dark.has(square)) return 'assassin';
      return square.greenness > border ? 'green' : 'bystander';
    }),
    starts: undefined,
    lightsAgree: undefined,
    doubtful: squares.filter(isUnsure).map(({ index }) => index),
  };
}

/** The brightness of an assassin's square, by that of the next darkest one. */
const LEAST_DARKER = 0.8;

interface Split {
  redFrom: number;
  blueFrom: number;
  /** The smaller of the two gaps between the colours. */
  gap: number;
  usualRed: number;
  usualBlue: number;
}

function splitOf(byWarmth: readonly Square[], reds: number, bystanders: number): Split {
  const at = (place: number) => byWarmth[place]?.warmth ?? 0;
  const blues = reds + bystanders;
  const redGap = at(reds - 1) - at(reds);
  const blueGap = at(blues - 1) - at(blues);
  return {
    redFrom: (at(reds - 1) + at(reds)) / 2,
    blueFrom: (at(blues - 1) + at(blues)) / 2,
    gap: Math.min(redGap, blueGap),
    usualRed: at(reds >> 1),
    usualBlue: at((blues + byWarmth.length) >> 1),
  };
}

function isDoubtful(
  { index, warmth, isGlaring, brightness }: Square,
  { redFrom, blueFrom, gap, usualRed, usualBlue }: Split,
  { assassin, second }: { assassin: Square | undefined; second: readonly Square[] },
): boolean {
  if (isGlaring || gap < LEAST_GAP) return true;
  const nextDarkest = Math.min(...second.map((square) => square.brightness));
  if (index === assassin?.index) return brightness > nextDarkest * LEAST_DARKER;
  return Math.min(Math.abs(warmth - redFrom), Math.abs(warmth - blueFrom)) < (DOUBT * (usualRed - usualBlue)) / 4;
}

/** The sampled part of a square, without its border. */
const INSIDE = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

interface Place {
  /** The upper left corner, by the size of the whole key. */
  across: number;
  down: number;
  rows: number;
  index: number;
}

function squareAt(pixels: Pixels, corners: Corners, place: Place): Square {
  const at = projection(corners);
  const colours = INSIDE.flatMap((down) =>
    INSIDE.map((across) => {
      const { x, y } = at(place.across + across / COLUMNS, place.down + down / place.rows);
      return colourAt(pixels, x * pixels.width, y * pixels.height);
    }),
  );
  // The median ignores the sign that is printed on the square.
  const [red, green, blue] = [0, 1, 2].map((channel) => median(colours.map((colour) => colour[channel] ?? 0)));
  return {
    index: place.index,
    warmth: warmthOf([red ?? 0, green ?? 0, blue ?? 0]),
    greenness: warmthOf([green ?? 0, 0, red ?? 0]),
    brightness: Math.max(red ?? 0, green ?? 0, blue ?? 0),
    isGlaring: Math.min(red ?? 0, green ?? 0, blue ?? 0) > GLARE,
  };
}

/** Added to both colours, so that noise in the dark has no colour. */
const DARKNESS = 12;

function warmthOf([red, , blue]: Colour): number {
  return Math.log((red + DARKNESS) / (blue + DARKNESS));
}

/** The places of the lights on each side, outside of the squares, in squares. */
const LIGHTS = [-0.55, -0.7, -0.8, -0.9, -1.05];
const LEAST_LIGHTS = 2;
/** The largest difference between the colours of a light and its team's squares; a brown table differs more. */
const LIGHT_TOLERANCE = 0.15;

/** The team whose colour most of the lights on the border have. */
function lightsOf(pixels: Pixels, key: { corners: Corners; rows: number }, split: Split): Team | undefined {
  const tolerance = (split.usualRed - split.usualBlue) * LIGHT_TOLERANCE;
  const at = projection(key.corners);
  const sides = [0, 1, 2, 3].map((side) => {
    const warmths = LIGHTS.map((off) => {
      const share = off / (side % 2 === 0 ? key.rows : COLUMNS);
      const [along, out] = [0.5, side % 3 === 0 ? share : 1 - share];
      const { x, y } = side % 2 === 0 ? at(along, out) : at(out, along);
      return warmthOf(colourAt(pixels, x * pixels.width, y * pixels.height));
    });
    if (Math.max(...warmths) > split.usualRed - tolerance) return 'red';
    return Math.min(...warmths) < split.usualBlue + tolerance ? 'blue' : undefined;
  });
  const [red, blue] = [sides.filter((side) => side === 'red').length, sides.filter((side) => side === 'blue').length];
  if (Math.abs(red - blue) < LEAST_LIGHTS) return undefined;
  return red > blue ? 'red' : 'blue';
}
