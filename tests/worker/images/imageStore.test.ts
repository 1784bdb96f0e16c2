import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashOfKey, imagesCacheName } from '#sw/cacheNames.ts';
import { albumsShown, hasSpaceToWarm, storedImage, storeImage } from '#sw/images/imageStore.ts';
import { acceptAgain, forgetKey } from '#sw/keys/endedKeys.ts';
import { MemoryClient, quotaError, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

let scope: ReturnType<typeof stubWorkerScope>;
let keyHash: string;
beforeEach(async () => {
  scope = stubWorkerScope();
  records.all.clear();
  records.isBroken = false;
  keyHash = await hashOfKey('key');
});
afterEach(() => {
  acceptAgain(keyHash);
  vi.unstubAllGlobals();
});

function place(albumSlug = 'a', file = 'x') {
  return { keyHash, albumSlug, url: `https://photos.home/photos/${albumSlug}/medium/${file}.jpg` };
}

const jpeg = () => new Response('bytes', { headers: { 'Content-Type': 'image/jpeg', ETag: '"x"' } });

/** Stores an image of each album while there is space. */
async function fill(...slugs: string[]): Promise<void> {
  for (const slug of slugs) expect(await storeImage(place(slug), jpeg())).toBe('stored');
}

async function storedAlbums(): Promise<string[]> {
  return (await scope.caches.keys()).map((name) => name.split(':')[3] ?? name);
}

/** Storing fails for want of space as long as more than so many albums are there. */
function allowAlbums(most: number): void {
  scope.caches.beforePut = () => {
    if (scope.caches.all.size > most) throw quotaError();
  };
}

describe('a stored image', () => {
  it('is found again under its key and its album, with its type alone', async () => {
    expect(await storedImage(place())).toBeUndefined();
    expect(await storeImage(place(), jpeg())).toBe('stored');
    const image = await storedImage(place());
    expect(await image?.text()).toBe('bytes');
    expect(Object.fromEntries(image?.headers ?? [])).toEqual({ 'content-type': 'image/jpeg' });
    expect(await storedImage({ ...place(), keyHash: 'bb' })).toBeUndefined();
    expect(await storedImage({ ...place(), albumSlug: 'b' })).toBeUndefined();
    expect(await scope.caches.keys()).toEqual([imagesCacheName(keyHash, 'a')]);
  });

  it('is not one for a key that is revoked', async () => {
    await forgetKey(keyHash);
    expect(await storeImage(place(), jpeg())).toBe('failed');
    expect(await storedAlbums()).toEqual([]);
  });

  it('does not stay when the key is revoked while it is written', async () => {
    scope.caches.beforePut = () => forgetKey(keyHash);
    await storeImage(place(), jpeg());
    expect(await storedAlbums()).toEqual([]);
  });

  it('is absent, without an error, when storing fails', async () => {
    scope.caches.beforePut = () => {
      throw new Error('Broken');
    };
    await scope.caches.open(imagesCacheName(keyHash, 'other'));
    expect(await storeImage(place(), jpeg())).toBe('failed');
    expect(await storedAlbums()).toContain('other');
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(new Error('Cut off')) }));
    expect(await storeImage(place(), broken)).toBe('failed');
  });
});

describe('when the disk is full', () => {
  it('the least recently shown album makes way', async () => {
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await fill('old', 'recent', 'never');
    await albumsShown('one', ['old']);
    await albumsShown('one', ['recent']);
    await albumsShown('one', []);
    allowAlbums(3);
    expect(await storeImage(place('new'), jpeg())).toBe('stored');
    expect(await storedAlbums()).toEqual(['old', 'recent', 'new']);
    expect(await storeImage(place('newer'), jpeg())).toBe('stored');
    expect(await storedAlbums()).not.toContain('new');
    expect(await storedAlbums()).toContain('old');
  });

  it('evicts no image that is on a screen', async () => {
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await fill('a', 'b');
    await albumsShown('one', ['a', 'b', 'c']);
    allowAlbums(2);
    expect(await storeImage(place('c'), jpeg())).toBe('full');
    expect(await storedAlbums()).toEqual(['a', 'b', 'c']);
  });

  it('nothing makes way for an image that nobody looks at, of an album that is kept in spare space', async () => {
    await fill('a', 'b');
    allowAlbums(2);
    expect(await storeImage(place('c'), jpeg(), false)).toBe('full');
    expect(await storedAlbums()).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('at most three albums make way for one image', async () => {
    await fill('a', 'b', 'c', 'd', 'e');
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await albumsShown('one', ['new']);
    scope.caches.beforePut = () => {
      throw quotaError();
    };
    expect(await storeImage(place('new'), jpeg())).toBe('full');
    expect(await storedAlbums()).toEqual(['d', 'e', 'new']);
  });

  it('one album makes way for several images that find no space at once', async () => {
    await fill('a', 'b', 'c');
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await albumsShown('one', ['new']);
    await scope.caches.open(imagesCacheName(keyHash, 'new'));
    allowAlbums(3);
    const images = ['x', 'y', 'z'].map((file) => storeImage(place('new', file), jpeg()));
    expect(await Promise.all(images)).toEqual(['stored', 'stored', 'stored']);
    expect(await storedAlbums()).toEqual(['b', 'c', 'new']);
  });

  it('three may be just enough', async () => {
    await fill('a', 'b', 'c', 'd');
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await albumsShown('one', ['new']);
    allowAlbums(2);
    expect(await storeImage(place('new'), jpeg())).toBe('stored');
    expect(await storedAlbums()).toEqual(['d', 'new']);
  });

  it('an album makes way also when nobody knows which was shown', async () => {
    await fill('a');
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await albumsShown('one', ['new']);
    records.isBroken = true;
    allowAlbums(1);
    expect(await storeImage(place('new'), jpeg())).toBe('stored');
    expect(await storedAlbums()).toEqual(['new']);
  });
});

describe('the albums a page shows', () => {
  it('are noted under its key, in their order', async () => {
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    await albumsShown('one', ['parent', 'child']);
    expect(records.all.get('albums-shown')).toEqual({ [`${keyHash}/parent`]: 2, [`${keyHash}/child`]: 1 });
  });

  it('are not noted for a page without a key, and not when that fails', async () => {
    await albumsShown('unknown', ['a']);
    expect(records.all.size).toBe(0);
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
    records.isBroken = true;
    await expect(albumsShown('one', ['a'])).resolves.toBeUndefined();
  });
});

describe('space for the warm-up', () => {
  it('exists below four fifths of the quota, without evicting an album', async () => {
    await fill('a');
    scope.estimate = { usage: 50, quota: 100 };
    expect(await hasSpaceToWarm()).toBe(true);
    expect(await storedAlbums()).toEqual(['a']);
  });

  it('is made by one album, if that is enough', async () => {
    await fill('a', 'b');
    scope.estimate = { usage: 90, quota: 100 };
    scope.caches.delete = async (name) => {
      scope.estimate = { usage: 40, quota: 100 };
      return scope.caches.all.delete(name);
    };
    expect(await hasSpaceToWarm()).toBe(true);
    expect(await storedAlbums()).toEqual(['b']);
  });

  it('is not made by a second one: the estimate may lag behind', async () => {
    await fill('a', 'b');
    scope.estimate = { usage: 90, quota: 100 };
    expect(await hasSpaceToWarm()).toBe(false);
    expect(await storedAlbums()).toEqual(['b']);
  });

  it('is made by one album for all who ask at once, and by another for those who ask later', async () => {
    await fill('a', 'b', 'c');
    scope.estimate = { usage: 90, quota: 100 };
    expect(await Promise.all([hasSpaceToWarm(), hasSpaceToWarm(), hasSpaceToWarm()])).toEqual([false, false, false]);
    expect(await storedAlbums()).toEqual(['b', 'c']);
    await hasSpaceToWarm();
    expect(await storedAlbums()).toEqual(['c']);
  });

  it('is not made for what may evict nothing, but for those who may and ask at the same time', async () => {
    await fill('a', 'b');
    scope.estimate = { usage: 90, quota: 100 };
    expect(await hasSpaceToWarm(false)).toBe(false);
    expect(await storedAlbums()).toEqual(['a', 'b']);
    scope.caches.delete = async (name) => {
      scope.estimate = { usage: 40, quota: 100 };
      return scope.caches.all.delete(name);
    };
    expect(await Promise.all([hasSpaceToWarm(), hasSpaceToWarm(false)])).toEqual([true, false]);
    scope.estimate = { usage: 90, quota: 100 };
    expect(await Promise.all([hasSpaceToWarm(false), hasSpaceToWarm()])).toEqual([false, true]);
  });

  it('is not there if no album can make way', async () => {
    scope.estimate = { usage: 90, quota: 100 };
    expect(await hasSpaceToWarm()).toBe(false);
  });

  it('is assumed where the browser gives no estimate', async () => {
    vi.stubGlobal('self', { navigator: {} });
    expect(await hasSpaceToWarm()).toBe(true);
  });
});
