import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { imagePath } from '#contract/paths.ts';
import { cycleFrom, photoOnScreen, wholeCycle } from '#support/kiosk/albumCycle.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { FIRST_RELEASE, unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { showsImage } from '#support/kiosk/kioskPage.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';

const { kioskKey, album } = FIRST_RELEASE;
const PHOTOS = FIRST_RELEASE.photos.map(({ filename, albumSlug }) => ({ filename, albumSlug }));

const entryScript = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? '');

const workerWaits = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    return Boolean(registration?.waiting);
  });

/** Wherever the record stands that holds the key for launches from the home screen. */
const launchRecords = async (page: Page) =>
  (await everythingStored(page)).filter(({ place, text }) => place.startsWith('record') && text.includes(kioskKey));

test('a tablet warmed by the first release, updated to this one, starts cold with all its photos without a server', async ({
  tablet,
}) => {
  test.slow();
  const firstApp = unpackFirstRelease('app');
  const server = await new ServerProcess({ dataDir: unpackFirstRelease('data') }).start();
  const network = await new NetworkConditions(server.origin).start();
  const link = `${network.origin}/circuit-tree/photos/${album}?apiKey=${kioskKey}&slideshow=true`;
  try {
    network.build = firstApp;
    const warmed = await tablet.switchOn(link);
    const firstEntry = await test.step('the first release stores its album', async () => {
      await controlled(warmed);
      const images = async () => (await everythingStored(warmed)).filter(({ place }) => place.includes(':images:'));
      await expect.poll(async () => (await images()).length, { timeout: 30_000 }).toBe(PHOTOS.length * 2);
      await expect.poll(() => photoOnScreen(warmed)).not.toBe('');
      await warmed.keyboard.press('ArrowRight');
      await expect
        .poll(async () => JSON.stringify(await everythingStored(warmed)))
        .toContain(`slideshow-position:${album}`);
      await expect.poll(async () => (await launchRecords(warmed)).length).toBe(1);
      return entryScript(warmed);
    });

    await test.step('this release is offered, and the server goes away', async () => {
      network.build = undefined;
      await expect.poll(() => workerWaits(warmed), { timeout: 30_000 }).toBe(true);
      await tablet.switchOff();
      await network.turn('dead');
      await server.stop('SIGKILL');
    });

    await test.step('the tablet starts cold, in this release, at the photo it was showing', async () => {
      // The first start after an update may still be the old one's: the new worker takes over when it has gone.
      await tablet.switchOn(link);
      await tablet.switchOff();
      const page = await tablet.switchOn(link);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await wholeCycle(page, PHOTOS.length)).toEqual(cycleFrom(network.origin, PHOTOS, 1));
      expect(await entryScript(page)).not.toBe(firstEntry);
      for (const photo of PHOTOS) expect(await showsImage(page, imagePath(photo, 'thumbnail'))).toBe(true);
      await tablet.switchOff();
    });

    await test.step('a launch from the home screen finds the key that the first release kept', async () => {
      const page = await tablet.switchOn(`${network.origin}/circuit-tree?launch=home-screen`);
      await expect(
        page.getByRole('button', { name: 'Clock' }).or(page.getByRole('link', { name: 'Clock' })),
      ).toBeVisible();
    });
  } finally {
    await tablet.switchOff();
    await network.close();
    await server.dispose();
    rmSync(firstApp, { recursive: true, force: true });
  }
});
