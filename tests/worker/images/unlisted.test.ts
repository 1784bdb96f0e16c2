import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { photosByAlbum, unlistedFiles } from '#sw/api/dropUnlisted.ts';
import { albumsOfTree } from '#sw/newestTree.ts';

const photo = (albumSlug: string, filename: string): Photo => ({ albumSlug, filename });
const imagesOf = (one: Photo) =>
  (['medium', 'thumbnail'] as const).map((variant) => `https://photos.home/assets${imagePath(one, variant)}`);

describe('unlistedFiles', () => {
  it('are both sizes of what its album no longer has, and nothing of albums that the list does not name', () => {
    const stored = [photo('a', '1.jpg'), photo('a', 'gone.jpg'), photo('b', 'other.jpg'), photo('a b', 'é.jpg')];
    const listed = photosByAlbum([photo('a', '1.jpg'), photo('a', 'new.jpg'), photo('a b', 'é.jpg')]);
    expect(unlistedFiles(stored.flatMap(imagesOf), listed)).toEqual(imagesOf(photo('a', 'gone.jpg')));
  });

  it('are all images of an album that is known to be empty', () => {
    const stored = imagesOf(photo('a', '1.jpg'));
    expect(unlistedFiles(stored, new Map([['a', new Set<string>()]]))).toEqual(stored);
  });

  it('leave out whatever is no image, and survive what is no photo in a list', () => {
    const listed = photosByAlbum([null, 'photo', 7, photo('a', '1.jpg')]);
    expect(unlistedFiles(['https://photos.home/photos/a/large/2.jpg', 'https://photos.home/a'], listed)).toEqual([]);
  });

  it('are never listed, and never of an album without a listed photo', () => {
    const photos = fc.array(
      fc.record({ albumSlug: fc.constantFrom('a', 'b', 'c'), filename: fc.constantFrom('1.jpg', '2.jpg', '3.jpg') }),
    );
    fc.assert(
      fc.property(photos, photos, (stored, list) => {
        const dropped = unlistedFiles(stored.flatMap(imagesOf), photosByAlbum(list));
        const isSame = (one: Photo, other: Photo) => imagesOf(one)[0] === imagesOf(other)[0];
        const expected = stored.filter(
          (one) => list.some(({ albumSlug }) => albumSlug === one.albumSlug) && !list.some((kept) => isSame(one, kept)),
        );
        expect(dropped).toEqual(expected.flatMap(imagesOf));
      }),
    );
  });
});

it('albumsOfTree finds albums at any depth', () => {
  let deep: unknown[] = [];
  for (let id = 0; id < 20_000; id += 1) deep = [{ id: `${id}`, slug: `s${id}`, childAlbums: deep }];
  const found = albumsOfTree([...deep, { id: 'x', slug: 'y' }, null]);
  expect(found).toHaveLength(20_001);
  expect(found).toContainEqual({ id: 'x', slug: 'y' });
});
