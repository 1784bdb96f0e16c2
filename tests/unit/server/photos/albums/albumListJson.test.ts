import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedAlbum } from '#server/photos/albums/albumRepository.ts';
import { AlbumListJson } from '#server/photos/albums/albumTree.ts';
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

test('however albums change, the list that knows the one before is the one that is written anew', () => {
  const number = integer({ min: 0, max: ALBUMS - 1 });
  const change = record({ kind: constantFrom(...Object.values(CHANGES)), index: number, value: number });
  const steps = array(array(change, { maxLength: 4 }), { maxLength: 8 });
  assert(
    property(steps, (rounds) => {
      let albums = Array.from({ length: ALBUMS }, (_, index) => album(index));
      const list = new AlbumListJson();
      for (const changes of [[], ...rounds]) {
        // Rows in the database's form: other objects each time, apart from the photos.
        albums = albums.map((one) => Object.assign({}, one));
        for (const { kind, index, value } of changes) Object.assign(albums[index]!, kind(albums[index]!, value));
        expect(list.of(albums)).toBe(new AlbumListJson().of(albums));
      }
    }),
  );
});

test.each(Object.keys(CHANGES))('another %s is in the list', (kind) => {
  const albums = Array.from({ length: ALBUMS }, (_, index) => album(index));
  const list = new AlbumListJson();
  const before = list.of(albums);
  const changed = albums.map((one) => (one.id === '5' ? Object.assign({}, one, CHANGES[kind]!(one, 1)) : one));
  const after = list.of(changed);
  expect(after).not.toBe(before);
  expect(after).toBe(new AlbumListJson().of(changed));
});

test('albums that nest deeper than any stack are written, and written again', () => {
  const depth = 20_000;
  const chain = Array.from({ length: depth }, (_, index) =>
    Object.assign(album(index), { parentId: index === 0 ? null : String(index - 1) }),
  );
  const list = new AlbumListJson();
  const json = list.of(chain);
  expect(json.match(/"childAlbums"/g)).toHaveLength(depth);
  expect(list.of(chain)).toBe(json);
  chain[depth - 1] = { ...chain[depth - 1]!, name: 'At the bottom' };
  expect(list.of(chain)).toContain('At the bottom');
});
