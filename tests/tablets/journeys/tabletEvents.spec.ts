import type { Page } from '@playwright/test';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletWithKey } from '#contract/tablets/schemas.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import {
  acceptLetters,
  changeTablet,
  commandTablet,
  endKey,
  findTablet,
  makeTablet,
} from '#support/kiosk/adminsTablet.ts';
import { colouredPhotos, fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { expectOnScreen, stage } from '#support/kiosk/slideshowPage.ts';

// A tablet on the wall hears at once of what an admin does. Each wait is shorter than the time after which it would find
// out by asking; `npm run lab -- bench --only tablets,wallCommands` measures how quick it is.

let library: KioskLibrary;
let uploaded = 20;
test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'events');
});

/** `place` is what follows /circuit-tree, and may end in `?slideshow=true`. */
function address(origin: string, { key }: { key: string }, place = ''): string {
  return `${origin}/circuit-tree${place}${place.includes('?') ? '&' : '?'}apiKey=${key}`;
}

/** Resolves when the tablet has heard the first word of its stream. */
async function listening(api: ApiClient, { id }: TabletWithKey): Promise<void> {
  await expect.poll(async () => (await findTablet(api, id)).listening, { timeout: 15_000 }).toBe(true);
}

function newPhotos(count = 1) {
  uploaded += count;
  return colouredPhotos(count, { first: uploaded - count });
}

const images = (page: Page) => page.locator('main button img[src*="/thumbnail/"]');

test('a wall hears at once of a photo, of a setting and of commands, and the admin sees what it shows', async ({
  page,
  api,
  server,
}) => {
  const album = await api.createAlbum('Fresh', 'events-fresh');
  await api.upload(album.id, await newPhotos(2));
  const tablet = await makeTablet(api);
  await page.clock.install();
  await page.goto(address(server.origin, tablet, '/photos/events-fresh'));
  await expect(images(page)).toHaveCount(2);
  await listening(api, tablet);
  await api.upload(album.id, await newPhotos());
  await expect(images(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expectOnScreen(page, 1, 3);
  const source = await page.locator('dialog img[data-front]').getAttribute('src');
  await api.upload(album.id, await newPhotos());
  await expect(stage(page)).toHaveAccessibleName(/ of 4\./);
  expect(await page.locator('dialog img[data-front]').getAttribute('src'), 'the photo on screen stays').toBe(source);

  await test.step('commands are carried out', () => expectCommands(page, api, tablet));
  await test.step('a setting is there at once', async () => {
    await listening(api, tablet);
    await changeTablet(api, tablet.id, { settings: { secondsPerPhoto: 7 } });
    const ring = page.locator('dialog [data-running] [style*="animation-duration: 7"]').first();
    await expect(ring).toBeAttached();
  });
});

async function expectCommands(page: Page, api: ApiClient, tablet: TabletWithKey): Promise<void> {
  const say = (command: Parameters<typeof commandTablet>[2]) => commandTablet(api, tablet.id, command);

  await say({ command: 'show', albumId: library.trip.id });
  await expectOnScreen(page, 1, 8);
  await expect
    .poll(async () => (await findTablet(api, tablet.id)).report, { timeout: 15_000 })
    .toMatchObject({
      path: `/circuit-tree/photos/${library.trip.slug}`,
      photo: { albumSlug: library.trip.slug },
      screen: { width: expect.any(Number) },
      storage: { quota: expect.any(Number) },
    });
  expect(JSON.stringify((await findTablet(api, tablet.id)).report)).not.toContain(tablet.key);

  await say({ command: 'next' });
  await expectOnScreen(page, 2, 8);
  await say({ command: 'previous' });
  await expectOnScreen(page, 1, 8);
  await say({ command: 'pause' });
  await expect(page.getByText('Paused')).toBeVisible();
  await expect(page.locator('dialog [data-running]')).toHaveCount(0);
  await say({ command: 'resume' });
  await expectOnScreen(page, 1, 8);
  await say({ command: 'pause' });
  await expect(page.getByText('Paused')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 2, 8);
  await expect(page.getByText('Paused')).toHaveCount(0);

  // A photo is shown in the running slideshow, and by the next one when there is none.
  const headers = { Authorization: `Bearer ${api.token}` };
  const response = await fetch(api.origin + API_PATHS.albumPhotos(library.trip.id), { headers });
  const own: Photo[] = JSON.parse(await response.text());
  await say({ command: 'show', albumId: library.trip.id, filename: own[3]?.filename ?? '' });
  await expectOnScreen(page, 4, 8);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  await say({ command: 'show', albumId: library.trip.id, filename: own[1]?.filename ?? '' });
  await expectOnScreen(page, 2, 8);

  await say({ command: 'identify' });
  const name = page.getByRole('dialog', { name: 'The name of this tablet' });
  await expect(name).toHaveText(tablet.name);
  const onTop = () => page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.textContent);
  expect(await onTop(), 'over the slideshow too').toBe(tablet.name);
  await page.clock.fastForward(10_000);
  await expect(name).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 3, 8);

  const reloaded = page.waitForEvent('load');
  await say({ command: 'reload' });
  await reloaded;
  await expectOnScreen(page, 3, 8);
}

test('a key that ends takes all from the wall within seconds; letters make it the same tablet, and its icon follows', async ({
  tablet: device,
  api,
  road,
}) => {
  const tablet = await makeTablet(api, { settings: { startsWith: 'clock', hours: 24 } });
  const icon = address(road.origin, tablet);
  const page = await device.switchOn(address(road.origin, tablet, `/photos/${library.trip.slug}?slideshow=true`));
  await controlled(page);
  await expectOnScreen(page, 1, 8);
  await listening(api, tablet);
  await endKey(api, tablet.id);
  const letters = page.getByRole('status', { name: 'Letters of this screen' });
  await expect(letters).toHaveText(/^[A-Z]{3} [A-Z]{3}$/);
  expect((await everythingStored(page)).filter(({ place }) => place.startsWith('cache kiosk:'))).toEqual([]);
  expect(JSON.stringify(await everythingStored(page))).not.toContain(tablet.key);

  await acceptLetters(api, typedCode(await letters.innerText()), { tabletId: tablet.id });
  await expect(page).toHaveURL(/\/circuit-tree\/clock\?apiKey=/, { timeout: 20_000 });
  await controlled(page);
  expect(await findTablet(api, tablet.id)).toMatchObject({ name: tablet.name, state: 'active' });
  const key = new URL(page.url()).searchParams.get('apiKey') ?? '';
  expect(key).not.toBe(tablet.key);

  // The icon was made with the old key. It opens as the tablet is now, also while the server is out of reach.
  const asConnected = new RegExp(`/circuit-tree/clock\\?apiKey=${key}$`);
  for (const weather of ['fine', 'dead'] as const) {
    await road.turn(weather);
    await page.goto(icon);
    await expect(page).toHaveURL(asConnected);
    await page.goto(`${road.origin}/circuit-tree?launch=home-screen`);
    await expect(page).toHaveURL(asConnected);
  }
});
