import type { BrowserContext } from '@playwright/test';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { type AdminPage, fillForAdmin } from '#support/browser/adminPages.ts';
import { expect, test as base } from '#support/browser/e2e.ts';
import { shiftsWhileLoading } from '#support/browser/layoutShift.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { enlargeText, unreadableTexts } from '#support/browser/textFit.ts';

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

for (const { width, height, most } of [
  { width: 390, height: 844, most: 400 },
  { width: 1440, height: 900, most: 320 },
]) {
  test(`at ${width} px the first photo of an album stands near the top, also when it is shared @full`, async ({
    browser,
    filled: { origin, user },
  }) => {
    const api = await ApiClient.signedIn(origin);
    const album = await api.createAlbum('Near the top', `near-the-top-${width}`);
    await api.upload(album.id, await colouredPhotos(3));
    const share = { method: 'POST', body: JSON.stringify({ albumId: album.id, term: 'week' }) };
    const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
    await fetch(origin + ADMIN_PATHS.shares, { ...share, headers });
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block' });
    await storeUser(context, user);
    const page = await context.newPage();
    await page.goto(`${origin}/admin/photos/${album.slug}`);
    await expect(page.getByRole('button', { name: /^Share… \(1\)$/ })).toBeVisible();
    const first = await page
      .getByRole('region', { name: /^Photos in / })
      .getByRole('img')
      .first()
      .boundingBox();
    expect(first?.y).toBeLessThanOrEqual(most);
    await context.close();
  });
}

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
