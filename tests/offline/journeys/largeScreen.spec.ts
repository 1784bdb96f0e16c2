import { LARGE_IMAGE } from '#contract/paths.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { Tablet } from '#support/browser/tablet.ts';
import { jpeg } from '#support/pictures/images.ts';

// A television is a wall with four times the pixels of most tablets.

const SCREENS = [
  { name: 'a television', pixelRatio: 2, longSide: LARGE_IMAGE.pixels },
  { name: 'a tablet', pixelRatio: 1.25, longSide: 2_048 },
];

for (const { name, pixelRatio, longSide } of SCREENS) {
  test(`${name} keeps images in its own size, and shows them without a network @full`, async ({
    api,
    road,
    server,
  }) => {
    const slug = `large-${pixelRatio * 100}-${process.pid}`;
    const album = await api.createAlbum(`Seen on ${name}`, slug);
    const bytes = Uint8Array.from(await jpeg({ seed: 9, width: 4_000, height: 2_250 }));
    await api.upload(album.id, [{ name: 'wide.jpg', bytes }]);
    const wall = `${road.origin}/circuit-tree/photos/${slug}?apiKey=${encodeURIComponent(server.kioskKey)}`;
    const tablet = new Tablet({ viewport: { width: 1_920, height: 1_080 }, pixelRatio });
    try {
      const page = await tablet.switchOn(wall);
      await expect(page.getByText('Offline ready 1/1')).toBeVisible({ timeout: 20_000 });
      await tablet.switchOff();
      await road.turn('dead');
      const started = await tablet.switchOn(`${wall}&slideshow=true`);
      const photo = started.locator('dialog[open] img[data-front]');
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(longSide);
    } finally {
      await tablet.dispose();
    }
  });
}
