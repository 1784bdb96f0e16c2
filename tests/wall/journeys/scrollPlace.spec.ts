import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, signInPage } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import type { NetworkConditions } from '#support/browser/networkConditions.ts';
import { jpeg } from '#support/pictures/images.ts';

const PHOTOS = 400;
const PLACE = 3_000;
/** A list takes longer than a page to be rendered. */
const LIST_MS = 700;

const place = (page: Page) => page.evaluate(() => window.scrollY);

/** Every list is a long one and late, and every photo the same picture. Lists wait for `held` as well. */
async function lengthen(road: NetworkConditions, albumSlug: string): Promise<{ held: Promise<void> }> {
  const lists = { held: Promise.resolve() };
  const picture = await jpeg({ width: 40, height: 40 });
  const list = Array.from({ length: PHOTOS }, (_, at) => ({ filename: `${at}.jpg`, albumSlug }));
  road.intercept = ({ url = '' }, response) => {
    const { pathname } = new URL(url, road.origin);
    if (/\/(?:thumbnail|medium)\//.test(pathname)) {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture);
      return true;
    }
    if (!/^\/photos\/albums\/[^/]+\/photos$/.test(pathname)) return false;
    void Promise.all([wait(LIST_MS), lists.held]).then(() =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(list)),
    );
    return true;
  };
  return lists;
}

async function expectPlaceKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(2 * PLACE);
  expect(await place(page)).toBe(0);
  await page.mouse.wheel(0, PLACE);
  await expect.poll(() => place(page)).toBe(PLACE);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeLessThan(PLACE);
  await page.goForward();
  await expect.poll(() => place(page)).toBe(PLACE);
  await expect(page.locator('section img[src*="/thumbnail/"]').nth(20)).toBeInViewport();
  await page.reload();
  await expect.poll(() => place(page)).toBe(PLACE);
}

test('Forward and a reload lead to the same place of a long album, on the kiosk and in the administration', async ({
  kiosk,
  road,
  server,
  library,
}) => {
  const page = kiosk;
  const lists = await lengthen(road, library.album.slug);
  await page.goto(`${road.origin}/circuit-tree/photos?apiKey=${server.kioskKey}`);
  await page.getByRole('link', { name: library.album.name }).click();
  await expectPlaceKept(page);

  await signInPage(page, road.origin);
  await page.goto(`${road.origin}/admin/photos`);
  await page.getByRole('link', { name: library.album.name }).click();
  await expectPlaceKept(page);
  await page.setViewportSize({ width: 1024, height: 300 });
  // A person who scrolls meanwhile is not pulled away. A mouse below the window would turn no wheel.
  await page.mouse.move(100, 100);
  await page.goBack();
  // Before the page of albums is drawn, Forward would undo Back, and the album would never have been left.
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeLessThan(PLACE);
  const held = Promise.withResolvers<void>();
  lists.held = held.promise;
  await page.goForward();
  // Only an open album has it; cards have its name too.
  await page.getByRole('heading', { name: 'Photos', exact: true }).waitFor();
  await page.evaluate(() => {
    addEventListener('wheel', () => (document.documentElement.dataset.turned = ''), { once: true });
  });
  await page.mouse.wheel(0, 20);
  await page.locator('html[data-turned]').waitFor();
  held.resolve();
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(2 * PLACE);
  expect(await place(page)).toBeLessThan(PLACE);
  // Opened anew, an album begins at its top.
  await page.goBack();
  await page.getByRole('link', { name: library.album.name }).click();
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(2 * PLACE);
  expect(await place(page)).toBe(0);
});
