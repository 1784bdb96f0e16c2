import type { Page } from '@playwright/test';
import type { Photo } from '#contract/photos/schemas.ts';
import { ALL_BROKEN_PAUSE_MS } from '#domain/slideshow/slideshow.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { everythingStored, storedImages } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import { test as base } from '#support/browser/offlineTest.ts';
import { controlled, type Tablet } from '#support/browser/tablet.ts';
import { cycleFrom, photoOnScreen, wholeCycle } from '#support/kiosk/albumCycle.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { showBar } from '#support/kiosk/slideshowPage.ts';

// A tablet that is switched on while its server is gone. `npm run walls` holds the same for every bad network.

interface Place {
  road: NetworkConditions;
  kioskKey: string;
  /** The photos of the album “holiday” and of the one below it, in the order of its slideshow. */
  photos: Photo[];
  /** The address of a kiosk screen: `path` is what follows /circuit-tree. */
  url: (path: string, extra?: string) => string;
}

/** Photos change at once, so that a cycle takes no longer than they do. */
async function switchedOn(tablet: Tablet, url: string): Promise<Page> {
  await tablet.switchOff();
  const page = await tablet.switchOn(url);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

const test = base.extend<{ place: Place }>({
  place: async ({ ownServer }, provide) => {
    const api = await ApiClient.signedIn(ownServer.origin);
    const holiday = await api.createAlbum('Holiday', 'holiday');
    const evening = await api.createAlbum('Evening', 'evening', holiday.id);
    const lost = await api.createAlbum('Lost', 'lost');
    const own = await api.upload(holiday.id, await colouredPhotos(4));
    const below = await api.upload(evening.id, await colouredPhotos(1, { first: 6 }));
    await api.upload(lost.id, await colouredPhotos(2, { first: 7 }));
    const road = await new NetworkConditions(ownServer.origin).start();
    // The photos of one album never arrive.
    road.intercept = ({ url = '' }, response) => {
      const isLost = url.includes('/photos/lost/');
      if (isLost) response.writeHead(502).end();
      return isLost;
    };
    const { kioskKey } = ownServer;
    const url = (path: string, extra = '') => `${road.origin}/circuit-tree${path}?apiKey=${kioskKey}${extra}`;
    await provide({ road, kioskKey, photos: [...own.photos, ...below.photos], url });
    await road.close();
  },
});

/** The source of each script of the page: the one that its static route names, and the one that had it. */
function scriptSources(page: Page): Promise<{ file: string; source: string }[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map((entry) => {
        const sourceOf = (property: string) => String(Reflect.get(entry, property) || 'none');
        return {
          file: entry.name.replace(/.*\//, ''),
          source: `${sourceOf('workerMatchedSourceType')}, then ${sourceOf('workerFinalSourceType')}`,
        };
      }),
  );
}

/** Switched off with a whole slideshow stored, at the second of its photos. */
async function warm(tablet: Tablet, { url, photos }: Place): Promise<void> {
  const page = await switchedOn(tablet, url('/photos/holiday', '&slideshow=true'));
  await controlled(page);
  const imagesOfAlbum = async () => (await storedImages(page)).filter((image) => !image.includes('/lost/')).length;
  await expect.poll(imagesOfAlbum, { timeout: 30_000 }).toBe(2 * photos.length);
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await remembers(page, photos[1]?.filename ?? '');
  // The whole list of albums, which the page of an album leaves to later, and the others, which come after 20 seconds.
  await page.clock.install();
  await page.goto(url('/photos'));
  await expect(card(page, 'Holiday')).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(20_000);
    await expect(page.getByText('✓ Kept')).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** The position is written down a moment after the photo is seen. */
async function remembers(page: Page, filename: string): Promise<void> {
  const positions = async () => (await everythingStored(page)).filter(({ place }) => place.includes('position'));
  await expect.poll(async () => JSON.stringify(await positions())).toContain(filename);
}

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const choice = (page: Page) => page.getByRole('button', { name: 'Photos' });
const keyOf = (page: Page) => new URL(page.url()).searchParams.get('apiKey');

interface ColdStart {
  /** The address below the origin. */
  address: (place: Place) => string;
  shows: (page: Page, place: Place) => Promise<void>;
}

const kiosk =
  (path: string, extra = '') =>
  (place: Place) =>
    place.url(path, extra).slice(place.road.origin.length);
const nothingThere = (page: Page) =>
  expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();

const COLD_STARTS: Record<string, ColdStart> = {
  home: { address: kiosk(''), shows: (page) => expect(choice(page)).toBeVisible() },
  'clock, whose scripts are taken past the worker': {
    address: kiosk('/clock'),
    shows: async (page) => {
      await expect(page.locator('main .clock-face')).toBeVisible();
      const sources = await scriptSources(page);
      expect(sources.length).toBeGreaterThan(3);
      expect(sources.filter(({ source }) => source !== 'cache, then cache')).toEqual([]);
    },
  },
  albums: {
    address: kiosk('/photos'),
    shows: async (page) => {
      await expect(card(page, 'Holiday').getByText('✓ Kept')).toBeVisible();
      await expect(card(page, 'Lost').getByText('Not on this tablet')).toBeVisible({ timeout: 75_000 });
    },
  },
  'an album': {
    address: kiosk('/photos/holiday'),
    shows: async (page) => {
      await expect(page.getByRole('heading', { name: 'Holiday' })).toBeVisible();
      await expect(page.locator('main button img')).toHaveCount(4);
    },
  },
  'a slideshow, where it was': {
    address: kiosk('/photos/holiday', '&slideshow=true'),
    shows: async (page, { road, photos }) => {
      expect(await wholeCycle(page, photos.length)).toEqual(cycleFrom(road.origin, photos, 1));
      await expect(page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 30_000 });
    },
  },
  'the slideshow of everything, from a mistyped album too': {
    address: kiosk('/photos/typo', '&slideshow=true'),
    shows: async (page) => {
      await expect.poll(() => photoOnScreen(page)).not.toBe('');
      await showBar(page);
      await expect(page.getByText('All photos: no album “typo”')).toBeVisible();
    },
  },
  'a launch from the home screen, which gets the key of this device back': {
    address: () => '/circuit-tree?launch=home-screen',
    shows: async (page, { kioskKey }) => {
      await expect(choice(page)).toBeVisible();
      expect(keyOf(page)).toBe(kioskKey);
      expect(new URL(page.url()).searchParams.has('launch')).toBe(false);
    },
  },
  'a launch into the clock': {
    address: () => '/circuit-tree/clock?launch=home-screen',
    shows: (page, { kioskKey }) => expect(page).toHaveURL(new RegExp(`/circuit-tree/clock\\?apiKey=${kioskKey}`)),
  },
  'a plain visit, which gets no key': {
    address: () => '/circuit-tree',
    shows: (page) => expect(page.getByText('API key is required')).toBeVisible(),
  },
  Codenames: {
    address: () => '/codenames',
    shows: (page) => expect(page.getByRole('heading', { name: 'Codenames' })).toBeVisible(),
  },
  administration: {
    address: () => '/admin/photos',
    shows: (page) => expect(page.getByRole('heading', { name: 'The server is out of reach' })).toBeVisible(),
  },
  nowhere: { address: () => '/nowhere', shows: nothingThere },
  'nowhere in the kiosk': { address: kiosk('/clocks'), shows: nothingThere },
  'what is no address': { address: () => '/100%', shows: nothingThere },
};

test('a tablet that is switched on without its server shows what it has, at every address, and goes on with it', async ({
  tablet,
  place,
}) => {
  test.setTimeout(300_000);
  const { road, photos, url } = place;
  await warm(tablet, place);

  await road.turn('dead');
  for (const [name, { address, shows }] of Object.entries(COLD_STARTS)) {
    await test.step(name, async () => shows(await switchedOn(tablet, road.origin + address(place)), place));
  }

  await test.step('a slideshow goes on when the server goes away in the middle', async () => {
    await road.turn('fine');
    const page = await switchedOn(tablet, url('/photos/holiday', '&slideshow=true'));
    await expect.poll(() => photoOnScreen(page)).not.toBe('');
    await expect(page.getByText('Offline', { exact: true })).toBeHidden();
    await road.turn('dead');
    const { seen, broken } = await wholeCycle(page, photos.length);
    expect(new Set(seen).size).toBe(photos.length);
    expect(broken).toEqual([]);
  });

  await test.step('of an album that is not stored the wall says so below the clock, until photos come', async () => {
    const first = await switchedOn(tablet, url('/photos/holiday'));
    // The worker's store and the browser's own cache: as on a tablet that has not come to storing the album yet.
    await first.evaluate(async () => {
      for (const name of await caches.keys()) if (name.includes(':images:')) await caches.delete(name);
    });
    await (await tablet.session(first)).send('Network.clearBrowserCache');
    await tablet.switchOff();
    const page = await tablet.switchOn();
    await page.clock.install();
    await page.goto(url('/photos/holiday', '&slideshow=true'), { waitUntil: 'commit' });
    const sentence = page.getByText('No photos of this album are stored on this tablet yet.');
    await expect(sentence).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('timer')).toBeVisible();
    const text = await sentence.boundingBox();
    expect(text && text.y + text.height <= 768 && text.height >= 20, 'it is read from afar').toBe(true);
    await road.turn('fine');
    // When no photo could be shown, the slideshow pauses before it begins anew.
    await expect(async () => {
      await page.clock.fastForward(ALL_BROKEN_PAUSE_MS);
      await expect.poll(() => photoOnScreen(page), { timeout: 5_000 }).not.toBe('');
    }).toPass();
    await expect(sentence).toBeHidden();
  });

  await test.step('a script that the browser has dropped comes from the server, and is stored again', async () => {
    const page = await switchedOn(tablet, url('/clock'));
    await controlled(page);
    // A worker that reaches the server stores the file again before the next start.
    await road.turn('dead');
    const [dropped = '', ...more] = await page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes('precache-v'));
      const cache = await caches.open(name ?? '');
      const requests = (await cache.keys()).filter(({ url: asked }) => /\/assets\/wall-.*\.js$/.test(asked));
      await Promise.all(requests.map((request) => cache.delete(request)));
      return requests.map(({ url: asked }) => asked);
    });
    expect(more).toEqual([]);
    await tablet.switchOff();
    await road.turn('fine');
    const started = await switchedOn(tablet, url('/clock'));
    await expect(started.locator('main .clock-face')).toBeVisible();
    const file = dropped.replace(/.*\//, '');
    expect(await scriptSources(started)).toContainEqual({ file, source: 'cache, then network' });
    const isStored = () => started.evaluate(async (asked) => (await caches.match(asked)) !== undefined, dropped);
    await expect.poll(isStored).toBe(true);
  });
});
