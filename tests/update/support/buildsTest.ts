import { rmSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { buildVariant } from '#support/browser/buildVariant.ts';
import { test as base } from '#support/browser/offlineTest.ts';

const DOES_NOT_START = 'throw new Error("this build does not start");';

type Build = 'A' | 'B' | 'C' | 'broken' | 'screenless';

/** Builds to change between, two of which do not start; of one, that is only what comes after the wall's home. */
export const test = base.extend<object, { builds: Record<Build, string> }>({
  builds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
    async ({}, provide) => {
      const builds = {
        A: buildVariant('A'),
        B: buildVariant('B'),
        C: buildVariant('C'),
        broken: buildVariant('Broken', { of: 'index.html', says: DOES_NOT_START }),
        screenless: buildVariant('Screenless', { of: 'wall', says: DOES_NOT_START }),
      };
      await provide(builds);
      for (const folder of Object.values(builds)) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** The letter of the running page's build, from the end of its entry's name. */
export const runningBuild = (page: Page) =>
  page.evaluate(
    () =>
      /([A-C]|Broken|Screenless)\.js$/.exec(
        document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? '',
      )?.[1] ?? '',
  );

export const waitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

/**
 * Asks for a new worker, and resolves once it has been installed or refused: until then Chromium takes a second request for
 * the first one, and would never ask for the build that the server has by then.
 */
export async function askForUpdate(page: Page): Promise<void> {
  await requestUpdate(page);
  const installing = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing));
  await expect.poll(installing).toBe(false);
}

async function requestUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
}

/** A tablet's worker changes to the build that the server has now. Its page goes on as it was. */
export async function changeWorker(page: Page): Promise<void> {
  await requestUpdate(page);
  // Somebody uses the tablet: otherwise the app would take the new worker by itself meanwhile.
  const waits = async () => {
    await page.keyboard.press('Shift');
    return waitingWorker(page);
  };
  await expect.poll(waits).toBe(true);
  await page.evaluate(async () => {
    (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}
