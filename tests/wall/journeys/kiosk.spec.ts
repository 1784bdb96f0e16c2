import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#domain/messages.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';

// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'kiosk');
});

async function expectNoAxeFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('without a key, and with a wrong one, a visitor is sent to the landing and told why @full', async ({
  page,
  server,
}) => {
  for (const path of ['', '/clock', '/photos', `/photos/${library.trip.slug}`]) {
    await page.goto(`${server.origin}/circuit-tree${path}`);
    await expect(page.getByText(MESSAGES.apiKeyRequired)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  }
  await page.goto(`${server.origin}/circuit-tree/photos?apiKey=wrong`);
  await expect(page.getByText(MESSAGES.apiKeyInvalid)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('keys pass through any number of navigations byte for byte @full', async ({ page, server }) => {
  // A server of ours makes no such keys; another one that answers the same calls may.
  await page.route('**/auth/check-api-key/**', (route) => route.fulfill({ json: { valid: true } }));
  for (const key of ['12345678901234567890', '1e5', 'true', 'a+b c&d=é', '"x"', 'null']) {
    const sent: string[] = [];
    await page.route('**/photos/albums', async (route) => {
      sent.push(route.request().headers()['x-api-key'] ?? '');
      await route.fulfill({ json: [] });
    });
    await page.goto(`${server.origin}/circuit-tree?apiKey=${encodeURIComponent(key)}`);
    await page.getByRole('button', { name: 'Clock' }).click();
    await page.getByRole('button', { name: 'Show the menu' }).click();
    await page.getByRole('button', { name: '< Home' }).click();
    await page.getByRole('button', { name: 'Photos' }).click();
    await expect(page.getByText(MESSAGES.noAlbumsHere)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('apiKey')).toBe(key);
    if (/^[\u0020-\u007e]*$/.test(key)) expect(sent).toContain(key);
    await page.unroute('**/photos/albums');
  }
});

test('from home through the albums and back, with the texts to the letter', async ({ page, server }) => {
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
  await page.goto(kioskUrl(server, '/photos/no-such-album'));
  await expect(page.getByText(MESSAGES.albumNotFound)).toBeVisible();
});

test('the bar stays when an album is scrolled, and each wait says what for @full', async ({ page, server }) => {
  await page.clock.install();
  const albums = Promise.withResolvers<void>();
  const photos = Promise.withResolvers<void>();
  let broken = true;
  await page.route('**/photos/albums', (route) => albums.promise.then(() => route.continue()));
  await page.route('**/photos/albums/*/photos', (route) =>
    photos.promise.then(() => (broken ? route.fulfill({ status: 500 }) : route.continue())),
  );
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  await expect(page.getByText(MESSAGES.loadingAlbums)).toBeVisible();
  albums.resolve();
  await expect(page.getByText(MESSAGES.loadingPhotos)).toBeVisible();
  photos.resolve();
  await expect(page.getByText(MESSAGES.photosFailed)).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Photo 5', exact: true }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await expect(page.getByRole('button', { name: '< Back' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeInViewport();
  await page.route('**/photos?includeChildAlbums=true', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeVisible();
});

const LONG_NAMES = [
  'Zoo',
  'Ann-Kathrin and Jürgen: silver wedding at Lake Constance, with all the cousins 2026',
  'W'.repeat(60),
];

test('a card holds its name, whatever its length, and the number of sub-albums below it @full', async ({
  page,
  server,
}) => {
  const albums = LONG_NAMES.map((name, at) => {
    const parent = { id: `${at}`, name, slug: `long-${at}` };
    const child = { id: `${at}-1`, name, slug: `child-${at}`, parentSlug: parent.slug, childAlbums: [] };
    return { ...parent, childAlbums: Array.from({ length: 12 }, () => child) };
  });
  await page.route('**/photos/albums', (route) => route.fulfill({ json: albums }));
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(kioskUrl(server, '/photos'));
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
});

test('a key that cannot be checked leads to the landing too @full', async ({ page, server }) => {
  await page.route('**/auth/check-api-key/**', (route) => route.fulfill({ status: 500 }));
  await page.goto(kioskUrl(server, '/clock'));
  await expect(page.getByText(MESSAGES.apiKeyInvalid)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a list that cannot be had says so, and comes by itself when the server is back @full', async ({
  page,
  server,
}) => {
  await page.clock.install();
  let broken = true;
  await page.route('**/photos/albums', (route) => (broken ? route.fulfill({ status: 502 }) : route.continue()));
  await page.goto(kioskUrl(server, '/photos'));
  await expect(page.getByText(MESSAGES.albumsFailed)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  broken = false;
  await page.clock.runFor(60_000);
  await expect(page.getByRole('link', { name: library.trip.name })).toBeVisible();
});
