import { expect, test } from 'vitest';
import type { ListedAlbum } from '#server/photos/albums/albumRepository.ts';
import { albumListJson } from '#server/photos/albums/albumTree.ts';
import type { ListedPhoto } from '#server/photos/albums/photoQueries.ts';

const ALBUMS = 12;

function photo(albumId: string, filename: string): ListedPhoto {
  return {
    id: 1,
    albumId,
    filename,
    caption: '',
    hidden: 0,
    takenAt: null,
    width: 3,
    height: 2,
    rotation: 0,
    focusFound: null,
    focusChosen: null,
    companions: null,
    version: 0,
    originalFilename: filename,
    sortTime: 0,
    uploadOrder: 0,
    position: null,
  };
}

function album(index: number): ListedAlbum {
  return {
    id: String(index),
    name: `Album ${index}`,
    slug: `album-${index}`,
    // Three at the top, and three below each of the first ones.
    parentId: index < 3 ? null : String(Math.floor(index / 3) - 1),
    order: 'taken',
    version: 0,
    position: null,
    photoCount: 1,
    firstPhoto: index % 4 ? photo(String(index), `first-${index}.jpg`) : undefined,
    chosenCover: undefined,
    formerSlugs: [],
  };
}

/** Every field that a list shows, and where an album stands. */
const CHANGES: Record<string, (album: ListedAlbum, value: number) => Partial<ListedAlbum>> = {
  name: (_album, value) => ({ name: `Name ${value}` }),
  slug: ({ id }, value) => ({ slug: `slug-${id}-${value}` }),
  count: (_album, value) => ({ photoCount: value + 2 }),
  order: () => ({ order: 'manual' }),
  version: ({ version }) => ({ version: version + 1 }),
  position: (_album, value) => ({ position: value }),
  'first photo': ({ id }, value) => ({ firstPhoto: photo(id, `other-${value}.jpg`) }),
  'no photo': () => ({ firstPhoto: undefined, photoCount: 0 }),
  cover: ({ id }, value) => ({ chosenCover: photo(value % 2 ? id : String(value), `chosen-${value}.jpg`) }),
  'former slug': (_album, value) => ({ formerSlugs: [`former-${value}`] }),
  // Only below one with a lower number, so that no album is below itself.
  parent: ({ id }, value) => ({ parentId: value < Number(id) ? String(value) : null }),
};

test.each(Object.keys(CHANGES))('another %s is in the list', (kind) => {
  const albums = Array.from({ length: ALBUMS }, (_, index) => album(index));
  const before = albumListJson(albums);
  const changed = albums.map((one) => (one.id === '5' ? Object.assign({}, one, CHANGES[kind]!(one, 1)) : one));
  expect(albumListJson(changed)).not.toBe(before);
});

test('albums that nest deeper than any stack are written', () => {
  const depth = 20_000;
  const chain = Array.from({ length: depth }, (_, index) =>
    Object.assign(album(index), { parentId: index === 0 ? null : String(index - 1) }),
  );
  const json = albumListJson(chain);
  expect(json.match(/"childAlbums"/g)).toHaveLength(depth);
  expect(json).toContain('"name":"Album 19999"');
});
