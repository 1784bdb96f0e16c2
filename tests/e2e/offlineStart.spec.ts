import type { Page } from '@playwright/test';
import { imagePath } from '../../src/contract/paths.ts';
import { expect } from '../support/e2e.ts';
import { everythingStored, showsImage } from '../support/kioskPage.ts';
import { test as base } from '../support/offlineTest.ts';
import { Operator } from '../support/operator.ts';
import { Tablet, controlled } from '../support/tablet.ts';
import type { Weather } from '../support/road.ts';

// The tablet that is switched off and on while its server is dead, silent or lying.

const test = base.extend<{ tablet: Tablet }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  tablet: async ({}, provide) => {
    const tablet = new Tablet();
    await provide(tablet);
    await tablet.dispose();
  },
});

/** Alternate between what only breaks connections and what answers wrongly; offlineAnswers.spec.ts has all of them. */
const COLD_STARTS: Weather[] = ['dead', 'hanging', 'portal', 'forbidden'];

const opaquePhoto = (page: Page) =>
  page.evaluate(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
    const shown = images.filter((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1');
    return shown.some((image) => image.complete && image.naturalWidth > 0) ? (shown[0]?.src ?? '') : '';
  });

async function wholeCycle(page: Page, count: number): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let step = 0; step < count; step += 1) {
    let source = '';
    await expect
      .poll(async () => {
        source = await opaquePhoto(page);
        return source !== '' && !seen.has(source);
      })
      .toBe(true);
    seen.add(source);
    await page.keyboard.press('ArrowRight');
  }
  return seen;
}

test('switched on with the server dead, silent or lying, it goes on with the slideshow', async ({
  tablet,
  road,
  server,
  library,
}) => {
  test.slow();
  const { album, photos } = library;
  const link = `${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}&slideshow=true`;
  const first = await tablet.switchOn(link);
  await controlled(first);
  // The first view's own pictures are stored too, though they came before there was a worker.
  const stored = () =>
    first.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes(':images:'));
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().length;
    });
  await expect.poll(stored, { timeout: 30_000 }).toBe(photos.length * 2);
  await expect.poll(() => opaquePhoto(first)).not.toBe('');
  await first.keyboard.press('ArrowRight');
  const second = photos[1];
  if (!second) throw new Error('The album has too few photos');
  await expect.poll(() => opaquePhoto(first)).toContain(imagePath(second, 'medium'));

  await test.step('mid-slideshow', async () => {
    await road.turn('hanging');
    expect((await wholeCycle(first, photos.length)).size).toBe(photos.length);
    await expect(first.getByText('Offline', { exact: true })).toBeVisible({ timeout: 40_000 });
    await road.turn('fine');
    await expect(first.getByText('Offline', { exact: true })).toBeHidden({ timeout: 40_000 });
  });
  await expect.poll(() => opaquePhoto(first)).toContain(imagePath(second, 'medium'));
  await first.waitForTimeout(300);
  await tablet.switchOff();

  for (const weather of COLD_STARTS) {
    await test.step(`cold start: ${weather}`, async () => {
      await road.turn(weather);
      const page = await tablet.switchOn(link);
      // Where it was, not at the beginning.
      await expect.poll(() => opaquePhoto(page)).toContain(imagePath(second, 'medium'));
      expect((await wholeCycle(page, photos.length)).size).toBe(photos.length);
      await expect.poll(() => opaquePhoto(page)).toContain(imagePath(second, 'medium'));
      await page.waitForTimeout(300);
      await tablet.switchOff();
    });
  }
});

test('the key is on the device once, and a refusal by the server itself empties it', async ({
  tablet,
  road,
  server,
  library,
}) => {
  const operator = new Operator(server.dataDir);
  const key = operator.createKey(`Wall ${process.pid}`);
  const other = operator.createKey(`Hall ${process.pid}`);
  const kioskUrl = (apiKey: string) => `${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${apiKey}`;
  const page = await tablet.switchOn(kioskUrl(other));
  await controlled(page);
  await page.goto(`${kioskUrl(key)}&slideshow=true`);
  await expect.poll(() => opaquePhoto(page)).not.toBe('');
  await page.getByRole('button', { name: '✕ Close' }).click();
  await expect(page.getByText(/Offline ready (\d+)\/\1/)).toBeVisible();

  const holding = (found: { place: string; text: string }[]) =>
    found.filter(({ text }) => text.includes(key)).map(({ place }) => place);
  const before = await everythingStored(page);
  expect(before.length).toBeGreaterThan(20);
  expect(holding(before)).toEqual(['record "home-screen-launch"']);
  expect(server.output.join('')).not.toContain(key);

  // Somebody else's refusals leave everything as it is.
  for (const weather of ['proxy log-in', 'forbidden'] as const) {
    await road.turn(weather);
    await page.goto(kioskUrl(key), { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  }
  await road.turn('fine');

  const second = await tablet.newPage();
  await second.goto(`${road.origin}/circuit-tree/clock?apiKey=${key}`);
  operator.revokeKey(`Wall ${process.pid}`);
  await page.goto(kioskUrl(key));
  await expect(page.getByText('This API key is not valid')).toBeVisible();
  // The other open page is told, though it asked for nothing.
  await expect(second.getByText('This API key is not valid')).toBeVisible();
  const after = await everythingStored(page);
  expect(holding(after)).toEqual([]);
  expect(after.filter(({ place }) => place.includes('slideshow-position'))).toEqual([]);
  // The other key's stock is none of this key's business.
  expect(after.some(({ place }) => place.includes(':images:'))).toBe(true);

  await road.turn('dead');
  await page.goto(kioskUrl(key), { waitUntil: 'commit' });
  await expect(page.getByText('This API key is not valid')).toBeVisible();
  const [image = ''] = library.images;
  expect(await showsImage(page, image)).toBe(false);
});
