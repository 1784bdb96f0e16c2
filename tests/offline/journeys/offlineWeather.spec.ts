import type { Page } from '@playwright/test';
import type { Photo } from '#contract/photos/schemas.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import { test as base } from '#support/browser/offlineTest.ts';
import { controlled, Tablet } from '#support/browser/tablet.ts';
import { cycleFrom, photoOnScreen, wholeCycle } from '#support/kiosk/albumCycle.ts';

// A tablet that is switched off and on while its server is gone. `npm run walls` holds the same for every bad network.

/** In a worker, and so with a server, of its own: other journeys add and delete photos. */
const test = base.extend<object, { isAlone: boolean }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  isAlone: [async ({}, provide) => provide(true), { scope: 'worker', auto: true }],
});

/** Both the worker's store and the browser's own cache: as on a tablet that has not come to storing the album yet. */
async function dropImages(tablet: Tablet, page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes(':images:')) await caches.delete(name);
  });
  await (await tablet.session(page)).send('Network.clearBrowserCache');
}

/** Photos change at once, so that a cycle takes no longer than they do. */
async function switchedOn(tablet: Tablet, link: string): Promise<Page> {
  const page = await tablet.switchOn(link);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

/** The place is written down a moment after the photo is seen. */
async function remembers(page: Page, filename: string): Promise<void> {
  const positions = async () => (await everythingStored(page)).filter(({ place }) => place.includes('position'));
  await expect.poll(async () => JSON.stringify(await positions())).toContain(filename);
}

/** Switched off with a whole slideshow stored, at the second of its photos. */
async function storeSlideshow(tablet: Tablet, link: string, photos: readonly Photo[]): Promise<void> {
  const page = await switchedOn(tablet, link);
  await controlled(page);
  // The first view's own pictures are stored too, though they came before there was a worker.
  const images = async () => (await everythingStored(page)).filter(({ place }) => place.includes(':images:'));
  await expect.poll(async () => (await images()).length, { timeout: 30_000 }).toBe(photos.length * 2);
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await remembers(page, photos[1]?.filename ?? '');
  await tablet.switchOff();
}

test('without a server the slideshow goes on, and a tablet that is switched on begins where it was', async ({
  server,
  library: { album, photos },
}) => {
  const road = await new NetworkConditions(server.origin).start();
  const tablet = new Tablet();
  const link = `${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}&slideshow=true`;
  await storeSlideshow(tablet, link, photos);
  const cycle = cycleFrom(road.origin, photos, 1);

  await road.turn('dead');
  const page = await switchedOn(tablet, link);
  expect(await wholeCycle(page, photos.length), 'switched on').toEqual(cycle);
  const offlineMark = page.getByText('Offline', { exact: true });
  await expect(offlineMark).toBeVisible({ timeout: 30_000 });

  await remembers(page, photos[1]?.filename ?? '');
  await road.turn('fine');
  await page.reload();
  await expect.poll(() => photoOnScreen(page)).toBe(cycle.seen[0]);
  await expect(offlineMark).toBeHidden();
  await road.turn('dead');
  expect(await wholeCycle(page, photos.length), 'in the middle').toEqual(cycle);
  await tablet.dispose();
  await road.close();
});

test('of an album that is not stored yet the wall says so below the clock, until its photos come by themselves', async ({
  server,
  library: { album, photos },
}) => {
  test.setTimeout(90_000);
  const road = await new NetworkConditions(server.origin).start();
  const tablet = new Tablet();
  const link = `${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}`;
  await storeSlideshow(tablet, `${link}&slideshow=true`, photos);
  await road.turn('dead');
  const first = await tablet.switchOn(link);
  await dropImages(tablet, first);
  await tablet.switchOff();

  const page = await switchedOn(tablet, `${link}&slideshow=true`);
  const sentence = page.getByText('No photos of this album are stored on this tablet yet. They come with the network.');
  await expect(sentence).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('dialog').getByRole('timer')).toBeVisible();
  const [clock, text] = await Promise.all([page.getByRole('timer').boundingBox(), sentence.boundingBox()]);
  expect(text && clock && text.y + text.height <= 768 && text.height >= 20, 'it is read from afar').toBe(true);
  // The same for a person who opens it.
  await page.keyboard.press('Escape');
  await expect(sentence).toBeHidden();
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect(sentence).toBeVisible({ timeout: 15_000 });

  await road.turn('fine');
  await expect.poll(() => photoOnScreen(page), { timeout: 40_000 }).not.toBe('');
  await expect(sentence).toBeHidden();
  await tablet.dispose();
  await road.close();
});
