import type { Page } from '@playwright/test';
import { askForUpdate, runningBuild, test, waitingWorker } from '../support/buildsTest.ts';
import { expect } from '#support/browser/e2e.ts';
import { controlled } from '#support/browser/tablet.ts';

// A wall that nobody touches gets every new version.

const photoOnScreen = () => {
  const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
  return images.find((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1')?.src ?? '';
};

/**
 * Lets time pass until the page runs the build. Watched by a test, a worker may never seem idle to Chromium, which then
 * lets the next one wait for minutes: therefore workers are stopped, each time a while after the page could ask the
 * server and tell the next worker to take over, since both need a worker that runs.
 */
async function changesTo(page: Page, build: string, pass: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  let rounds = 0;
  await expect
    .poll(
      async () => {
        const running = await runningBuild(page).catch(() => '');
        // A page that is being loaded needs its worker: without it the key cannot be checked.
        if (running === build || running === '') return running;
        rounds += 1;
        if (rounds % 2 === 1) await pass().catch(() => undefined);
        else await session.send('ServiceWorker.stopAllWorkers').catch(() => undefined);
        return running;
      },
      // Only the clock is fast: the cross-fade takes its real time.
      { intervals: [2_000], timeout: 60_000 },
    )
    .toBe(build);
}

test('a slideshow that nobody touches changes to the new version between two slides, at the same photo', async ({
  page,
  road,
  server,
  library,
  builds,
}) => {
  road.build = builds.A;
  await page.clock.install();
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
      const shown = images.find((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1');
      sessionStorage.setItem('left-at', shown?.src ?? '');
    });
  });
  await page.goto(`${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${server.kioskKey}`);
  await controlled(page);
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toContain(library.photos[0]?.filename);
  expect(await runningBuild(page)).toBe('A');

  // The next check comes within 15 minutes and a bit; the slide that was due is let pass, with all that follows it.
  road.asked.length = 0;
  await page.clock.fastForward('17:00');
  await expect.poll(() => road.asked).toContain('GET /sw.js');
  await page.clock.runFor(5_000);
  await expect.poll(() => page.evaluate(photoOnScreen)).toContain(library.photos[2]?.filename);
  // The app's own request is over by then: Chromium would take the next one for the same.
  await askForUpdate(page);
  road.build = builds.B;
  await askForUpdate(page);
  await expect.poll(() => waitingWorker(page)).toBe(true);
  // Not in the middle of a slide, however long nobody touches it.
  await page.clock.runFor(35_000);
  expect(await runningBuild(page)).toBe('A');
  await changesTo(page, 'B', () => page.clock.fastForward(31_000));
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toBe('');
  const leftAt = await page.evaluate(() => sessionStorage.getItem('left-at'));
  expect(leftAt).toContain('/medium/');
  expect(await page.evaluate(photoOnScreen)).toBe(leftAt);
});
