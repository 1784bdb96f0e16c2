import type { Page } from '@playwright/test';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { API_KEY_HEADER, API_PATHS } from '#contract/paths.ts';
import { storedImages, storedLists } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { expectOnScreen, stage } from '#support/kiosk/slideshowPage.ts';

/** `slug/filename` of every photo of which the device stores an image, in its worker's caches. */
async function storedPhotos(page: Page): Promise<string[]> {
  const names = (await storedImages(page)).map((url) => {
    const [, slug, , filename] = new URL(url).pathname.split('/').slice(1);
    return `${slug}/${decodeURIComponent(filename ?? '')}`;
  });
  return [...new Set(names)].sort();
}

const namesOf = (photos: readonly Photo[]) =>
  photos.map(({ albumSlug, filename }) => `${albumSlug}/${filename}`).sort();

test('what is deleted on the server leaves the wall, its slideshow and its store, and nothing else does @full', async ({
  kiosk,
  road,
  server,
  library,
}) => {
  const { album, below } = library;
  let photos = library.photos;
  const headers = { [API_KEY_HEADER]: server.kioskKey };
  const asked = await fetch(server.origin + API_PATHS.albums, { headers });
  const all: Album[] = JSON.parse(await asked.text());
  // The server has albums of other tests too, whose covers the page of albums would store.
  let tree = all.filter(({ id }) => id === album.id);
  /** The server's lists, without what is deleted. */
  road.intercept = ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, road.origin);
    const id = /^\/photos\/albums\/([^/]+)\/photos$/.exec(pathname)?.[1];
    if (id === undefined && pathname !== API_PATHS.albums) return false;
    const isAll = searchParams.get('includeChildAlbums') === 'true';
    const slugs = [album, below].filter((one) => one.id === id || isAll).map(({ slug }) => slug);
    const list = id === undefined ? tree : photos.filter(({ albumSlug }) => slugs.includes(albumSlug));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(list));
    return true;
  };
  const address = `${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}`;
  const own = () => photos.filter(({ albumSlug }) => albumSlug === album.slug);

  await test.step('all is stored', async () => {
    await kiosk.clock.install();
    await kiosk.goto(address);
    await expect(async () => {
      await kiosk.clock.fastForward(2_000);
      await expect(kiosk.getByText(`Offline ready ${photos.length}/${photos.length}`)).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await storedPhotos(kiosk)).toEqual(namesOf(photos));
  });

  await test.step('the slideshow moves on from a photo that is deleted, before its time is over', async () => {
    await kiosk.clock.fastForward('04:20');
    await kiosk.getByRole('button', { name: 'Photo 3', exact: true }).click();
    await expectOnScreen(kiosk, 3, own().length);
    const [gone, next] = own().slice(2);
    photos = photos.filter((photo) => photo !== gone);
    // The lists are refreshed five minutes after they were loaded.
    await expect(async () => {
      await kiosk.clock.fastForward(10_000);
      await expect(stage(kiosk)).toHaveAccessibleName(/^Photo 3 of 5\./, { timeout: 1_000 });
    }).toPass();
    await expectOnScreen(kiosk, 3, own().length);
    const front = kiosk.locator('dialog img[data-front]');
    await expect(front).toHaveAttribute('src', new RegExp(next!.filename));
    await expect.poll(() => storedPhotos(kiosk)).toEqual(namesOf(photos));
  });

  await test.step('an album that is deleted goes as a whole', async () => {
    photos = own();
    tree = [{ ...album, childAlbums: [] }];
    await kiosk.goto(address);
    await expect.poll(() => storedPhotos(kiosk)).toEqual(namesOf(photos));
    const listsOf = async ({ id }: { id: string }) => (await storedLists(kiosk)).filter((url) => url.includes(id));
    // The lists go after the photos.
    await expect.poll(() => listsOf(below)).toEqual([]);
    expect((await listsOf(album)).length).toBeGreaterThan(0);
  });

  await test.step('and without a server nothing more goes, and nothing comes back', async () => {
    road.intercept = undefined;
    for (const weather of ['dead', 'not found'] as const) {
      await road.turn(weather);
      await kiosk.reload();
      await controlled(kiosk);
      await expect(stage(kiosk)).toHaveAccessibleName(/^Photo \d of 5\./);
      expect(await storedPhotos(kiosk)).toEqual(namesOf(photos));
    }
  });
});
