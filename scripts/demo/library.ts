import type { Album } from '#contract/photos/schemas.ts';
import { ApiClient } from '../run/apiClient.ts';
import type { PaletteName } from './landscape.ts';
import { paintPhoto, planPhotos } from './photos.ts';

interface DemoAlbum {
  name: string;
  slug: string;
  photos: number;
  moods?: PaletteName[];
  children?: DemoAlbum[];
}

const ALBUMS: DemoAlbum[] = [
  {
    name: 'Summer by the lake',
    slug: 'summer-by-the-lake',
    photos: 12,
    moods: ['noon', 'dawn', 'dusk'],
    children: [
      { name: 'First morning', slug: 'first-morning', photos: 5, moods: ['dawn', 'mist'] },
      { name: 'Evenings on the jetty', slug: 'evenings-on-the-jetty', photos: 6, moods: ['dusk', 'night'] },
    ],
  },
  {
    name: 'Iceland',
    slug: 'iceland',
    photos: 9,
    moods: ['mist', 'night', 'noon'],
    children: [{ name: 'Northern nights', slug: 'northern-nights', photos: 4, moods: ['night'] }],
  },
  { name: 'Autumn walks', slug: 'autumn-walks', photos: 8, moods: ['autumn', 'mist'] },
  { name: 'Club evenings', slug: 'club-evenings', photos: 5, moods: ['dusk', 'night'] },
  { name: 'Still to be filled', slug: 'still-to-be-filled', photos: 0 },
];

/** Fills an empty server with painted albums over its HTTP API, parents before children. */
export async function fillLibrary(api: ApiClient): Promise<void> {
  for (const album of ALBUMS) await fillAlbum(api, album);
}

async function fillAlbum(api: ApiClient, album: DemoAlbum, parent?: Album): Promise<void> {
  const created = await api.createAlbum(album.name, album.slug, parent?.id);
  for (const photo of planPhotos(album.slug, album.photos, album.moods)) {
    await api.upload(created.id, [{ name: photo.name, bytes: await paintPhoto(photo) }]);
  }
  for (const child of album.children ?? []) await fillAlbum(api, child, created);
}
