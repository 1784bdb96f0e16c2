import type { Page } from '@playwright/test';
import type { Album, Photo } from '../../src/contract/entities.ts';
import { imagePath } from '../../src/contract/paths.ts';
import { test as base } from './e2e.ts';
import { jpeg } from './images.ts';
import { controlled } from './tablet.ts';
import { Road } from './road.ts';

interface Library {
  album: Album;
  photos: Photo[];
  /** Paths of both images of every photo. */
  images: string[];
}

/** A real server with an album, bad weather at will in front of it, and a kiosk page with its worker. */
export const test = base.extend<{ road: Road; kiosk: Page }, { library: Library }>({
  library: [
    async ({ api }, provide) => {
      const album = await api.createAlbum('Holiday', `offline-${process.pid}`);
      const files = await Promise.all(
        [1, 2, 3, 4].map(async (seed) => ({
          name: `${seed}.jpg`,
          bytes: Uint8Array.from(await jpeg({ seed, width: 640, height: 480 })),
        })),
      );
      const { photos } = await api.upload(album.id, files);
      const images = photos.flatMap((photo) => [imagePath(photo, 'medium'), imagePath(photo, 'thumbnail')]);
      await provide({ album, photos, images });
    },
    { scope: 'worker' },
  ],
  road: async ({ server }, provide) => {
    const road = await new Road(server.origin).start();
    await provide(road);
    await road.close();
  },
  kiosk: async ({ page, road, server }, provide) => {
    await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
    await controlled(page);
    await provide(page);
  },
});
