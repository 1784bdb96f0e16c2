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
export type Trouble = (typeof TROUBLES)[number];

export interface BoardScene {
  seed: number;
  trouble: Trouble;
  draw: Draw;
  look: CardLook;
  words: string[];
  /** By index of the card; undefined where its word shows. */
  covers: (Cover | undefined)[];
  /** Between two cards, by a card's height. */
  gap: number;
  /** Movements of SVG; drawn with the board where they are not given. */
  places?: string[];
  /** Draws the table, where another photo has the same. */
  table?: { draw: Draw; isCloth: boolean };
  width: number;
  height: number;
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
  return {
    seed,
    trouble,
    draw,
    look: drawLook(draw),
    words: drawWords(draw),
    covers: drawCovers(draw, covered),
    gap: trouble === 'cards that touch' ? 0.004 : draw.between(0.04, 0.24),
    width,
    height,
  };
}

function drawCovers({ oneOf, whole }: Draw, count: number): (Cover | undefined)[] {
  const covers = Array.from({ length: 25 }, (): Cover | undefined => undefined);
  for (let done = 0; done < count; done += 1) covers[whole(25)] = oneOf(['red', 'blue', 'bystander', 'red', 'blue']);
  return covers;
}

/** The middle of a card on the flat board, whose cards are 100 high; the middle of the board is at 0, 0. */
function cardMiddle(scene: BoardScene, index: number): { x: number; y: number } {
  const pitch = pitchOf(scene);
  return { x: ((index % 5) - 2) * pitch.x, y: (Math.floor(index / 5) - 2) * pitch.y };
}

function pitchOf({ look, gap }: BoardScene): { x: number; y: number } {
  return { x: 100 * look.aspect + 100 * gap, y: 100 + 100 * gap };
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

/** Where each card lies, and how it is turned. */
export function drawPlaces(scene: BoardScene): string[] {
  const { draw, words, trouble } = scene;
  const mess = trouble === 'cards laid askew' ? 1 : trouble === 'cards that touch' ? 0.05 : 0.3;
  const isEveryWay = draw.chance(0.4);
  return words.map((_, index) => {
    const at = cardMiddle(scene, index);
    const [x, y] = [at.x + draw.between(-6, 6) * mess, at.y + draw.between(-5, 5) * mess];
    const turn = draw.between(-5, 5) * mess + (isEveryWay && draw.chance(0.5) ? 180 : 0);
    return `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)})`;
  });
}
