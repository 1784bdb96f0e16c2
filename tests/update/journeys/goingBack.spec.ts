import type { Page } from '@playwright/test';
import { RECORDS } from '#contract/storageKeys.ts';
import { changeWorker, runningBuild, test, waitingWorker } from '#support/browser/buildsTest.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { controlled, type Tablet } from '#support/browser/tablet.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';

// A tablet with a bad version goes back to the one before by itself, with nobody there and no server.

/** The customer's figure is 5 s; these machines may be doing other things at the same time. */
const BACK_WITHIN_MS = 15_000;
/** Two launches of 20 s each, and what comes around them. */
const GIVES_UP_WITHIN_MS = 90_000;

const imagesStored = async (page: Page) =>
  (await everythingStored(page)).filter(({ place }) => place.includes(':images:')).length;

/** The time from the page's opening to its first photo, in the app's own slideshow. */
async function msToPhoto(page: Page): Promise<number> {
  await expect
    .poll(() => photoOnScreen(page).catch(() => ''), { timeout: BACK_WITHIN_MS, intervals: [50] })
    .not.toBe('');
  return page.evaluate(() => Math.round(performance.now()));
}

/** Power off, power on: the next launch shows a photo of A. */
async function launchShowsA(tablet: Tablet, link: string, what: string): Promise<Page> {
  await tablet.switchOff();
  const page = await tablet.switchOn(link);
  const took = await msToPhoto(page);
  console.log(`back from a build that ${what}: ${(took / 1000).toFixed(1)} s from launch to photo`);
  expect(took).toBeLessThan(BACK_WITHIN_MS);
  expect(await runningBuild(page)).toBe('A');
  return page;
}

/** Nobody touches the tablet, which comes back by itself. */
async function leftAlone(tablet: Tablet, link: string): Promise<void> {
  const page = await tablet.switchOn(link);
  const isBack = expect.poll(() => runningBuild(page).catch(() => ''), { timeout: GIVES_UP_WITHIN_MS });
  await isBack.toBe('A');
  await msToPhoto(page);
}

/** A hanging page cannot be reloaded from within, so somebody switches the tablet off and on, twice. */
async function switchedOnTwice(tablet: Tablet, link: string): Promise<void> {
  for (const misses of [1, 2]) {
    const page = await tablet.switchOn(link);
    await expect.poll(() => missesNoted(page), { timeout: GIVES_UP_WITHIN_MS }).toBe(misses);
    await tablet.switchOff();
  }
}

async function runsWithPhotos(page: Page, images: number): Promise<void> {
  await controlled(page);
  await expect.poll(() => imagesStored(page), { timeout: 30_000 }).toBe(images);
}

/** Asked of the worker, since a page that hangs says nothing. */
async function missesNoted(page: Page): Promise<number> {
  const [worker] = page.context().serviceWorkers();
  const noted = await worker?.evaluate(async (record) => {
    const opening = indexedDB.open('keyval-store');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('keyval').objectStore('keyval').get(record);
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    opening.result.close();
    return reading.result?.refused?.length > 0 ? 2 : reading.result?.misses;
  }, RECORDS.shellHealth);
  return Number(noted ?? 0);
}

for (const [build, what] of [
  ['broken', 'throws'],
  ['blank', 'shows nothing'],
  ['hanging', 'hangs'],
] as const) {
  test(`a build that ${what} is left, without a server, for the one before @full`, async ({
    tablet,
    road,
    server,
    library,
    builds,
  }) => {
    test.slow();
    const link = `${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${server.kioskKey}&slideshow=true`;
    road.build = builds.A;
    const page = await tablet.switchOn(link);
    await runsWithPhotos(page, library.images.length);
    road.build = builds[build];
    await changeWorker(page);
    await tablet.switchOff();
    await road.turn('dead');
    await test.step('it is given up', () =>
      build === 'hanging' ? switchedOnTwice(tablet, link) : leftAlone(tablet, link));
    await test.step('the next launch is A at once', () => launchShowsA(tablet, link, what));
  });
}

test('a build that was left is not taken again, is told of, and gives way to the next @full', async ({
  tablet,
  road,
  server,
  builds,
}) => {
  test.slow();
  const link = `${road.origin}/circuit-tree?apiKey=${server.kioskKey}`;
  road.build = builds.A;
  let page = await tablet.switchOn(link);
  await controlled(page);
  await test.step('as after the last release, which wrote down nothing of its starts', async () => {
    await page.evaluate((record) => {
      const opening = indexedDB.open('keyval-store');
      opening.addEventListener('success', () => {
        opening.result.transaction('keyval', 'readwrite').objectStore('keyval').delete(record);
      });
    }, RECORDS.shellHealth);
    road.build = builds.broken;
    await changeWorker(page);
    await page.reload().catch(() => undefined);
    await expect.poll(() => runningBuild(page).catch(() => '')).toBe('A');
  });

  await test.step('not even when it is started anew with the server there, nor when it comes a second time', async () => {
    await tablet.switchOff();
    page = await tablet.switchOn(link);
    await page.getByText(/^This device|checks need attention/).click();
    await expect(page.getByText(/^The newest version \([0-9a-f]{8}\) does not start on this device/)).toBeVisible();
    expect(await runningBuild(page)).toBe('A');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    expect(await waitingWorker(page)).toBe(false);
    road.build = builds.screenless;
    await changeWorker(page);
    road.build = builds.broken;
    await changeWorker(page);
    await page.reload();
    await page.getByRole('button', { name: 'Clock' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    expect(await runningBuild(page)).toBe('A');
  });

  await test.step('the next one is taken, and stands', async () => {
    road.build = builds.C;
    await changeWorker(page);
    await page.goto(link);
    await expect(page.getByText(/^This device|checks need attention/)).toBeVisible();
    expect(await runningBuild(page)).toBe('C');
    await page.getByText(/^This device|checks need attention/).click();
    await expect(page.getByText('Offline mode active: yes')).toBeVisible();
    await expect(page.getByText(/^The newest version/)).toBeHidden();
  });
});
