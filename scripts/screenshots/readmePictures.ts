import { mkdir } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { Demo } from '../demo/startDemo.ts';
import { signInAsDev } from '../run/apiClient.ts';

const FOLDER = 'docs/screenshots';
const TABLET = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };
/** The wait until fade-ins have ended and thumbnails are shown. */
const SETTLED_MS = 1_500;

interface Picture {
  name: string;
  path: string;
  viewport: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

function picturesOf(key: string): Picture[] {
  const kiosk = (path: string) => `/circuit-tree${path}apiKey=${encodeURIComponent(key)}`;
  return [
    { name: 'clock', path: kiosk('/clock?'), viewport: TABLET },
    { name: 'albums', path: kiosk('/photos?'), viewport: TABLET },
    { name: 'slideshow', path: kiosk('/photos/summer-by-the-lake?slideshow=true&'), viewport: TABLET },
    { name: 'admin-photos', path: '/admin/photos/summer-by-the-lake', viewport: DESKTOP },
    { name: 'admin-health', path: '/admin/circuit-tree/health', viewport: DESKTOP, colorScheme: 'dark' },
  ];
}

async function take(browser: Browser, origin: string, picture: Picture): Promise<void> {
  const { viewport, colorScheme = 'light' } = picture;
  const context = await browser.newContext({ viewport, colorScheme, baseURL: origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  const user = { key: LOCAL_STORAGE.user, text: JSON.stringify(await signInAsDev(origin, 'admin')) };
  await page.goto('/');
  await page.evaluate(({ key, text }) => localStorage.setItem(key, text), user);
  await page.goto(picture.path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${FOLDER}/${picture.name}.webp`);
  await context.close();
  console.log(`→ ${FOLDER}/${picture.name}.webp`);
}

export async function takeReadmePictures(browser: Browser, demo: Demo): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const picture of picturesOf(demo.kioskKey)) await take(browser, demo.origin, picture);
}
