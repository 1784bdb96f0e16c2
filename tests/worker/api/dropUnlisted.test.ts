import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';
import { storeResponse } from '#sw/api/responseStore.ts';
import { dropUnlisted } from '#sw/api/dropUnlisted.ts';
import { hashOfKey, imagesCacheName } from '#sw/cacheNames.ts';
import { forgetTree } from '#sw/newestTree.ts';
import { storeImage } from '#sw/images/imageStore.ts';
import { acceptAgain, forgetKey } from '#sw/keys/endedKeys.ts';
import { ORIGIN, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

let scope: ReturnType<typeof stubWorkerScope>;
let keyHash: string;
beforeEach(async () => {
  scope = stubWorkerScope();
  keyHash = await hashOfKey('key');
});
afterEach(() => {
  acceptAgain(keyHash);
  forgetTree(keyHash);
  vi.unstubAllGlobals();
});

const photo = (albumSlug: string, number: number): Photo => ({ albumSlug, filename: `${number}.jpg` });
const TREE = [
  { id: 'A', slug: 'a', childAlbums: [{ id: 'B', slug: 'b', childAlbums: [] }] },
  { id: 'C', slug: 'c', childAlbums: [] },
];

async function storePhotos(...photos: Photo[]): Promise<void> {
  for (const one of photos) {
    for (const variant of ['medium', 'thumbnail'] as const) {
      const place = { keyHash, albumSlug: one.albumSlug, url: ORIGIN + imagePath(one, variant) };
      await storeImage(place, new Response('bytes', { headers: { 'Content-Type': 'image/jpeg' } }));
    }
  }
}

function storedUrls(): string[] {
  return [...scope.caches.all.values()].flatMap((cache) => Array.from(cache.stored.keys()));
}

/** `album/number` of every photo of which anything is stored. */
function stored(): string[] {
  const urls = storedUrls();
  const photos = urls.flatMap(
    (url) => /\/photos\/(\w+)\/(?:medium|thumbnail)\/(\d+)\.jpg$/.exec(url)?.slice(1).join('/') ?? [],
  );
  return [...new Set(photos)].sort();
}

/** A list as it came from the server just now, stored and then heard. */
async function arrives(name: string, list: unknown): Promise<void> {
  const request = new Request(`${ORIGIN}/photos/${name}`);
  const body = JSON.stringify(list);
  await storeResponse({ keyHash, name }, new Response(body));
  await dropUnlisted({ keyHash, name, request }, body);
}

describe('a fresh list', () => {
  beforeEach(async () => {
    await storePhotos(photo('a', 1), photo('a', 2), photo('b', 3), photo('b', 4), photo('c', 5));
    await arrives('albums', TREE);
  });

  it('of an album and those below it takes away what each of them no longer has', async () => {
    await arrives('albums/A/photos?includeChildAlbums=true', [photo('a', 1), photo('b', 4)]);
    expect(stored()).toEqual(['a/1', 'b/4', 'c/5']);
  });

  it('a list of one album alone evicts nothing of the albums below it', async () => {
    await arrives('albums/A/photos', [photo('a', 2)]);
    expect(stored()).toEqual(['a/2', 'b/3', 'b/4', 'c/5']);
  });

  it('that waited takes away nothing that a newer one names (walls: seed 11378)', async () => {
    const withAlbum = [...TREE, { id: 'D', slug: 'd', childAlbums: [] }];
    await arrives('albums', withAlbum);
    await storePhotos(photo('d', 6));
    await Promise.all([
      arrives('albums', TREE),
      arrives('albums/A/photos', [photo('a', 1)]),
      arrives('albums', withAlbum),
      arrives('albums/A/photos?includeChildAlbums=true', [photo('a', 1), photo('a', 2), photo('b', 4)]),
    ]);
    expect(stored()).toEqual(['a/1', 'a/2', 'b/4', 'c/5', 'd/6']);
  });

  it('that is empty is about its own album', async () => {
    await arrives('albums/B/photos', []);
    expect(stored()).toEqual(['a/1', 'a/2', 'c/5']);
  });

  it('that is empty means nothing when nobody knows which album it is', async () => {
    await arrives('albums/Z/photos', []);
    expect(stored()).toHaveLength(5);
  });

  it('of which only a part was asked for means nothing', async () => {
    await arrives('albums/A/photos?month=2024-07', [photo('a', 1)]);
    expect(stored()).toHaveLength(5);
  });

  it('is no outline, which names only the first photos', async () => {
    await arrives('albums/A/outline', { count: 2, months: [], photos: [photo('a', 1)] });
    expect(stored()).toHaveLength(5);
  });

  it('of albums takes the outlines of those that are gone along', async () => {
    await arrives('albums/C/outline', { count: 1, months: [], photos: [photo('c', 5)] });
    await arrives('albums', TREE.slice(0, 1));
    expect(storedUrls().filter((url) => url.includes('outline'))).toEqual([]);
  });

  it('that names no photos of a kind anybody knows means nothing', async () => {
    await arrives('albums/A/photos', { photos: [] });
    await arrives('key-check', { valid: true, installation: 'here' });
    expect(stored()).toHaveLength(5);
  });

  it('is heard once, and again when it is another one', async () => {
    const list = [photo('a', 1), photo('a', 2)];
    await arrives('albums/A/photos', list);
    await storePhotos(photo('a', 9));
    await arrives('albums/A/photos', list);
    expect(stored()).toContain('a/9');
    await arrives('albums/A/photos', [...list, photo('a', 10)]);
    expect(stored()).not.toContain('a/9');
  });

  it('that could not be noted as heard is heard again', async () => {
    scope.caches.beforePut = () => Promise.reject(new Error('Broken'));
    await arrives('albums/A/photos', [photo('a', 1)]);
    scope.caches.beforePut = () => undefined;
    await storePhotos(photo('a', 9));
    await arrives('albums/A/photos', [photo('a', 1)]);
    expect(stored()).not.toContain('a/9');
  });

  it('for one key leaves another key’s photos alone', async () => {
    const other = await hashOfKey('other');
    const place = { keyHash: other, albumSlug: 'a', url: `${ORIGIN}${imagePath(photo('a', 7), 'medium')}` };
    await storeImage(place, new Response('bytes', { headers: { 'Content-Type': 'image/jpeg' } }));
    await arrives('albums/A/photos', [photo('a', 1)]);
    await arrives('albums', []);
    expect(stored()).toEqual(['a/7']);
  });

  it('stores nothing for a key that was revoked meanwhile', async () => {
    await forgetKey(keyHash);
    await dropUnlisted({ keyHash, name: 'albums', request: new Request(`${ORIGIN}/photos/albums`) }, '[]');
    expect(await scope.caches.keys()).toEqual([]);
  });
});

describe('an album that was taken away', () => {
  const WITHOUT_C = TREE.slice(0, 1);
  beforeEach(async () => {
    await arrives('albums', TREE);
    await storePhotos(photo('a', 1), photo('c', 5));
  });

  it('gets no image of a page that has not heard of it yet', async () => {
    await arrives('albums', WITHOUT_C);
    await storePhotos(photo('a', 2), photo('c', 5));
    expect(stored()).toEqual(['a/1', 'a/2']);
    await arrives('albums', TREE);
    await storePhotos(photo('c', 5));
    expect(stored()).toEqual(['a/1', 'a/2', 'c/5']);
  });

  it('gets no image whose writing began before', async () => {
    const open = scope.caches.open.bind(scope.caches);
    let arrival: Promise<void> | undefined;
    scope.caches.open = async (name) => {
      // The list's arrival opens it too, to delete it.
      if (name === imagesCacheName(keyHash, 'c') && !arrival) {
        arrival = arrives('albums', WITHOUT_C);
        await arrival;
      }
      return open(name);
    };
    await storePhotos(photo('c', 6));
    expect(stored()).toEqual(['a/1']);
  });

  it('gets no list that was asked for before', async () => {
    await arrives('albums', WITHOUT_C);
    for (const list of ['photos', 'photos?includeChildAlbums=true', 'outline'])
      await arrives(`albums/C/${list}`, [photo('c', 5)]);
    await arrives('albums/B/photos', [photo('b', 3)]);
    expect(storedUrls().filter((url) => url.includes('/albums/C/'))).toEqual([]);
    expect(storedUrls().filter((url) => url.includes('/albums/B/photos'))).toHaveLength(2);
  });
});

it('an album that is gone from the tree goes with its photos and its lists', async () => {
  await storePhotos(photo('a', 1), photo('b', 3), photo('c', 5));
  await arrives('albums', TREE);
  await arrives('albums/B/photos', [photo('b', 3)]);
  await arrives('albums/C/photos', [photo('c', 5)]);
  await arrives('albums/C/photos?includeChildAlbums=true', [photo('c', 5)]);
  await arrives('albums', TREE.slice(0, 1));
  expect(stored()).toEqual(['a/1', 'b/3']);
  const lists = storedUrls();
  expect(lists.filter((url) => url.includes('/albums/C/'))).toEqual([]);
  expect(lists.filter((url) => url.includes('/albums/B/photos'))).toHaveLength(2);
});
