import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Demo } from '../demo/startDemo.ts';

const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
/** The wait until fade-ins have ended and thumbnails are shown. */
const SETTLED_MS = 2_500;
const WORDS = (
  'river piano castle moon glove train spider crown beach rocket ' +
  'needle forest bridge robot honey mirror dragon ticket snow anchor lemon shadow engine queen pearl'
).split(' ');
const MARKS: [string, number[]][] = [
  ['Red Target', [1, 7, 18]],
  ['Blue Target', [3, 11, 20]],
  ['Assassin', [12]],
  ['Red Found', [22]],
  ['Blue Found', [9, 15]],
  ['Neutral', [5, 14]],
];

function pathTo(name: string): string {
  return fileURLToPath(new URL(`../../public/screenshots/${name}.png`, import.meta.url));
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS);
  const bytes = await page.screenshot();
  await sharp(bytes).png({ palette: true, colours: 128, compressionLevel: 9 }).toFile(pathTo(name));
}

const BOARD_PX = 1_000;
/** The position of the game's grid on a square picture. */
const GRID_FROM_PX = 50;
const CELL_PX = 180;

function card(word: string, at: number): string {
  const x = GRID_FROM_PX + (at % 5) * CELL_PX;
  const y = GRID_FROM_PX + Math.floor(at / 5) * CELL_PX;
  const letters = 'font-size="26" text-anchor="middle" font-family="sans-serif" font-weight="700" fill="#3a2f22"';
  return (
    `<rect x="${x + 7}" y="${y + 12}" width="166" height="156" rx="10" fill="#efe3c8" />` +
    `<text x="${x + CELL_PX / 2}" y="${y + 138}" ${letters}>${word.toUpperCase()}</text>`
  );
}

/** Draws a table with twenty-five cards. */
async function board(): Promise<Buffer> {
  const table = `<rect width="${BOARD_PX}" height="${BOARD_PX}" fill="#5b3d28" />`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${BOARD_PX}" height="${BOARD_PX}">`;
  return sharp(Buffer.from(`${svg}${table}${WORDS.map(card).join('')}</svg>`))
    .jpeg()
    .toBuffer();
}

async function markBoard(page: Page): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'board.jpg', mimeType: 'image/jpeg', buffer: await board() });
  await page.getByRole('button', { name: 'Use Photo' }).click();
  for (const [target, cells] of MARKS) {
    await page.getByRole('button', { name: new RegExp(`^${target}`) }).click();
    for (const cell of cells) {
      await page.getByLabel(new RegExp(`^row ${Math.floor(cell / 5) + 1}, column ${(cell % 5) + 1}`)).click();
    }
  }
}

export async function takeManifestPictures(browser: Browser, demo: Demo): Promise<void> {
  await mkdir(fileURLToPath(new URL('../../public/screenshots', import.meta.url)), { recursive: true });
  const key = `?apiKey=${encodeURIComponent(demo.kioskKey)}`;
  for (const [suffix, device, path] of [
    ['wide', WIDE, `/circuit-tree/photos/summer-by-the-lake${key}`],
    ['narrow', NARROW, `/circuit-tree/clock${key}`],
  ] as const) {
    const page = await browser.newPage(device);
    await page.goto(demo.origin + path);
    await save(page, `kiosk-${suffix}`);
    await page.goto(`${demo.origin}/codenames`);
    await markBoard(page);
    await save(page, `codenames-${suffix}`);
    await page.close();
  }
}
