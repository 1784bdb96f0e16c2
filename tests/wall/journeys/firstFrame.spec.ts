import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { imagePath } from '#contract/paths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { expect } from '#support/browser/e2e.ts';
import { holdCode } from '#support/browser/pageState.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { type Library, test as base } from '#support/browser/offlineTest.ts';

// The drawing of index.html itself, before any file of the app's code has come.

const test = base.extend<{ tiles: Album }>({
  tiles: async ({ api }, provide) => {
    const album = await api.createAlbum('First look', `first-look-${process.pid}`);
    await api.upload(album.id, await colouredPhotos(20, { width: 320, height: 214 }));
    await provide(album);
  },
});

interface Shape {
  width: number;
  height: number;
}

const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const TURNED_PHONE = { width: 844, height: 390 };
const DESK = { width: 1440, height: 900 };

const frame = (page: Page) => page.locator('.first-frame');

/** In a browser of its own, since one clock is that of all pages of a browser, and each page keeps a stream open. */
async function onPage(browser: Browser, viewport: Shape, expectation: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport, serviceWorkers: 'block' });
  await expectation(page);
  await page.close();
}

/** Only in the frame the keyboard skips the buttons. */
const SKIPPED = ' tabindex="-1"';

/** The home in the frame is what the app shows, down to the markup and the pixels of its two choices. */
async function expectHome(page: Page, url: string): Promise<void> {
  const letCodeRun = await holdCode(page);
  await page.goto(url, { waitUntil: 'commit' });
  const parts = page.locator('.home-logo, .home-choice, .home-version');
  await expect(parts).toHaveCount(4);
  const boxes = () => parts.evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
  const drawn = await boxes();
  const choices = (await page.locator('.home-choices').boundingBox()) ?? undefined;
  const picture = await page.screenshot({ clip: choices });
  const markup = () =>
    page.locator('.home').evaluate((home) => home.outerHTML.replace(/(class="home-notes">).*(<\/div><p)/s, '$1$2'));
  const drawnMarkup = await markup();
  expect(await page.locator('#root').innerHTML()).toBe('');
  // Buttons that do not work yet are out of reach for the keyboard and for assistive technology too.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect(page.getByRole('button')).toHaveCount(0);

  letCodeRun();
  await expect(page.getByText(/^This device|checks need attention/)).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  expect(await boxes()).toEqual(drawn);
  expect(drawnMarkup.split(SKIPPED).length - 1).toBe(drawnMarkup.split('<button').length - 1);
  expect(await markup()).toBe(drawnMarkup.replaceAll(SKIPPED, ''));
  expect((await page.screenshot({ clip: choices })).equals(picture), 'the same pixels').toBe(true);
  // An empty icon stands in the page, so that the browser asks for none before the first frame.
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
  await expect.poll(icon).toBe('/icons/kiosk.svg');
}

async function expectClock(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T13:07:30') });
  await page.clock.pauseAt(new Date('2026-11-21T13:07:31.500'));
  const letCodeRun = await holdCode(page);
  await page.goto(url, { waitUntil: 'commit' });
  const face = page.locator('.clock-face');
  await expect(face).toBeVisible();
  const look = () =>
    face.evaluate((element) => ({ html: element.outerHTML, box: JSON.stringify(element.getBoundingClientRect()) }));
  const drawn = await look();
  const picture = await page.screenshot();
  expect(drawn.html).toContain('1:07');
  expect(await page.locator('#root').innerHTML()).toBe('');

  letCodeRun();
  // The app is asked for once the frame is on the screen, and this page's time stands still.
  await page.clock.runFor(100);
  await expect(page.locator('#root .clock-face')).toBeVisible();
  await expect(face).toHaveCount(1);
  expect(await look()).toEqual(drawn);
  expect((await page.screenshot()).equals(picture), 'the same pixels').toBe(true);
}

/** The thumbnails in sight, and what stands around them. */
function tilesOf(page: Page, root: string): Promise<string[]> {
  return page.locator(`${root} .kiosk-back, ${root} .kiosk-title, ${root} main img`).evaluateAll((all) =>
    all
      .filter((part) => part.getBoundingClientRect().top < window.innerHeight)
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return `${part.tagName} ${part.textContent} ${part.getAttribute('src')} ${x} ${y} ${width} × ${height}`;
      }),
  );
}

/**
 * The largest difference of two pictures, of 255. Chromium rounds the edge of a round corner one way or the other where
 * the picture in it does not stand in the middle.
 */
async function furthestApart(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all([one, other].map((picture) => sharp(picture).raw().toBuffer()));
  if (!before || before.length !== after?.length) return 255;
  return after.reduce((furthest, value, at) => Math.max(furthest, Math.abs(value - (before[at] ?? 255))), 0);
}

/** Notes every frame of the screen in which pictures of the album that were seen once are not seen. */
function watchTiles(): void {
  const dark: string[] = [];
  Object.assign(window, { dark });
  let hasBegun = false;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing from out there
  const isSeen = (image: HTMLImageElement) => image.naturalWidth > 0 && getComputedStyle(image).opacity === '1';
  const look = () => {
    const covers = document.querySelector('.first-frame img') ? '.first-frame' : '#root';
    const images = [...document.querySelectorAll<HTMLImageElement>(`${covers} main img`)].slice(0, 4);
    const areSeen = images.length > 0 && images.every(isSeen);
    hasBegun ||= areSeen;
    if (hasBegun && !areSeen) dark.push(`${covers}: ${document.body.innerText.slice(0, 100)}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function expectTiles(page: Page, url: string, shape: Shape): Promise<void> {
  await page.addInitScript(watchTiles);
  const letCodeRun = await holdCode(page);
  await page.goto(url, { waitUntil: 'commit' });
  const images = frame(page).locator('img');
  await expect(images.first()).toBeVisible();
  const areComplete = () => images.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete));
  await expect.poll(areComplete).toBe(true);
  const drawn = await tilesOf(page, '.first-frame');
  const { y = 0 } = (await frame(page).locator('main').boundingBox()) ?? {};
  const clip = { x: 0, y, width: shape.width, height: shape.height - y };
  const picture = await page.screenshot({ clip });
  expect(drawn.length).toBeGreaterThan(8);
  expect(await page.locator('#root').innerHTML()).toBe('');

  letCodeRun();
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  expect(await tilesOf(page, '#root')).toEqual(drawn);
  expect(await furthestApart(picture, await page.screenshot({ clip })), 'the same pixels').toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => Reflect.get(window, 'dark'))).toEqual([]);
}

test('home, clock, album and slideshow stand before the app’s code has run, and hand over without a jump', async ({
  browser,
  server,
  tiles,
  library,
}) => {
  test.slow();
  for (const shape of [TABLET, PHONE, TURNED_PHONE]) {
    await test.step(`${shape.width} × ${shape.height}`, async () => {
      await onPage(browser, shape, (page) => expectHome(page, kioskUrl(server)));
      await onPage(browser, shape, (page) => expectClock(page, kioskUrl(server, '/clock')));
    });
  }
  for (const shape of [TABLET, PHONE, DESK]) {
    await test.step(`an album at ${shape.width} × ${shape.height}`, () =>
      onPage(browser, shape, (page) => expectTiles(page, kioskUrl(server, `/photos/${tiles.slug}`), shape)));
  }
  await test.step('no key of the keyboard reaches the home in a browser without inert', () =>
    onPage(browser, TABLET, (page) => expectNoKeyToArrive(page, kioskUrl(server))));
  await test.step('all other screens, an album with albums in it too, begin with the logo', () =>
    onPage(browser, TABLET, (page) => expectLogo(page, server, library)));
  await test.step('a slideshow', () => onPage(browser, TABLET, (page) => expectSlideshow(page, server, library)));
});

async function expectNoKeyToArrive(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'inert'));
  await holdCode(page);
  await page.goto(url, { waitUntil: 'commit' });
  await expect(frame(page).locator('.home-choice')).toHaveCount(2);
  expect(await frame(page).getAttribute('inert')).toBeNull();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
}

async function expectLogo(page: Page, server: ServerProcess, library: Library): Promise<void> {
  const letCodeRun = await holdCode(page);
  await page.goto(kioskUrl(server, `/photos/${library.album.slug}`), { waitUntil: 'commit' });
  await expect(frame(page).locator('.first-logo')).toBeVisible();
  letCodeRun();
  await expect(page.getByRole('heading', { name: library.album.name })).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await page.goto(`${server.origin}/circuit-tree`, { waitUntil: 'commit' });
  await expect(page.getByText('API key is required')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
}

/** A slideshow begins with the photo it stood at, and never lets the screen go dark on the way. */
async function expectSlideshow(page: Page, server: ServerProcess, library: Library): Promise<void> {
  const { album, photos } = library;
  const [, at] = photos;
  const second = at ? server.origin + imagePath(at, 'medium') : '';
  await page.goto(kioskUrl(server, `/photos/${album.slug}`, '&slideshow=true'));
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => photoOnScreen(page)).toBe(second);

  let letCodeRun = await holdCode(page);
  await page.addInitScript(() => {
    const dark: string[] = [];
    Object.assign(window, { dark });
    let hasBegun = false;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing from out there
    const isSeen = (image: HTMLImageElement) =>
      image.src.includes('/medium/') && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1';
    const look = () => {
      const dialog = document.querySelector('dialog');
      const covers = dialog !== null && getComputedStyle(dialog).backgroundColor !== 'rgba(0, 0, 0, 0)';
      const images = document.querySelectorAll<HTMLImageElement>(
        covers ? 'dialog img' : '.first-frame img, dialog img',
      );
      const isPhotoSeen = [...images].some(isSeen);
      hasBegun ||= isPhotoSeen;
      if (hasBegun && !isPhotoSeen) dark.push(document.body.innerText.slice(0, 100));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload({ waitUntil: 'commit' });
  const drawn = frame(page).locator('img');
  await expect(drawn).toHaveJSProperty('complete', true);
  expect(await drawn.getAttribute('src')).toBe(second);
  expect(await page.locator('#root').innerHTML()).toBe('');
  const box = await drawn.boundingBox();

  letCodeRun();
  await expect.poll(() => photoOnScreen(page)).toBe(second);
  await expect(frame(page)).toHaveCount(0);
  expect(await page.locator('dialog img[data-front]').boundingBox()).toEqual(box);
  expect(await page.evaluate(() => Reflect.get(window, 'dark'))).toEqual([]);

  await test.step('a photo that is gone leaves no broken picture, and the code goes on behind it', async () => {
    const position = {
      albumSlug: album.slug,
      filename: 'gone.jpg',
      imageUrl: `${server.origin}/photos/x/medium/gone.jpg`,
    };
    await page.addInitScript(
      ([slug, gone]) => localStorage.setItem(`slideshow-position:${slug}`, JSON.stringify(gone)),
      [album.slug, position] as const,
    );
    letCodeRun = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(frame(page)).toHaveCount(0);
    letCodeRun();
    await expect.poll(() => photoOnScreen(page)).not.toBe('');
  });
}
