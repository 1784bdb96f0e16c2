// `npm run screenshots`, first half: the pictures of README.md, taken from the demo in a real browser.
import { mkdirSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { LOCAL_STORAGE } from '../../src/contract/storageKeys.ts';
import { signInAsDev } from '../run/apiClient.ts';
import { chromiumOptions } from '../run/chromium.ts';
import { startDemo } from '../demo/startDemo.ts';

const FOLDER = 'docs/screenshots';
const TABLET = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };

interface Shot {
  name: string;
  path: string;
  viewport: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

function shotsOf(key: string): Shot[] {
  const kiosk = (path: string) => `/circuit-tree${path}apiKey=${encodeURIComponent(key)}`;
  return [
    { name: 'clock', path: kiosk('/clock?'), viewport: TABLET },
    { name: 'albums', path: kiosk('/photos?'), viewport: TABLET },
    { name: 'slideshow', path: kiosk('/photos/summer-by-the-lake?slideshow=true&'), viewport: TABLET },
    { name: 'admin-photos', path: '/admin/photos/summer-by-the-lake', viewport: DESKTOP },
    { name: 'admin-health', path: '/admin/circuit-tree/health', viewport: DESKTOP, colorScheme: 'dark' },
  ];
}

async function take(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const { viewport, colorScheme = 'light' } = shot;
  const context = await browser.newContext({ viewport, colorScheme, baseURL: origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  const user = JSON.stringify(await signInAsDev(origin, 'admin'));
  await page.goto('/');
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [LOCAL_STORAGE.user, user]);
  await page.goto(shot.path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1_500);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${FOLDER}/${shot.name}.webp`);
  await context.close();
  console.log(`→ ${FOLDER}/${shot.name}.webp`);
}

mkdirSync(FOLDER, { recursive: true });
const demo = await startDemo(0);
const browser = await chromium.launch(chromiumOptions());
for (const shot of shotsOf(demo.kioskKey)) await take(browser, demo.origin, shot);
await browser.close();
await demo.stop();
