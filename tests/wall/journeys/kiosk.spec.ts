import type { Page } from '@playwright/test';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { MESSAGES } from '#domain/messages.ts';
import { axeFindings } from '#support/browser/axe.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { makeRows } from '#lab/bench/measuring/manyRows.ts';

// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'kiosk');
});

async function expectNoAxeFindings(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

test('from home through the albums and back, with the texts to the letter, and room for any name', async ({
  page,
  server,
}) => {
  await page.goto(kioskUrl(server));
  await expect(page.locator('#root').getByText('2025-10-30 11:53')).toBeVisible();
  await expectNoAxeFindings(page);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Circuit Tree' }).click();
  await reloaded;

  await page.getByRole('button', { name: 'Photos' }).click();
  const header = page.getByRole('banner');
  await expect(header.getByRole('heading', { name: 'Photos' })).toBeVisible();
  const card = page.getByRole('link', { name: library.trip.name });
  await expect(card).toContainText('2 sub-albums');
  await expect(page.getByRole('link', { name: library.single.name })).not.toContainText('sub-albums');
  await expect(page.getByText(library.day.name)).toHaveCount(0);
  await expect(card.locator('img')).toHaveAttribute('src', /\/photos\/kiosk-trip\/thumbnail\/[^/?]+$/);
  const { width } = (await card.boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(250);
  await expectNoAxeFindings(page);

  await card.click();
  await expect(header.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  const tile = page.getByRole('button', { name: 'Photo 1', exact: true });
  await expect(tile.locator('img')).toHaveAttribute('src', /\/photos\/kiosk-trip\/thumbnail\/[^/?]+$/);
  expect((await tile.boundingBox())!.width).toBeGreaterThanOrEqual(200);
  await expect(page.getByRole('button', { name: /^Photo \d+$/ })).toHaveCount(5);
  await expectNoAxeFindings(page);

  await page.getByRole('link', { name: library.empty.name }).click();
  await expect(page.getByText(MESSAGES.noPhotos)).toBeVisible();
  await header.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await header.getByRole('button', { name: '< Back' }).click();
  await expect(header.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await header.getByRole('button', { name: '< Back' }).click();
  await expect(header.getByRole('heading', { name: 'Photos' })).toBeVisible();
  await header.getByRole('button', { name: '< Home' }).click();
  await expect(page.getByRole('button', { name: 'Clock' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('apiKey')).toBe(server.kioskKey);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  const small = (await tile.boundingBox())!.width;
  expect(small).toBeGreaterThanOrEqual(150);
  expect(small).toBeLessThan(200);
  await expectRoomForNames(await page.context().newPage(), kioskUrl(server, '/photos'));
  await expectWaits(await page.context().newPage(), kioskUrl(server, `/photos/${library.trip.slug}`));
  await expectLongAlbum(page, server);
});

/** Each wait on the way to a slideshow says what for, and the bar stays when the album is scrolled. */
async function expectWaits(page: Page, url: string): Promise<void> {
  const albums = Promise.withResolvers<void>();
  let photos = Promise.withResolvers<void>();
  let broken = true;
  await page.route('**/photos/albums', (route) => albums.promise.then(() => route.continue()));
  await page.route('**/photos/albums/*/photos', (route) =>
    photos.promise.then(() => (broken ? route.fulfill({ status: 500 }) : route.continue())),
  );
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(url);
  await expect(page.getByText(MESSAGES.loadingAlbums)).toBeVisible();
  albums.resolve();
  await expect(page.getByText(MESSAGES.loadingPhotos)).toBeVisible();
  photos.resolve();
  await expect(page.getByText(MESSAGES.photosFailed)).toBeVisible();
  // The page also tries again by itself, and would take the button away.
  photos = Promise.withResolvers<void>();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  photos.resolve();
  await page.getByRole('button', { name: 'Photo 5', exact: true }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await expect(page.getByRole('button', { name: '< Back' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeInViewport();
  await page.route('**/photos?includeChildAlbums=true', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeVisible();
}

const takenAt = (index: number) => Date.UTC(2023, 5, 1) + index * 2 * 60 * 60 * 1_000;

/** A long album, some photos a day for seven weeks, has sections and a slider that leads to a month. */
async function expectLongAlbum(page: Page, server: ServerProcess): Promise<void> {
  const [album] = await makeRows(server.dataDir, { albums: 1, photosPerAlbum: 600, takenAt });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(kioskUrl(server, `/photos/${album?.slug}`));
  await expect(page.getByRole('heading', { level: 2, name: 'June 2023' })).toBeVisible();
  const scrubber = page.getByRole('slider', { name: 'Month' });
  await expect(scrubber).toBeVisible();
  await expectNoAxeFindings(page);
  await scrubber.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { level: 2, name: 'July 2023' })).toBeInViewport();
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'July 2023');
}

const LONG_NAMES = [
  'Zoo',
  'Ann-Kathrin and Jürgen: silver wedding at Lake Constance, with all the cousins 2026',
  'W'.repeat(60),
];

/** A card holds its name, whatever its length, and the number of sub-albums below it. */
async function expectRoomForNames(page: Page, url: string): Promise<void> {
  const albums = LONG_NAMES.map((name, at) => {
    const parent = { id: `${at}`, name, slug: `long-${at}` };
    const child = { id: `${at}-1`, name, slug: `child-${at}`, parentSlug: parent.slug, childAlbums: [] };
    return { ...parent, childAlbums: Array.from({ length: 12 }, () => child) };
  });
  await page.route('**/photos/albums', (route) => route.fulfill({ json: albums }));
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(url);
    for (const name of LONG_NAMES) {
      const card = page.getByRole('link', { name });
      const [whole, title, count] = await Promise.all(
        [card, card.getByText(name), card.getByText('12 sub-albums')].map(async (part) => (await part.boundingBox())!),
      );
      expect(title!.width, `${name} at ${width}: all of the card's width`).toBeGreaterThan(whole!.width - 40);
      expect(count!.y, 'the number is below the name').toBeGreaterThanOrEqual(title!.y + title!.height);
      expect(count!.y + count!.height, 'and in the card').toBeLessThan(whole!.y + whole!.height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}
