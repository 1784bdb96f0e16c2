import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildVariant } from './buildVariant.ts';
import { test as base } from './offlineTest.ts';

const DOES_NOT_START = 'throw new Error("this build does not start");';

/** Builds to change between, two of which do not start. */
export const test = base.extend<object, { builds: Record<'A' | 'B' | 'C' | 'broken' | 'screenless', string> }>({
  builds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
    async ({}, provide) => {
      const builds = {
        A: buildVariant('A'),
        B: buildVariant('B'),
        C: buildVariant('C'),
        broken: buildVariant('Broken', { of: 'index.html', says: DOES_NOT_START }),
        screenless: buildVariant('Screenless', { of: 'src/routes/circuit-tree/index.tsx', says: DOES_NOT_START }),
      };
      await provide(builds);
      for (const folder of Object.values(builds)) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Of the running page: the letter at the end of its entry's name. */
export const runningBuild = (page: Page) =>
  page.evaluate(
    () =>
      /([A-C]|Broken|Screenless)\.js$/.exec(
        document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? '',
      )?.[1] ?? '',
  );

export const waitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
