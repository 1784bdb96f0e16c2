import { CELLS, type Team } from '../board.ts';
import type { Pixels } from '../finding/pixels.ts';
import { type Corners, projection } from '../geometry.ts';

export type KeyColour = Team | 'bystander' | 'assassin';

/** The squares of a key card, in reading order. */
export interface KeyReading {
  colours: readonly KeyColour[];
  /** Indexes of squares whose colour is not certain. */
  doubtful: readonly number[];
  /** The team with nine words. */
  starts: Team;
  /** The lights on the card's border say the same; undefined where they are not to be seen. */
  lightsAgree: boolean | undefined;
}

const BYSTANDERS = 7;
/** The words of the two teams: the one that starts has more. */
const TEAM_SIZES = { most: 9, least: 8 };
/** A square this near to the border between two colours, by the distance of the colours, is doubtful. */
const DOUBT = 0.28;
/** Colours that are no farther apart than this are no three colours. */
const LEAST_GAP = 0.12;
/** Brighter than this in all channels is glare. */
const GLARE = 246;

interface Square {
  index: number;
  /** Above 0 more red than blue. The light's own colour adds the same to all squares. */
  warmth: number;
  brightness: number;
  isGlaring: boolean;
}

/**
 * Reads the colours by rank, so that the light does not matter: the darkest square is the assassin, then come the
 * reddest and the bluest, as many as a key card has, and the rest are bystanders. The gaps between the colours decide
 * which team has one more.
 */
export function readKey(pixels: Pixels, corners: Corners): KeyReading {
  const squares = CELLS.map(({ row, column }, index) => squareAt(pixels, corners, { row, column, index }));
  const [assassin, ...others] = [...squares].sort((one, other) => one.brightness - other.brightness);
  const byWarmth = others.sort((one, other) => other.warmth - one.warmth);
  const redStarts = splitOf(byWarmth, TEAM_SIZES.most);
  const blueStarts = splitOf(byWarmth, TEAM_SIZES.least);
  const split = redStarts.gap >= blueStarts.gap ? redStarts : blueStarts;
  const starts: Team = split === redStarts ? 'red' : 'blue';
  const colours = squares.map(({ index, warmth }): KeyColour => {
    if (index === assassin?.index) return 'assassin';
    if (warmth > split.redFrom) return 'red';
    return warmth < split.blueFrom ? 'blue' : 'bystander';
  });
  const lights = lightsOf(pixels, corners, split);
  return {
    colours,
    starts,
    lightsAgree: lights && lights === starts,
    doubtful: squares
      .filter((square) => isDoubtful(square, split, { assassin, second: others }))
      .map(({ index }) => index),
  };
}

interface Split {
  redFrom: number;
  blueFrom: number;
  /** The smaller of the two gaps between the colours. */
  gap: number;
  usualRed: number;
  usualBlue: number;
}

function splitOf(byWarmth: readonly Square[], reds: number): Split {
  const at = (place: number) => byWarmth[place]?.warmth ?? 0;
  const blues = reds + BYSTANDERS;
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
  if (index === assassin?.index) return brightness > nextDarkest * 0.8;
  return Math.min(Math.abs(warmth - redFrom), Math.abs(warmth - blueFrom)) < (DOUBT * (usualRed - usualBlue)) / 4;
}

type Colour = readonly [number, number, number];

/** The part of a square that is looked at: its border and what lies beside it are not. */
const INSIDE = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

function squareAt(pixels: Pixels, corners: Corners, cell: { row: number; column: number; index: number }): Square {
  const at = projection(corners);
  const colours = INSIDE.flatMap((down) =>
    INSIDE.map((across) => {
      const { x, y } = at((cell.column + across) / 5, (cell.row + down) / 5);
      return colourAt(pixels, x * pixels.width, y * pixels.height);
    }),
  );
  // The median leaves out the sign that is printed on the square.
  const [red, green, blue] = [0, 1, 2].map((channel) => median(colours.map((colour) => colour[channel] ?? 0)));
  return {
    index: cell.index,
    warmth: warmthOf([red ?? 0, green ?? 0, blue ?? 0]),
    brightness: Math.max(red ?? 0, green ?? 0, blue ?? 0),
    isGlaring: Math.min(red ?? 0, green ?? 0, blue ?? 0) > GLARE,
  };
}

/** Added to both colours, so that noise in the dark is no colour. */
const DARKNESS = 12;

function warmthOf([red, , blue]: Colour): number {
  return Math.log((red + DARKNESS) / (blue + DARKNESS));
}

function colourAt({ width, height, data }: Pixels, x: number, y: number): Colour {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const place = (row * width + column) * 4;
  return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0];
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Outside of the squares, in squares: where the lights are on each of the four sides. */
const LIGHTS = [-0.55, -0.7, -0.8, -0.9, -1.05];
const LEAST_LIGHTS = 2;
/** A light has nearly the colour of its team's squares: a brown table has not. */
const LIGHT_TOLERANCE = 0.15;

/** The team whose colour most of the lights on the border have. */
function lightsOf(pixels: Pixels, corners: Corners, { usualRed, usualBlue }: Split): Team | undefined {
  const tolerance = (usualRed - usualBlue) * LIGHT_TOLERANCE;
  const at = projection(corners);
  const sides = [0, 1, 2, 3].map((side) => {
    const warmths = LIGHTS.map((off) => {
      const [along, out] = [0.5, side % 3 === 0 ? off / 5 : 1 - off / 5];
      const { x, y } = side % 2 === 0 ? at(along, out) : at(out, along);
      return warmthOf(colourAt(pixels, x * pixels.width, y * pixels.height));
    });
    if (Math.max(...warmths) > usualRed - tolerance) return 'red';
    return Math.min(...warmths) < usualBlue + tolerance ? 'blue' : undefined;
  });
  const [red, blue] = [sides.filter((side) => side === 'red').length, sides.filter((side) => side === 'blue').length];
  if (Math.abs(red - blue) < LEAST_LIGHTS) return undefined;
  return red > blue ? 'red' : 'blue';
}
