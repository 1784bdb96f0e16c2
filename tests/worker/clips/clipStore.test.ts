import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CLIP_BOUNDS, clipPath } from '#contract/clips/clips.ts';
import { dropUnlisted } from '#sw/api/dropUnlisted.ts';
import { forgetTree } from '#sw/newestTree.ts';
import { clips } from '#sw/clips/clips.ts';
import { hasSpaceToWarm, storeImage } from '#sw/images/imageStore.ts';
import { missingImages, warmImage } from '#sw/images/warmUp.ts';
import { acceptAgain, forgetKey } from '#sw/keys/endedKeys.ts';
import { hashOfKey } from '#sw/cacheNames.ts';
import { MemoryClient, ORIGIN, quotaError, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));
// It alone needs a worker's own globals.
vi.mock('#sw/images/imageStrategy.ts', () => ({ isScreenWaiting: () => false }));

const MEGABYTE = 1024 ** 2;

let scope: ReturnType<typeof stubWorkerScope>;
let keyHash: string;
/** The responses of the network. */
let network: () => Promise<Response>;

beforeEach(async () => {
  scope = stubWorkerScope();
  scope.clients.push(new MemoryClient('kiosk', '/circuit-tree?apiKey=key'));
  keyHash = await hashOfKey('key');
  network = async () => clipOf('0123456789');
  vi.stubGlobal('fetch', () => network());
  // The bytes of an earlier test's clips are not counted.
  await clips.evict();
});
afterEach(() => {
  acceptAgain(keyHash);
  forgetTree(keyHash);
  vi.unstubAllGlobals();
});

function clipOf(bytes: string, headers: Record<string, string> = {}): Response {
  return new Response(bytes, {
    headers: { 'Content-Type': 'video/mp4', 'Content-Length': String(bytes.length), ...headers },
  });
}

const url = (albumSlug: string, filename = 'x.jpg') => ORIGIN + clipPath({ albumSlug, filename });
const place = (albumSlug: string, filename?: string) => ({ keyHash, albumSlug, url: url(albumSlug, filename) });
const warm = (albumSlug: string, filename?: string) => warmImage('kiosk', url(albumSlug, filename));
const missing = async (...urls: string[]) => (await missingImages('kiosk', urls)).missing;

async function played(range?: string): Promise<[number, string]> {
  const response = await clips.respond(new Request(url('a'), range ? { headers: { Range: range } } : {}), place('a'));
  return [response.status, response.type === 'error' ? '' : await response.text()];
}

describe('a clip', () => {
  test('is stored whole, and parts of it are answered from there', async () => {
    expect(await missing(url('a'))).toEqual([url('a')]);
    expect(await warm('a')).toBe('stored');
    expect(await missing(url('a'))).toEqual([]);
    network = () => Promise.reject(new TypeError('No network'));
    expect(await played('bytes=2-4')).toEqual([206, '234']);
    expect(await played()).toEqual([200, '0123456789']);
  });

  test('that is not stored is not played', async () => {
    expect((await clips.respond(new Request(url('a')), place('a'))).type).toBe('error');
  });

  test.each<[string, () => Promise<Response>]>([
    ["a portal's page", async () => clipOf('<html>', { 'Content-Type': 'text/html' })],
    ['a part', async () => new Response('012', { status: 206, headers: { 'Content-Type': 'video/mp4' } })],
    ['less than was promised', async () => clipOf('01234', { 'Content-Length': '10' })],
    ['an error', async () => new Response('No', { status: 404, headers: { 'Content-Type': 'video/mp4' } })],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'a clip cut off',
      async () => {
        const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('Cut off')) });
        return new Response(cut, { headers: { 'Content-Type': 'video/mp4', 'Content-Length': '10' } });
      },
    ],
  ])('is not stored when %s comes', async (_what, response) => {
    network = response;
    expect(await warm('a')).toBe('failed');
    expect(await missing(url('a'))).toEqual([url('a')]);
  });

  test('ends with its key', async () => {
    scope.caches.beforePut = () => forgetKey(keyHash);
    await warm('a');
    expect(await scope.caches.keys()).toEqual([]);
  });

  test('goes with its photo, and with its album', async () => {
    for (const name of ['x.jpg', 'y.jpg']) await warm('a', name);
    const arrives = async (name: string, list: unknown[]) =>
      dropUnlisted({ keyHash, name, request: new Request(`${ORIGIN}/photos/${name}`) }, JSON.stringify(list));
    await arrives('albums/A/photos', [{ albumSlug: 'a', filename: 'y.jpg' }]);
    expect(await missing(url('a'), url('a', 'y.jpg'))).toEqual([url('a')]);
    await storeImage({ keyHash, albumSlug: 'a', url: `${ORIGIN}/photos/a/medium/y.jpg` }, new Response('jpeg'));
    await arrives('albums', []);
    expect(await scope.caches.keys()).toEqual([expect.stringContaining(':answers')]);
  });

  test('goes with its album although the browser has evicted the pictures alone', async () => {
    await warm('a');
    await warm('b');
    const request = new Request(`${ORIGIN}/photos/albums`);
    await dropUnlisted({ keyHash, name: 'albums', request }, JSON.stringify([{ id: 'B', slug: 'b', childAlbums: [] }]));
    expect(await missing(url('a'), url('b'))).toEqual([url('a')]);
  });
});

describe('the space', () => {
  test('for all clips is a quarter of what the browser allows', async () => {
    scope.estimate = { usage: 0, quota: 80 };
    expect(await warm('a', '1.jpg')).toBe('stored');
    expect(await warm('a', '2.jpg')).toBe('stored');
    expect(await warm('a', '3.jpg')).toBe('full');
  });

  test('is assumed where the browser gives no estimate', async () => {
    Object.assign(self.navigator, { storage: undefined });
    expect(await warm('a')).toBe('stored');
  });

  test('is two gigabytes at most', async () => {
    scope.estimate = { usage: 0, quota: 1024 ** 4 };
    const place2047 = await scope.caches.open(`kiosk:${keyHash}:clips:b`);
    const held = { 'Content-Type': 'video/mp4', 'Content-Length': String(2_047 * MEGABYTE) };
    await place2047.put(url('b'), new Response('held', { headers: held }));
    network = async () => clipOf('0'.repeat(2 * MEGABYTE));
    expect(await warm('a')).toBe('full');
    await place2047.delete(url('b'));
    expect(await warm('a'), 'once other clips are gone').toBe('stored');
  });

  test('is not there where the images need it', async () => {
    scope.estimate = { usage: 81, quota: 100 };
    expect(await warm('a')).toBe('full');
    scope.estimate = {};
    scope.caches.beforePut = () => {
      throw quotaError();
    };
    expect(await warm('a')).toBe('full');
  });

  test('does not hold what is longer than any clip', async () => {
    network = async () => clipOf('0'.repeat(CLIP_BOUNDS.bytes + 1));
    expect(await warm('a')).toBe('failed');
  });
});

const image = (albumSlug: string) => ({ keyHash, albumSlug, url: `${ORIGIN}/photos/${albumSlug}/medium/x.jpg` });
const jpeg = () => new Response('jpeg', { headers: { 'Content-Type': 'image/jpeg' } });
const names = async () => (await scope.caches.keys()).map((name) => name.split(':').slice(2).join(' '));

describe('for an image', () => {
  test.each([true, false])('clips make way before any image does (it may evict images: %s)', async (mayEvict) => {
    await storeImage(image('old'), jpeg());
    await warm('a');
    await warm('b');
    scope.caches.beforePut = () => {
      if (scope.caches.all.size > 2) throw quotaError();
    };
    expect(await storeImage(image('new'), jpeg(), mayEvict)).toBe('stored');
    expect(await names()).toEqual(['images old', 'images new']);
  });

  test('clips make way in the warm-up too', async () => {
    await warm('a');
    scope.estimate = { usage: 90, quota: 100 };
    scope.caches.delete = async (name) => {
      scope.estimate = { usage: 40, quota: 100 };
      return scope.caches.all.delete(name);
    };
    expect(await hasSpaceToWarm(false)).toBe(true);
    expect(await names()).toEqual([]);
  });

  test('all clips make way in the warm-up before an album does', async () => {
    await storeImage(image('old'), jpeg());
    await warm('a');
    await warm('b');
    scope.caches.delete = async (name) => {
      const isDeleted = scope.caches.all.delete(name);
      scope.estimate = { usage: 75 + 10 * (scope.caches.all.size - 1), quota: 100 };
      return isDeleted;
    };
    scope.estimate = { usage: 90, quota: 100 };
    expect(await hasSpaceToWarm()).toBe(true);
    expect(await names()).toEqual(['images old']);
  });
});
