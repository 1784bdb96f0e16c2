import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { MESSAGES } from '../../src/domain/messages.ts';
import { expect, test } from '../support/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '../support/kioskLibrary.ts';

// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'kiosk');
});

function kioskUrl(server: { origin: string; kioskKey: string }, path = '', extra = ''): string {
  return `${server.origin}/circuit-tree${path}?apiKey=${encodeURIComponent(server.kioskKey)}${extra}`;
}

async function expectNoAxeFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('without a key, and with a wrong one, a visitor is sent to the landing and told why', async ({ page, server }) => {
  for (const path of ['', '/clock', '/photos', `/photos/${library.trip.slug}`]) {
    await page.goto(`${server.origin}/circuit-tree${path}`);
    await expect(page.getByText(MESSAGES.apiKeyRequired)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  }
  await page.goto(`${server.origin}/circuit-tree/photos?apiKey=wrong`);
  await expect(page.getByText(MESSAGES.apiKeyInvalid)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('keys pass through any number of navigations byte for byte', async ({ page, server }) => {
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
  await expect(page.getByText('2025-10-30 11:53')).toBeVisible();
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

test('a list that cannot be had says so, and comes by itself when the server is back', async ({ page, server }) => {
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

test('the clock tells the time, turns with the second, drifts with the minute, and hides its menu', async ({
  page,
  server,
}) => {
  await page.clock.install({ time: new Date('2026-02-28T23:59:57') });
  await page.goto(kioskUrl(server, '/clock'));
  const face = page.locator('#root .clock-face');
  const read = () =>
    face.evaluate((element) => (element instanceof HTMLElement ? element.innerText : '').replace(/\s+/g, ' ').trim());
  await expect(face).toBeVisible();
  expect(await read()).toBe('11:59 am pm Saturday 2026.2.28');
  await expect(face.locator('[aria-current=true]')).toHaveText('pm');
  const before = (await face.boundingBox())!;

  await page.clock.runFor(3_500);
  await expect.poll(read).toBe('12:00 am pm Sunday 2026.3.1');
  await expect(face.locator('[aria-current=true]')).toHaveText('am');
  const after = (await face.boundingBox())!;
  const moved = Math.hypot(after.x - before.x, after.y - before.y);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThanOrEqual(8);

  const bar = page.getByRole('banner');
  await expect(bar).toBeHidden();
  await page.mouse.click(500, 400);
  await expect(bar.getByRole('button', { name: '< Home' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.mouse.click(500, 400);
  await expect(bar).toBeHidden();
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: '< Home' }).click();
  await expect(page.getByRole('button', { name: 'Clock' })).toBeVisible();
});

test("the clock's first frame stands before the app's code has run, and hands over without a jump", async ({
  page,
  server,
}) => {
  await page.clock.install({ time: new Date('2026-11-21T13:07:30') });
  await page.clock.pauseAt(new Date('2026-11-21T13:07:31.500'));
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(kioskUrl(server, '/clock'), { waitUntil: 'commit' });
  const face = page.locator('.clock-face');
  await expect(face).toBeVisible();
  const look = () =>
    face.evaluate((element) => ({ html: element.outerHTML, box: JSON.stringify(element.getBoundingClientRect()) }));
  const firstFrame = await look();
  const picture = await page.screenshot();
  expect(firstFrame.html).toContain('1:07');
  expect(await page.locator('#root').innerHTML()).toBe('');

  code.resolve();
  await expect(page.locator('#root .clock-face')).toBeVisible();
  await expect(face).toHaveCount(1);
  expect(await look()).toEqual(firstFrame);
  expect((await page.screenshot()).equals(picture)).toBe(true);
});
