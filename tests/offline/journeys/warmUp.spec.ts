import { imagePath } from '#contract/paths.ts';
import { storedImages } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';

// The album on screen is brought in quietly: behind the screen and the person, a few at a time, each image once.

const AT_ONCE = 3;
/** Longer than the warm-up takes a person's last touch to be a sign of one. */
const WELL_AFTER_A_TOUCH_MS = 2_000;

test('the stock gives way to the screen and to the person, and goes on where it was cut off @full', async ({
  page: kiosk,
  road,
  server,
  library,
}) => {
  const { album, photos } = library;
  // When all of this album is there the tablet goes on with the albums of other journeys on this server.
  const asked = (variant: string) =>
    road.asked.filter((line) => line.includes(`/${album.slug}`) && line.includes(`/${variant}/`));
  const mediums = () => asked('medium');
  const thumbnails = () => asked('thumbnail');
  const [last] = photos.slice(-1);
  if (!last) throw new Error('The album has no photos');

  await test.step('behind the images the screen waits for', async () => {
    const thumbnail = imagePath(last, 'thumbnail');
    road.hold = new RegExp(thumbnail);
    // The worker knows what a screen waits for only where it has the page from its start. A page without a key keeps no
    // album in the background meanwhile.
    await kiosk.goto(road.origin);
    await controlled(kiosk);
    await kiosk.addInitScript(() => {
      StorageManager.prototype.persist = () => {
        document.documentElement.dataset.persistence = 'asked for';
        return Promise.resolve(true);
      };
    });
    await kiosk.goto(`${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}`);
    await expect.poll(thumbnails).toContain(`GET ${thumbnail}`);
    await kiosk.waitForTimeout(WELL_AFTER_A_TOUCH_MS);
    expect(mediums()).toEqual([]);
    // A tablet that starts into its album never comes past the kiosk home.
    await expect(kiosk.locator('html')).toHaveAttribute('data-persistence', 'asked for');
  });

  await test.step('a few at a time', async () => {
    road.release();
    road.hold = /\/medium\//;
    await expect.poll(() => mediums().length).toBe(AT_ONCE);
    await kiosk.waitForTimeout(500);
    // Any of the parallel requests may finish first.
    const firstOnes = photos.slice(0, AT_ONCE).map((photo) => `GET ${imagePath(photo, 'medium')}`);
    expect(mediums().toSorted()).toEqual(firstOnes.toSorted());
  });

  await test.step('cut off in the middle, only what is missing is asked for', async () => {
    road.intercept = (request, response) => {
      if (!request.url?.includes('/medium/')) return false;
      response.writeHead(502).end();
      return true;
    };
    road.release();
    await expect(kiosk.getByText(`Storing ${AT_ONCE} of ${photos.length}`)).toBeVisible();
    await expect.poll(() => mediums().length).toBe(photos.length);
    // Thumbnails that came before the worker had the page are brought in behind the other images.
    const storedThumbnails = async () => (await storedImages(kiosk)).filter((url) => url.includes('/thumbnail/'));
    await expect.poll(storedThumbnails).toHaveLength(photos.length);
    road.intercept = undefined;
    road.asked.length = 0;
    await kiosk.reload();
    // Nothing is stored while somebody uses the device.
    for (let touched = 0; touched < 2 * WELL_AFTER_A_TOUCH_MS; touched += 250) {
      await kiosk.mouse.move(200 + touched / 10, 300);
      await kiosk.waitForTimeout(250);
    }
    expect(mediums()).toEqual([]);
    await expect(kiosk.getByText(`Offline ready ${photos.length}/${photos.length}`)).toBeVisible();
    expect(mediums().toSorted()).toEqual(
      photos
        .slice(AT_ONCE)
        .map((photo) => `GET ${imagePath(photo, 'medium')}`)
        .toSorted(),
    );
    expect(thumbnails()).toEqual([]);
  });

  await test.step('and on a phone the bar has room for how far it is', async () => {
    await kiosk.setViewportSize({ width: 390, height: 844 });
    const bar = kiosk.getByRole('banner');
    const status = (await bar.getByText('Offline ready').boundingBox())!;
    for (const part of [bar.getByRole('button', { name: '< Back' }), bar.getByRole('heading')]) {
      const box = (await part.boundingBox())!;
      const isBeside = box.x + box.width <= status.x || box.y + box.height <= status.y;
      expect(isBeside, `${JSON.stringify(box)} leaves room for ${JSON.stringify(status)}`).toBe(true);
    }
  });
});

test('a warm-up whose list failed begins once the list arrives @full', async ({ kiosk, road, server, library }) => {
  const { album, photos } = library;
  const BEGIN_AGAIN_MS = 15_000;
  let refused = 0;
  road.intercept = (request, response) => {
    if (!request.url?.includes('includeChildAlbums')) return false;
    refused += 1;
    response.writeHead(502).end();
    return true;
  };
  await kiosk.clock.install();
  await kiosk.goto(`${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}`);
  await expect.poll(() => refused).toBe(1);
  road.intercept = undefined;
  await expect(async () => {
    await kiosk.clock.fastForward(BEGIN_AGAIN_MS);
    await expect(kiosk.getByText(`Offline ready ${photos.length}/${photos.length}`)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
});
