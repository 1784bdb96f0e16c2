import type { BrowserContext, Page } from '@playwright/test';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { type AdminPage, fillForAdmin } from '../support/adminPages.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test as base } from '#support/browser/e2e.ts';
import { WatchedPage } from '../support/layoutShift.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { enlargeText, unreadableTexts } from '../support/textFit.ts';
import { Operator } from '#support/server/operator.ts';

interface Filled {
  origin: string;
  pages: AdminPage[];
  /** The signed-in admin, as the browser stores it. */
  user: string;
}

async function storeUser(context: BrowserContext, user: string): Promise<void> {
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [LOCAL_STORAGE.user, user] as const);
}

const test = base.extend<{ filled: Filled }>({
  filled: async ({ ownServer }, provide) => {
    const pages = await fillForAdmin(ownServer);
    new Operator(ownServer.dataDir).grant('grandmother.margarethe@example.org', 'photos:read');
    const { origin } = ownServer;
    await provide({ origin, pages, user: JSON.stringify(await signInAsDev(origin, 'admin')) });
  },
});

/** Loads of each page at each size: `LAYOUT_LOADS=4` makes a dozen of each. */
const LOADS = Number(process.env.LAYOUT_LOADS ?? 1);
/** Half of what Core Web Vitals call good. */
const MOST_SHIFT = 0.05;
/** Pages that are loaded at the same time: each waits for delayed calls for most of its time. */
const AT_ONCE = 4;

interface Screen {
  name: string;
  viewport: { width: number; height: number };
  /** The colours axe judges: in the dark scheme too, or none where another size shows the same. */
  axe: 'in light and dark' | 'in light' | 'nowhere';
  isTextEnlarged: boolean;
  /** The most pixels above the first photo. */
  photosWithin?: number;
}

/** Each width has a layout of its own: what moves, and what axe can find, is another thing on each. */
const SCREENS: Screen[] = [
  {
    name: 'a phone',
    viewport: { width: 390, height: 844 },
    axe: 'in light and dark',
    isTextEnlarged: true,
    photosWithin: 400,
  },
  { name: 'a tablet', viewport: { width: 1024, height: 768 }, axe: 'nowhere', isTextEnlarged: false },
  {
    name: 'a desk',
    viewport: { width: 1440, height: 900 },
    axe: 'in light',
    isTextEnlarged: true,
    photosWithin: 320,
  },
];

test('no admin page jumps, whichever call is late; axe finds nothing, and text of twice the size is whole', async ({
  browser,
  filled: { origin, pages, user },
}) => {
  test.setTimeout(300_000 * LOADS);
  for (const [seed, screen] of SCREENS.entries()) {
    const { name, viewport, photosWithin } = screen;
    const context = await browser.newContext({ baseURL: origin, viewport, serviceWorkers: 'block' });
    await storeUser(context, user);
    const waiting = [...pages];
    const checkPages = async () => {
      // One page goes through many addresses: the code of the app is compiled once, and no process begins anew.
      const watched = await WatchedPage.open(context);
      for (let next = waiting.shift(); next; next = waiting.shift()) await checkPage(watched, next, { seed, screen });
      await watched.page.close();
    };
    await test.step(`on ${name}`, () => Promise.all(Array.from({ length: AT_ONCE }, checkPages)));
    if (photosWithin !== undefined) {
      await test.step('photos near the top', () => expectPhotosNearTop(context, origin, photosWithin));
    }
    if (viewport.width > 1024) await expectLayoutOfDesk(await context.newPage(), origin);
    await context.close();
  }
});

interface Check {
  seed: number;
  screen: Screen;
}

async function checkPage(watched: WatchedPage, { name, path }: AdminPage, { seed, screen }: Check): Promise<void> {
  const { page } = watched;
  for (let load = 0; load < LOADS; load += 1) {
    const shifts = await watched.shiftsWhileLoading(path, SCREENS.length * load + seed);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    const where = `${name} on ${screen.name}`;
    expect.soft(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_SHIFT);
  }
  if (screen.axe !== 'nowhere') await expectAccessible(page, name, screen.axe === 'in light' ? ['light'] : undefined);
  if (!screen.isTextEnlarged) return;
  await enlargeText(page);
  expect.soft(await unreadableTexts(page), name).toEqual([]);
}

/** The first photo of an album, which is shared as well: a line more above it. */
async function expectPhotosNearTop(context: BrowserContext, origin: string, most: number): Promise<void> {
  const api = await ApiClient.signedIn(origin);
  const album = await api.createAlbum('Near the top', `near-the-top-${most}`);
  await api.upload(album.id, await colouredPhotos(3));
  const share = { method: 'POST', body: JSON.stringify({ albumId: album.id, term: 'week' }) };
  const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
  await fetch(origin + ADMIN_PATHS.shares, { ...share, headers });
  const page = await context.newPage();
  await page.goto(`${origin}/admin/photos/${album.slug}`);
  await expect(page.getByRole('button', { name: /^Share… \(1\)$/ })).toBeVisible();
  const photos = page.getByRole('region', { name: /^Photos in / }).getByRole('img');
  expect((await photos.first().boundingBox())?.y).toBeLessThanOrEqual(most);
}

/** Albums and photos stand in as many columns as there is room for; a user's row fits, buttons and all. */
async function expectLayoutOfDesk(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin/photos/lake`);
  await expect(page.getByRole('heading', { name: 'Summer by the lake' })).toBeVisible();
  const lefts = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  for (const [width, columns] of [
    [390, 3],
    [900, 3],
    [1024, 4],
    [1279, 4],
    [1280, 5],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const photoColumns = async () => new Set(await lefts('section[aria-label^=Photos] img')).size;
    await expect.poll(photoColumns, `${width} px`).toBe(columns);
    if (width >= 900) expect(new Set(await lefts('li > a')).size, `albums at ${width} px`).toBe(2);
  }
  await page.goto(`${origin}/admin/users`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await expectAccessible(page, 'a user that is edited');
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    // Before and after the '@' an address stands in one line each.
    const lines = await page.locator('td[data-column=Email] span').evaluateAll((cells) =>
      cells.flatMap((cell) =>
        Array.from(cell.childNodes, (part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getClientRects().length;
        }),
      ),
    );
    expect(Math.max(...lines), `${width} px`).toBe(1);
    const table = await page.getByRole('table').locator('..').boundingBox();
    for (const name of ['Save', 'Cancel']) {
      const button = await page.getByRole('button', { name }).boundingBox();
      const right = (button?.x ?? Infinity) + (button?.width ?? 0);
      expect(right, `${name} at ${width} px`).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0));
    }
  }
}

test('on a phone the header of people without admin has two rows: the greeting in one line, the places below', async ({
  browser,
  filled: { origin },
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await storeUser(context, JSON.stringify(await signInAsDev(origin, 'user')));
  const page = await context.newPage();
  await page.goto(`${origin}/admin/photos`);
  const header = page.getByRole('banner');
  const topOf = async (name: string) => (await header.getByText(name, { exact: true }).boundingBox())?.y;
  await expect(header.getByRole('link', { name: 'Photos' })).toBeVisible();
  expect(await topOf('Sign Out')).toBe(await topOf('< Back to Admin'));
  expect(await topOf('My Devices')).toBe(await topOf('Photos'));
  expect(await topOf('Photos')).toBeGreaterThan(Number(await topOf('Sign Out')));
  await context.close();
});
