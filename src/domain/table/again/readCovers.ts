import { type Cell, cellKey, CELLS, cellsOf, FIRST_GRID, type Grid, type Marks, type Role } from '../board.ts';
import { median, type Pixels } from '../finding/pixels.ts';
import type { Corners } from '../geometry.ts';
import type { KeyColour } from '../keyCard/readKey.ts';
import { type CardLook, likeness, lookedAt } from './cardLook.ts';

/** The agents' cards that are on the board in the second of two photos, but not in the first. */
export interface CoverReading {
  /** In the order of the cells of the first photo; undefined where nothing was laid down. */
  covers: readonly (KeyColour | undefined)[];
  /** The indexes of uncertain cells. */
  doubtful: readonly number[];
}

export interface BoardPicture {
  pixels: Pixels;
  corners: Corners;
}

/**
 * A card's colour has to change by this much more than the light, to prove an agent's card on it or to make one
 * possible.
 */
const WARMER = { sure: 0.5, perhaps: 0.3 };
/** In Duet, where agents' cards are green. */
const GREENER = 0.3;
const DARKER = { sure: 1.05, perhaps: 0.7 };
/** A bystander's card has nearly the colour of a card with a word. */
const BYSTANDER = { warmer: 0.15, darker: 0.3 };
/** A card that is paler than before and still has a part of its pattern may lie in glare, or out of a shadow. */
const PALED = { brighter: 0.06, alike: 0.3 };
/** A card that has brightened by this much more than the light counts as shining. */
const SHINE = 0.12;
/** A likeness of at least SAME means an unchanged card, one below OTHER a changed card. */
const SAME = 0.6;
const OTHER = 0.42;
/** A card that is this much less alike than the best one may be another card: its light is not compared. */
const LESS_ALIKE = 0.25;
/** This share of glare hides a pattern. */
const GLARE = 0.08;
/** The number of uncovered cards by which the turn of the second photo is found. */
const CARDS_FOR_TURN = 4;
/** If those cards are less alike than this, the two photos show different tables. */
const LEAST_LIKENESS = 0.4;

/** Compares two photos of one table, whichever side they were taken from; undefined where they show no common card. */
export function readCovers(
  before: BoardPicture,
  after: BoardPicture,
  grid: Grid = FIRST_GRID,
): CoverReading | undefined {
  const own = looksOf(before, grid);
  const turns = turnsOf(after.corners, grid).map((corners) => {
    const looks = looksOf({ ...after, corners }, grid);
    const alike = looks.map((look, index) => likenessAt(own, look, index));
    const most = [...alike].sort((one, other) => other - one).slice(0, CARDS_FOR_TURN);
    return { looks, alike, likeness: most.reduce((sum, value) => sum + value, 0) / most.length };
  });
  const best = turns.reduce((one, other) => (other.likeness > one.likeness ? other : one));
  if (best.likeness < LEAST_LIKENESS) return undefined;
  const light = lightBetween(own, best);
  const judgeCard = grid === 'duet' ? judgeDuet : judge;
  const judged = best.looks.map((look, index) =>
    judgeCard(own[index] ?? look, look, { alike: best.alike[index] ?? 1, light }),
  );
  return {
    covers: judged.map(({ cover }) => cover),
    doubtful: judged.flatMap(({ cover, isDoubtful }, index) =>
      isDoubtful || (cover !== undefined && !light.isKnown) ? [index] : [],
    ),
  };
}

function looksOf({ pixels, corners }: BoardPicture, grid: Grid): CardLook[] {
  const at = lookedAt(pixels, grid);
  return cellsOf(grid).map((cell) => at(corners, cell));
}

function likenessAt(own: readonly CardLook[], look: CardLook, index: number): number {
  const before = own[index];
  return before ? likeness(before, look) : 0;
}

/** The possible turns of the second photo against the first. */
function turnsOf([p0, p1, p2, p3]: Corners, grid: Grid): Corners[] {
  const half: Corners[] = [
    [p0, p1, p2, p3],
    [p2, p3, p0, p1],
  ];
  if (grid === '5x4') return half;
  return [...half, [p1, p2, p3, p0], [p3, p0, p1, p2]];
}

interface Light {
  /** False where no card proves itself to be the same in both photos: then nothing is certain. */
  isKnown: boolean;
  warmth: number;
  greenness: number;
  brightness: number;
}

/** The change of the light, measured on the cards that have stayed the same. */
function lightBetween(own: readonly CardLook[], { looks, alike }: { looks: CardLook[]; alike: number[] }): Light {
  const most = Math.max(...alike);
  // Covered cards change their own colour.
  const isKnown = most >= SAME;
  const least = isKnown ? Math.max(SAME, most - LESS_ALIKE) : most;
  const same = looks.flatMap((look, index) => {
    const before = own[index];
    return before && (alike[index] ?? 0) >= least ? [{ before, look }] : [];
  });
  return {
    isKnown,
    warmth: median(same.map(({ before, look }) => look.warmth - before.warmth)),
    greenness: median(same.map(({ before, look }) => look.greenness - before.greenness)),
    brightness: median(same.map(({ before, look }) => look.brightness - before.brightness)),
  };
}

interface Judged {
  cover: KeyColour | undefined;
  isDoubtful: boolean;
}

interface Change {
  alike: number;
  light: Light;
}

function judge(before: CardLook, after: CardLook, { alike, light }: Change): Judged {
  const warmer = after.warmth - before.warmth - light.warmth;
  const darker = before.brightness - after.brightness + light.brightness;
  if (alike > SAME && Math.abs(warmer) < WARMER.sure) return { cover: undefined, isDoubtful: false };
  if (darker > DARKER.perhaps && Math.abs(warmer) < WARMER.sure)
    return { cover: 'assassin', isDoubtful: darker < DARKER.sure };
  // Reflected light takes all colour away.
  const isShining = darker < -SHINE || after.glare > GLARE;
  if (Math.abs(warmer) > WARMER.perhaps)
    return { cover: warmer > 0 ? 'red' : 'blue', isDoubtful: Math.abs(warmer) < WARMER.sure || isShining };
  const isAsBefore = Math.abs(warmer) < BYSTANDER.warmer && darker < BYSTANDER.darker;
  const isPaled = darker < -PALED.brighter && alike > PALED.alike;
  return { cover: 'bystander', isDoubtful: alike > OTHER || isShining || isPaled || !isAsBefore };
}

/** In Duet only agents' cards are green; a token or an assassin is left to the hand. */
function judgeDuet(before: CardLook, after: CardLook, { alike, light }: Change): Judged {
  const greener = after.greenness - before.greenness - light.greenness;
  if (alike > SAME && greener < GREENER) return { cover: undefined, isDoubtful: false };
  const darker = before.brightness - after.brightness + light.brightness;
  return { cover: 'green', isDoubtful: greener < GREENER || darker < -SHINE || after.glare > GLARE };
}

const ROLES: Readonly<Record<KeyColour, Role>> = {
  red: 'red-found',
  green: 'green-found',
  blue: 'blue-found',
  bystander: 'neutral',
  assassin: 'assassin-target',
};

interface CoverProposal {
  /** The cells that get another mark. */
  news: readonly { cell: Cell; role: Role }[];
  /** Cells that may be covered, or in another colour: nothing is proposed for them. */
  doubtful: readonly Cell[];
  marks: Marks;
}

/** The marks of a board after agents' cards were laid onto it. A cell that is already marked as found stays. */
export function coverMarks({ covers, doubtful }: CoverReading, marks: Marks): CoverProposal {
  const open = CELLS.flatMap((cell, index) => {
    const before = marks[cellKey(cell)];
    const cover = covers[index];
    const isNews =
      cover !== undefined && ROLES[cover] !== before && (before === undefined || before.endsWith('target'));
    return isNews ? [{ cell, role: ROLES[cover], isDoubtful: doubtful.includes(index) }] : [];
  });
  const news = open.filter(({ isDoubtful }) => !isDoubtful).map(({ cell, role }) => ({ cell, role }));
  return {
    news,
    doubtful: open.filter(({ isDoubtful }) => isDoubtful).map(({ cell }) => cell),
    marks: { ...marks, ...Object.fromEntries(news.map(({ cell, role }) => [cellKey(cell), role])) },
  };
}
