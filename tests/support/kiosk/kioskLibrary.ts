import sharp from 'sharp';
import type { Album } from '#contract/photos/schemas.ts';
import type { ApiClient, UploadFile } from '#scripts/run/apiClient.ts';

/** Small flat pictures that are told apart by their colour: quick to make, to store and to decode. */
export async function colouredPhotos(
  count: number,
  { first = 0, width = 640, height = 427 } = {},
): Promise<UploadFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const number = first + at;
      const hue = { r: (number * 67) % 256, g: (number * 131 + 90) % 256, b: (number * 29 + 160) % 256 };
      const picture = sharp({ create: { width, height, channels: 3, background: hue } });
      const mark = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ffffff' } })
        .png()
        .toBuffer();
      const bytes = await picture
        .composite([{ input: mark, left: 20 + ((number * 53) % (width - 100)), top: 40 + (number % 5) * 60 }])
        .jpeg({ quality: 80 })
        .toBuffer();
      return { name: `photo-${String(number + 1).padStart(4, '0')}.jpg`, bytes: new Uint8Array(bytes) };
    }),
  );
}

export interface KioskLibrary {
  /** Holds five photos and two albums. */
  trip: Album;
  /** In `trip`: three photos. */
  day: Album;
  /** In `trip`: nothing. */
  empty: Album;
  /** Beside `trip`: one photo. */
  single: Album;
}

/** The albums that the kiosk's tests walk through, still without photos: jsdom's forms cannot upload. */
export async function makeKioskAlbums(api: ApiClient, prefix: string): Promise<KioskLibrary> {
  const slug = (name: string) => `${prefix}-${name}`;
  const trip = await api.createAlbum(`${prefix} Trip`, slug('trip'));
  const day = await api.createAlbum(`${prefix} Day`, slug('day'), trip.id);
  const empty = await api.createAlbum(`${prefix} Empty`, slug('empty'), trip.id);
  const single = await api.createAlbum(`${prefix} Single`, slug('single'));
  return { trip, day, empty, single };
}

/** The same with their photos. `prefix` keeps the albums of specs that share a server apart. */
export async function fillKioskLibrary(api: ApiClient, prefix: string): Promise<KioskLibrary> {
  const library = await makeKioskAlbums(api, prefix);
  await api.upload(library.trip.id, await colouredPhotos(5));
  await api.upload(library.day.id, await colouredPhotos(3, { first: 5 }));
  await api.upload(library.single.id, await colouredPhotos(1, { first: 8 }));
  return library;
}
