import { expect, it } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { previewPhotos } from '#domain/tablets/previewPhotos.ts';

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

it('are the cover of an album that the tablet may see', () => {
  expect(names()).toEqual(['a.jpg']);
  expect(names({ albumIds: ['d'] })).toEqual(['d.jpg']);
  expect(names({ albumIds: [] })).toEqual([]);
});

it('begin with the photo on its screen, with its caption where it is known', () => {
  const report = { path: '/', photo: { filename: 'b.jpg', albumSlug: 'b' } };
  expect(previewPhotos(tablet({ report }), ALBUMS)[0]).toMatchObject({ caption: 'b' });
  expect(names({ report: { path: '/', photo: { filename: 'x.jpg', albumSlug: 'a' } } })).toEqual(['x.jpg']);
});

it('begin with the album that the tablet starts with', () => {
  expect(names({ settings: { ...DEFAULT_TABLET_SETTINGS, startsWithAlbumId: 'd' } })).toEqual(['d.jpg']);
});

const sized = (id: string, width: number, height: number): Album => ({
  ...album(id),
  cover: { filename: `${id}.jpg`, albumSlug: id, width, height },
});

it('stand side by side only where they are upright, as on the wall', () => {
  const pairs = { settings: { ...DEFAULT_TABLET_SETTINGS, pairs: true } };
  const wide = sized('wide', 4, 3);
  const [tall, taller] = [sized('tall', 3, 4), sized('taller', 2, 4)];
  expect(names(pairs, [wide, tall, taller])).toEqual(['tall.jpg', 'taller.jpg']);
  expect(names(pairs, [wide, tall, tall, sized('square', 3, 3)])).toEqual(['wide.jpg']);
  expect(names(pairs)).toEqual(['a.jpg']);
  expect(names({}, [tall, taller])).toEqual(['tall.jpg']);
});
