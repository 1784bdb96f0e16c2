import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Album } from '#contract/photos/schemas.ts';
import { MESSAGES } from '#domain/messages.ts';
import { expect, test as base } from '#support/browser/e2e.ts';
import { holdCode } from '#support/browser/pageState.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';

// The thumbnails that index.html draws of an album by itself, before any file of the app's code has come.

const test = base.extend<{}, { album: Album }>({
  album: [
    async ({ api }, provide) => {
      const album = await api.createAlbum('First look', `first-look-${process.pid}`);
      await api.upload(album.id, await colouredPhotos(20, { width: 320, height: 214 }));
      await provide(album);
    },
    { scope: 'worker' },
  ],
});

test.use({ serviceWorkers: 'block' });

const frame = (page: Page) => page.locator('.first-frame');

/** The thumbnails in sight, and what stands around them. */
function boxesOf(page: Page, root: string): Promise<string[]> {
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
  if (before?.length !== after?.length) return 255;
  return after!.reduce((furthest, value, at) => Math.max(furthest, Math.abs(value - before![at]!)), 0);
}

/** Notes every frame in which pictures that were seen once are not seen. */
function watchForDarkness(): void {
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

for (const shape of [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`an album's first thumbnails stand before the app's code has run, and never go dark or jump: ${shape.width} × ${shape.height}${shape.width === 1024 ? '' : ' @full'}`, async ({
    page,
    server,
    album,
  }) => {
    await page.setViewportSize(shape);
    await page.addInitScript(watchForDarkness);
    const letCodeRun = await holdCode(page);
    await page.goto(kioskUrl(server, `/photos/${album.slug}`), { waitUntil: 'commit' });
    const images = frame(page).locator('img');
    await expect(images.first()).toBeVisible();
    await expect
      .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete)))
      .toBe(true);
    const drawn = await boxesOf(page, '.first-frame');
    const { y } = (await frame(page).locator('main').boundingBox())!;
    const clip = { x: 0, y, width: shape.width, height: shape.height - y };
    const picture = await page.screenshot({ clip });
    expect(drawn.length).toBeGreaterThan(8);
    expect(await page.locator('#root').innerHTML()).toBe('');

    letCodeRun();
    await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
    await expect(frame(page)).toHaveCount(0);
    expect(await boxesOf(page, '#root')).toEqual(drawn);
    expect(await furthestApart(picture, await page.screenshot({ clip })), 'the same pixels').toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => Reflect.get(window, 'dark'))).toEqual([]);
    await page.getByRole('button', { name: 'Photo 2', exact: true }).click();
    await expect(page.locator('dialog')).toBeVisible();
  });
}

test('nothing is asked before the settings are there, and a mouse over a tile holds nothing up @full', async ({
  page,
  server,
  album,
}) => {
  const settings = Promise.withResolvers<void>();
  await page.route('**/environment.js', async (route) => {
    await settings.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const toTheServer = () => asked.filter((path) => /^\/(?:auth|photos|health)/.test(path));
  await page.goto(kioskUrl(server, `/photos/${album.slug}`), { waitUntil: 'commit' });
  // The app has not waited for the thumbnails; its code is here, and waits for the settings as well.
  await expect.poll(() => asked.filter((path) => path.startsWith('/assets/index-')).length).toBe(1);
  await page.waitForTimeout(1_000);
  expect(toTheServer()).toEqual([]);
  await page.mouse.move(300, 300);
  settings.resolve();
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  await expect(frame(page)).toHaveCount(0, { timeout: 5_000 });
  expect(toTheServer()[0]).toBe('/photos/albums');
});

test('a wrong key, an unknown album and one without photos show nothing of it @full', async ({
  page,
  server,
  album,
  api,
}) => {
  await page.goto(`${server.origin}/circuit-tree/photos/${album.slug}?apiKey=wrong`);
  await expect(page.getByText(MESSAGES.apiKeyInvalid)).toBeVisible();
  await page.goto(kioskUrl(server, '/photos/no-such-album'));
  await expect(page.getByText(MESSAGES.albumNotFound)).toBeVisible();
  const empty = await api.createAlbum('Nothing yet', `first-look-empty-${process.pid}`);
  await page.goto(kioskUrl(server, `/photos/${empty.slug}`));
  await expect(page.getByText(MESSAGES.noPhotos)).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});
