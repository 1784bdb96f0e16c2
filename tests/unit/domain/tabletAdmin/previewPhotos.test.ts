import { expect, it } from 'vitest';
import type { Album } from '#contract/schemas/photos.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { previewPhotos } from '#domain/tabletAdmin/previewPhotos.ts';

const album = (id: string, childAlbums: Album[] = []): Album => {
  const cover = { filename: `${id}.jpg`, albumSlug: id, caption: id };
  return { id, name: id, slug: id, childAlbums, cover };
};
const ALBUMS = [album('a', [album('b')]), { ...album('c'), cover: { filename: 'a.jpg', albumSlug: 'a' } }, album('d')];
const tablet = (fields: Partial<Tablet> = {}) => ({
  report: null,
  albumIds: null,
  settings: DEFAULT_TABLET_SETTINGS,
  ...fields,
});
const names = (fields?: Partial<Tablet>, albums: Album[] = ALBUMS) =>
  previewPhotos(tablet(fields), albums).map(({ filename }) => filename);

it('are covers of what the tablet may see, none twice', () => {
  expect(names()).toEqual(['a.jpg', 'b.jpg']);
  expect(names({ albumIds: ['d'] })).toEqual(['d.jpg']);
  expect(names({ albumIds: ['c', 'd'] })).toEqual(['a.jpg', 'd.jpg']);
  expect(names({ albumIds: [] })).toEqual([]);
});

it('begin with the photo on its screen, with its caption where it is known', () => {
  const report = { path: '/', photo: { filename: 'b.jpg', albumSlug: 'b' } };
  expect(previewPhotos(tablet({ report }), ALBUMS)[0]).toMatchObject({ caption: 'b' });
  expect(names({ report: { path: '/', photo: { filename: 'x.jpg', albumSlug: 'a' } } })).toEqual(['x.jpg', 'a.jpg']);
});

it('begin with the album that the tablet starts with', () => {
  expect(names({ settings: { ...DEFAULT_TABLET_SETTINGS, startsWithAlbumId: 'd' } })).toEqual(['d.jpg', 'a.jpg']);
});
