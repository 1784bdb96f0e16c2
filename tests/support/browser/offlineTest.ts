import type { Page } from '@playwright/test';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { test as base } from './e2e.ts';
import { jpeg } from '../pictures/images.ts';
import { NetworkConditions } from './networkConditions.ts';
import { Tablet, controlled } from './tablet.ts';

export interface Library {
  album: Album;
  /** In `album`: the last of its slideshow's photos. */
  below: Album;
  /** The photos of the album and everything below it, in its slideshow's order. */
  photos: Photo[];
  /** Paths of both images of every photo. */
  images: string[];
}

interface Fixtures {
  /** Bad weather at will in front of the server. */
  road: NetworkConditions;
  /** A kiosk page with its worker. */
  kiosk: Page;
  /** A device with a browser of its own, still off. */
  tablet: Tablet;
}

/** More photos than a slideshow keeps at hand around the one on screen. */
const PHOTO_SEEDS = [1, 2, 3, 4, 5, 6, 7];

/** A real server with an album, a road to it, and devices on the road. */
export const test = base.extend<Fixtures, { library: Library }>({
  library: [
    async ({ api }, provide) => {
      const album = await api.createAlbum('Holiday', `offline-${process.pid}`);
      const files = await Promise.all(
        PHOTO_SEEDS.map(async (seed) => ({
          name: `${seed}.jpg`,
          bytes: Uint8Array.from(await jpeg({ seed, width: 640, height: 480 })),
        })),
      );
      const below = await api.createAlbum('Evening', `offline-${process.pid}-evening`, album.id);
      const own = await api.upload(album.id, files.slice(0, -1));
      const photos = [...own.photos, ...(await api.upload(below.id, files.slice(-1))).photos];
      const images = photos.flatMap((photo) => [imagePath(photo, 'medium'), imagePath(photo, 'thumbnail')]);
      await provide({ album, below, photos, images });
    },
    { scope: 'worker' },
  ],
  road: async ({ server }, provide) => {
    const road = await new NetworkConditions(server.origin).start();
    await provide(road);
    await road.close();
  },
  kiosk: async ({ page, road, server }, provide) => {
    await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
    await controlled(page);
    await provide(page);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  tablet: async ({}, provide) => {
    const tablet = new Tablet();
    await provide(tablet);
    await tablet.dispose();
  },
});
