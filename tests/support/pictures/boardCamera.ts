import { writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';

/** The 25 words on the table, in reading order. */
export const BOARD_WORDS = [
  ['ANCHOR', 'BISHOP', 'CANYON', 'DRAGON', 'ENGINE'],
  ['FALCON', 'GARDEN', 'HARBOR', 'ISLAND', 'JUNGLE'],
  ['KETTLE', 'LEMON', 'MARBLE', 'NEEDLE', 'OYSTER'],
  ['PIRATE', 'QUARTZ', 'ROCKET', 'SADDLE', 'TEMPLE'],
  ['UMPIRE', 'VIOLIN', 'WALRUS', 'YACHT', 'ZEPHYR'],
].flat();

export interface Shape {
  width: number;
  height: number;
}

/** Where the board lies in the picture: a centred square that also a portrait finder holds. */
function boardSquare({ width, height }: Shape): { x: number; y: number; side: number } {
  const side = Math.round(Math.min(width, height) * 0.66);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** A card's own colour: more red by column, more green by row, so that a pixel tells which card it is. */
const LEVEL_STEP = 30;
const LEVEL_MIN = 110;

/** A table with the board on it, agents' cards of some colour on it by the words they cover, and a colour of its own in each of the picture's four quarters. */
export function boardPicture(shape: Shape, agents: Readonly<Record<string, string>> = {}, rows = 5): Sharp {
  const { width, height } = shape;
  const { x, y, side } = boardSquare(shape);
  const step = side / 5;
  const card = step * 0.94;
  const cards = BOARD_WORDS.slice(0, rows * 5).map((word, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5];
    const left = x + column * step + (step - card) / 2;
    const top = y + row * step + (step - card) / 2;
    const fill = `rgb(${LEVEL_MIN + column * LEVEL_STEP},${LEVEL_MIN + row * LEVEL_STEP},150)`;
    const agent = agents[word];
    if (agent)
      return `<rect x="${left}" y="${top}" width="${card}" height="${card}" rx="8" fill="${agent}"/>
        <circle cx="${left + card / 2}" cy="${top + card * 0.4}" r="${card * 0.2}" fill="#201810"/>`;
    return `<rect x="${left}" y="${top}" width="${card}" height="${card}" rx="8" fill="${fill}"/>
      <rect x="${left + card * 0.1}" y="${top + card * 0.62}" width="${card * 0.8}" height="${card * 0.26}" fill="#fffdf6"/>
      <text x="${left + card / 2}" y="${top + card * 0.81}" font-size="${card * 0.17}" font-weight="bold"
        font-family="Liberation Sans, sans-serif" text-anchor="middle" fill="#20180c">${word}</text>`;
  });
  const quarter = (left: number, top: number, fill: string) =>
    `<rect x="${left}" y="${top}" width="${width / 2}" height="${height / 2}" fill="${fill}"/>`;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      ${quarter(0, 0, '#7a4a26')}${quarter(width / 2, 0, '#4d6b3c')}
      ${quarter(0, height / 2, '#3c566b')}${quarter(width / 2, height / 2, '#6b3c5e')}
      ${cards.join('')}</svg>`),
  );
}

/** Which card a colour of the picture belongs to, as 'row-column'. */
export function cardOfColour({ red, green }: { red: number; green: number }): string {
  return `${level(green)}-${level(red)}`;
}

function level(value: number): number {
  return Math.round((value - LEVEL_MIN) / LEVEL_STEP);
}

/** Ten pictures a second: a camera's thirty would keep a core busy with nothing but drawing them. */
const FILM_HEADER = ({ width, height }: Shape) => `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;

/** A film that Chromium's fake camera plays round and round: two pictures, since it wants more than one. */
export async function writeBoardFilm(path: string, shape: Shape): Promise<void> {
  const pixels = await boardPicture(shape).removeAlpha().raw().toBuffer();
  const frame = Buffer.concat([Buffer.from('FRAME\n'), videoPlanes(pixels, shape)]);
  writeFileSync(path, Buffer.concat([Buffer.from(FILM_HEADER(shape)), frame, frame]));
}

/** RGB as a video has it: brightness from 16 to 235 for each pixel, colour for each four. */
function videoPlanes(pixels: Buffer, { width, height }: Shape): Buffer {
  const planes = Buffer.alloc(width * height * 1.5);
  const colours = width * height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [red, green, blue] = [pixels[at]! / 255, pixels[at + 1]! / 255, pixels[at + 2]! / 255];
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      planes[y * width + x] = 16 + 219 * luma;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const place = colours + (y / 2) * (width / 2) + x / 2;
      planes[place] = 128 + 112 * ((blue - luma) / 0.886);
      planes[place + colours / 4] = 128 + 112 * ((red - luma) / 0.701);
    }
  }
  return planes;
}

/** Mean difference of two pictures per colour value, 0 to 255. */
export async function pictureDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return 255;
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}
