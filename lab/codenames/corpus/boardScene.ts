import { type CardLook, cardArt, type Cover, coverArt, drawLook } from './cardArt.ts';
import { type Draw, drawOf } from './draw.ts';
import { drawWords } from './words.ts';

export const TROUBLES = [
  'none',
  'quarter turns',
  'askew',
  'perspective',
  'glare',
  'shadow',
  'blur',
  'cloth',
  'dim light',
  'a corner outside',
  'key and leaflet',
  'covered cards',
  'cards that touch',
  'cards laid askew',
] as const;

/** Kinds of tables that people play on. */
export const TABLE_TROUBLES = [
  '45° slant',
  'a corner outside',
  'a third of the picture',
  'dark cloth',
  'pale wood',
  'cards 3 to 8° askew',
  'box and hands',
  'cards that touch',
  'gaps',
  'several at once',
] as const;

/** Kinds of cards and photos that are hard to read. */
export const READING_TROUBLES = [
  'sharp',
  'a phone’s blur',
  'yellow light',
  'a small word upside down',
  'two words',
] as const;

export type Trouble = (typeof TROUBLES)[number] | (typeof TABLE_TROUBLES)[number] | (typeof READING_TROUBLES)[number];

export interface BoardScene {
  seed: number;
  trouble: Trouble;
  draw: Draw;
  look: CardLook;
  words: string[];
  /** By index of the card; undefined where its word shows. */
  covers: (Cover | undefined)[];
  /** Between two cards of a row and of a column, by a card's height. */
  gap: { across: number; down: number };
  /** Movements of SVG; drawn with the board where they are not given. */
  places?: string[];
  /** Draws the table, where another photo has the same. */
  table?: { draw: Draw; isCloth: boolean };
  width: number;
  height: number;
  /** The pixels for a hundredth of a card's height; without it the board fills most of the picture. */
  scale?: number;
}

const FRAMES = [
  [1920, 1080],
  [1440, 1080],
  [1080, 1080],
  [1080, 1440],
  [1920, 1440],
] as const;

export function boardScene(seed: number): BoardScene {
  const draw = drawOf(seed * 7919 + 11);
  const trouble = TROUBLES[seed % TROUBLES.length] ?? 'none';
  const [width, height] = draw.oneOf(FRAMES);
  const covered = trouble === 'covered cards' ? 10 : draw.oneOf([0, 0, 0, 2, 4]);
  const [look, words, covers] = [drawLook(draw), drawWords(draw), drawCovers(draw, covered)];
  const gap = trouble === 'cards that touch' ? 0.004 : draw.between(0.04, 0.24);
  return { seed, trouble, draw, look, words, covers, gap: { across: gap, down: gap }, width, height };
}

/** A board as it lies on a real table: cards with smaller letters, and wider gaps. */
export function tableScene(seed: number): BoardScene {
  const draw = drawOf(seed * 50_021 + 17);
  const trouble = TABLE_TROUBLES[seed % TABLE_TROUBLES.length] ?? 'gaps';
  const [width, height] = draw.oneOf(FRAMES);
  const look = realLook(draw);
  const [words, covers] = [drawWords(draw), drawCovers(draw, draw.oneOf([0, 0, 0, 2, 4]))];
  const most = trouble === 'gaps' ? 0.25 : 0.15;
  const share = trouble === 'cards that touch' ? 0.003 : draw.between(0.03, most);
  return { seed, trouble, draw, look, words, covers, gap: gapOf(look, share), width, height };
}

/** A board without covers, to be read. */
export function readingScene(seed: number, trouble: Trouble): BoardScene {
  const draw = drawOf(seed * 70_001 + 29);
  const [look, words] = [realLook(draw), drawWords(draw, trouble === 'two words' ? TWO_WORDS : 0)];
  const share = draw.between(0.02, 0.2);
  const smallWord = trouble === 'a small word upside down' ? draw.between(0.4, 0.55) : 0.66;
  const covers = words.map(() => undefined);
  const size = { width: 1080, height: trouble === 'a phone’s blur' ? 1440 : 1080 };
  return { seed, trouble, draw, look: { ...look, smallWord }, words, covers, gap: gapOf(look, share), ...size };
}

/** The same board with small letters, whichever part of each place, in both directions, is bare table. */
export function gapScene(seed: number, share: number): BoardScene {
  const scene = readingScene(seed, 'sharp');
  const look = { ...scene.look, wordHeight: scene.draw.between(0.075, 0.1) };
  return { ...scene, look, gap: gapOf(look, share), width: 1440, height: 1440, scale: GAP_SCALE };
}

/** Cards are as large in the photo with gaps as without. */
const GAP_SCALE = 1.3;

/** A board of which half the cards have two words would be a rare one; so many are enough to measure. */
const TWO_WORDS = 12;

function realLook(draw: Draw): CardLook {
  return { ...drawLook(draw), wordHeight: draw.between(0.095, 0.17) };
}

function gapOf({ aspect }: CardLook, share: number): BoardScene['gap'] {
  const down = share / (1 - share);
  return { across: down * aspect, down };
}

function drawCovers({ oneOf, whole }: Draw, count: number): (Cover | undefined)[] {
  const covers = Array.from({ length: 25 }, (): Cover | undefined => undefined);
  for (let done = 0; done < count; done += 1) covers[whole(25)] = oneOf(['red', 'blue', 'bystander', 'red', 'blue']);
  return covers;
}

/** The middle of a card on the flat board, whose cards are 100 high; the middle of the board is at 0, 0. */
export function cardMiddle(scene: BoardScene, index: number): { x: number; y: number } {
  const pitch = pitchOf(scene);
  return { x: ((index % 5) - 2) * pitch.x, y: (Math.floor(index / 5) - 2) * pitch.y };
}

export function pitchOf({ look, gap }: BoardScene): { x: number; y: number } {
  return { x: 100 * look.aspect + 100 * gap.across, y: 100 + 100 * gap.down };
}

/** Half of the board's size, up to the outer edges of its cards. */
export function halfBoard(scene: BoardScene): { x: number; y: number } {
  const pitch = pitchOf(scene);
  return { x: pitch.x * 2 + 50 * scene.look.aspect, y: pitch.y * 2 + 50 };
}

/** The board from above, on nothing. */
export function boardArt(scene: BoardScene, scale: number): string {
  const { look, words, covers, places = drawPlaces(scene) } = scene;
  const half = halfBoard(scene);
  const [width, height] = [2 * half.x + 40, 2 * half.y + 40];
  const cards = words.map((word, index) => {
    const cover = covers[index];
    return `<g transform="${places[index]}">${cover ? coverArt(cover, look) : cardArt(word, look)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="${-width / 2} ${-height / 2} ${width} ${height}">${cards.join('')}</svg>`;
}

/** The angles to which cards that were set by hand are turned, to either side. */
const ASKEW_DEGREES: Partial<Record<Trouble, readonly [number, number]>> = {
  'cards 3 to 8° askew': [3, 8],
  'several at once': [1, 6],
};

/** Where each card lies, and how it is turned. */
export function drawPlaces(scene: BoardScene): string[] {
  const { draw, words, trouble } = scene;
  const mess = trouble === 'cards laid askew' ? 1 : trouble === 'cards that touch' ? 0.05 : 0.3;
  const isEveryWay = draw.chance(0.4);
  const askew = ASKEW_DEGREES[trouble];
  return words.map((_, index) => {
    const at = cardMiddle(scene, index);
    const [x, y] = [at.x + draw.between(-6, 6) * mess, at.y + draw.between(-5, 5) * mess];
    const ownTurn = askew ? draw.between(askew[0], askew[1]) * draw.oneOf([-1, 1]) : draw.between(-5, 5) * mess;
    const turn = ownTurn + (isEveryWay && draw.chance(0.5) ? 180 : 0);
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)})`;
  });
}
