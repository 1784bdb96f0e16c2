import type { BrowserContext } from '@playwright/test';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { type AdminPage, fillForAdmin } from '../../support/browser/adminPages.ts';
import { expect, test as base } from '../../support/browser/e2e.ts';
import { shiftsWhileLoading } from '../../support/browser/layoutShift.ts';
import { enlargeText, unreadableTexts } from '../../support/browser/textFit.ts';

interface Filled {
  origin: string;
  pages: AdminPage[];
  /** The signed-in admin, as the browser stores it. */
  user: string;
}

async function storeUser(context: BrowserContext, user: string): Promise<void> {
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [LOCAL_STORAGE.user, user] as const);
}

const test = base.extend<object, { filled: Filled }>({
  filled: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
    async ({}, provide) => {
      const server = await new ServerProcess().start();
      const pages = await fillForAdmin(server);
      await provide({ origin: server.origin, pages, user: JSON.stringify(await signInAsDev(server.origin, 'admin')) });
      await server.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Loads of each page at each size: `LAYOUT_LOADS=4` makes a dozen of each. */
const LOADS = Number(process.env.LAYOUT_LOADS ?? 1);
/** Half of what Core Web Vitals call good. */
const MOST_SHIFT = 0.05;

const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

for (const [at, viewport] of SIZES.entries()) {
  const { width } = viewport;
  test(`at ${width} px no admin page jumps, in whichever order the responses arrive @full`, async ({
    browser,
    filled,
  }) => {
    test.setTimeout(300_000 * LOADS);
    const { origin, pages, user } = filled;
    for (const { name, path } of pages) {
      for (let load = 0; load < LOADS; load += 1) {
        const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
        await storeUser(context, user);
        const shifts = await shiftsWhileLoading(await context.newPage(), origin + path, 3 * load + at);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect.soft(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_SHIFT);
        await context.close();
      }
    }
  });
}

test('text of twice the size is whole on every admin page, on a phone and on a desk @full', async ({
  browser,
  filled,
}) => {
  test.setTimeout(600_000);
  const { origin, pages, user } = filled;
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    await storeUser(context, user);
    for (const { name, path } of pages) {
      const page = await context.newPage();
      await shiftsWhileLoading(page, origin + path, 0);
      await enlargeText(page);
      expect.soft(await unreadableTexts(page), `${name} at ${viewport.width} px`).toEqual([]);
      await page.close();
    }
    await context.close();
  }
});
