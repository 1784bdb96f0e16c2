import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { imagePath } from '#contract/paths.ts';
import { codeOf } from '#server/core/errors.ts';
import { everythingStored, type Stored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { showsImage } from '#support/kiosk/kioskPage.ts';
import { test } from '#support/browser/offlineTest.ts';
import { Operator } from '#support/server/operator.ts';
import { makeTablet } from '#support/kiosk/adminsTablet.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { controlled } from '#support/browser/tablet.ts';

// The tablet that lost its key, and the one that is switched on without a network.

const refused = (page: Page) => page.getByText('This API key is not valid');

function holding(stored: Stored[], key: string): string[] {
  return stored.filter(({ text }) => text.includes(key)).map(({ place }) => place);
}

/** Files of uploads of other journeys come and go meanwhile. */
function filesIn(folder: string): Stored[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    try {
      if (!statSync(join(folder, file)).isFile()) return [];
      return [{ place: file, text: readFileSync(join(folder, file), 'latin1') }];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

test('the key is on the device once, and a refusal by the server itself empties it', async ({
  tablet,
  road,
  api,
  server,
  library,
}) => {
  test.slow();
  const operator = new Operator(server.dataDir);
  // A photo stays for longer than it takes until the lists are asked for anew.
  const { key, name } = await makeTablet(api, { settings: { secondsPerPhoto: 900 } });
  const other = operator.createKey(`Hall ${process.pid}`);
  const [image = ''] = library.images;
  const albumUrl = (apiKey: string) => `${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${apiKey}`;
  const page = await tablet.switchOn(albumUrl(other));
  await controlled(page);
  await expect(page.getByText(/Offline ready (\d+)\/\1/)).toBeVisible();
  await page.goto(`${albumUrl(key)}&slideshow=true`);
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Offline ready (\d+)\/\1/)).toBeVisible();
  // Files loaded before there is a worker lie in the browser's own cache; a page without a key stands in for it.
  const stranger = await tablet.newPage();
  await stranger.goto(`${road.origin}/nowhere`);
  // The cache tells responses apart by the formats that were asked for.
  let accept = '';
  road.intercept = ({ url, headers }) => {
    if (url === image) accept = headers.accept ?? '';
    return false;
  };
  expect(await showsImage(stranger, image)).toBe(true);
  road.intercept = undefined;
  const isInBrowserCache = () =>
    stranger.evaluate(
      async ({ url, headers }) => {
        try {
          return (await fetch(url, { cache: 'only-if-cached', mode: 'same-origin', headers })).ok;
        } catch {
          return false;
        }
      },
      { url: image, headers: { Accept: accept } },
    );
  expect(await isInBrowserCache()).toBe(true);

  await test.step('one record holds it, on the device and on the server', async () => {
    await road.turn('dead');
    await page.goto(`${road.origin}/circuit-tree?launch=home-screen`, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('apiKey')).toBe(key);
    // The albums below the opened one are stored as well.
    await page.goto(albumUrl(key), { waitUntil: 'commit' });
    await page.getByRole('link', { name: library.below.name }).click();
    await expect(page.getByRole('heading', { name: library.below.name })).toBeVisible();
    const [below] = library.photos.slice(-1);
    if (!below) throw new Error('The album has no photos');
    await expect(page.locator(`main img[src*="${imagePath(below, 'thumbnail')}"]`)).toBeVisible();
    expect(await showsImage(page, imagePath(below, 'thumbnail'))).toBe(true);
    await road.turn('fine');
    const stored = await everythingStored(page);
    expect(stored.length).toBeGreaterThan(20);
    expect(holding(stored, key)).toEqual(['record "home-screen-launch"']);
    // The browser's own cache has seen the first visit of all, which was made without a worker.
    const visited = filesIn(join(tablet.profile, 'Default/Cache/Cache_Data')).filter(({ place }) =>
      place.endsWith('_0'),
    );
    expect(visited.length).toBeGreaterThan(5);
    expect([...holding(visited, key), ...holding(visited, other)]).toEqual([]);
    // The database with what is not yet part of it, photos, secrets: all that the server keeps.
    const files = filesIn(server.dataDir);
    expect(files.some(({ place }) => place.endsWith('-wal'))).toBe(true);
    expect(holding(files, key)).toEqual([]);
    const log = server.output.join('');
    expect(log).toContain('/auth/check-api-key/');
    expect(log).not.toContain(key);
  });

  await test.step('refused in the middle of a slideshow that nobody touches', async () => {
    const wall = await tablet.newPage();
    await wall.clock.install();
    await wall.goto(`${albumUrl(key)}&slideshow=true`);
    await expect.poll(() => photoOnScreen(wall)).not.toBe('');
    operator.revokeKey(name);
    // Lists are asked for anew every five minutes.
    await wall.clock.fastForward('06:00');
    await expect(refused(wall)).toBeVisible();
    // The other open page is told, though it asked for nothing.
    await expect(refused(page)).toBeVisible();
    const stored = await everythingStored(page);
    expect(holding(stored, key)).toEqual([]);
    expect(stored.filter(({ place }) => place.includes('slideshow-position'))).toEqual([]);
    // The other key's stock is none of this key's business.
    expect(stored.some(({ place }) => place.includes(':images:'))).toBe(true);
    expect(await isInBrowserCache()).toBe(false);
  });

  await test.step('nothing of it is left without a network', async () => {
    await road.turn('dead');
    await page.goto(albumUrl(key), { waitUntil: 'commit' });
    await expect(refused(page)).toBeVisible();
    expect(await showsImage(page, image)).toBe(false);
  });

  await test.step('refused while the tablet was off', async () => {
    await tablet.switchOff();
    await road.turn('fine');
    operator.revokeKey(`Hall ${process.pid}`);
    const started = await tablet.switchOn(`${albumUrl(other)}&slideshow=true`);
    await expect(refused(started)).toBeVisible();
    const stored = await everythingStored(started);
    expect(stored.filter(({ place }) => /kiosk:|launch|position/.test(place))).toEqual([]);
  });
});
