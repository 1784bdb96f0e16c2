import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchImage } from '#sw/images/fetchImage.ts';
import { storedImage, storeImage } from '#sw/images/imageStore.ts';
import { isScreenWaiting } from '#sw/images/imageStrategy.ts';
import { missingImages, warmImage } from '#sw/images/warmUp.ts';
import { hashOfKey } from '#sw/cacheNames.ts';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));
vi.mock('#sw/images/fetchImage.ts', () => ({ fetchImage: vi.fn() }));
vi.mock('#sw/images/imageStrategy.ts', () => ({ isScreenWaiting: vi.fn(() => false) }));

let scope: ReturnType<typeof stubWorkerScope>;
beforeEach(() => {
  scope = stubWorkerScope();
  scope.clients.push(new MemoryClient('kiosk', '/circuit-tree?apiKey=key'));
  vi.mocked(fetchImage).mockImplementation(async () => new Response('bytes'));
  vi.mocked(isScreenWaiting).mockReturnValue(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function url(albumSlug: string, file: string): string {
  return `https://photos.home/photos/${albumSlug}/medium/${file}.jpg`;
}

async function place(albumSlug: string, file: string) {
  return { keyHash: await hashOfKey('key'), albumSlug, url: url(albumSlug, file) };
}

describe('the images that are missing', () => {
  it('are those that are not stored for the key of the page', async () => {
    await storeImage(await place('a', '1'), new Response('bytes'));
    await storeImage({ ...(await place('a', '2')), keyHash: 'bb' }, new Response('bytes'));
    const urls = [url('a', '1'), url('a', '2'), url('b', '1'), 'https://photos.home/logo.svg'];
    expect(await missingImages('kiosk', urls)).toEqual({ missing: urls.slice(1) });
    expect(await scope.caches.keys()).toHaveLength(2);
  });

  it('are all of them for a page without a key', async () => {
    expect(await missingImages('unknown', [url('a', '1')])).toEqual({ missing: [url('a', '1')] });
  });
});

describe('an image of the warm-up', () => {
  it('is fetched behind everything else, and stored', async () => {
    expect(await warmImage('kiosk', url('a', '1'))).toBe('stored');
    expect(fetchImage).toHaveBeenCalledWith(url('a', '1'), 'low');
    expect(await (await storedImage(await place('a', '1')))?.text()).toBe('bytes');
  });

  it.each([
    ['a page without a key', 'unknown', url('a', '1')],
    ['something that is no image', 'kiosk', 'https://photos.home/logo.svg'],
  ])('is not fetched for %s', async (_, clientId, address) => {
    vi.mocked(fetchImage).mockClear();
    expect(await warmImage(clientId, address)).toBe('unbound');
    expect(fetchImage).not.toHaveBeenCalled();
  });

  it('is not fetched when the quota is used up', async () => {
    vi.mocked(fetchImage).mockClear();
    scope.estimate = { usage: 90, quota: 100 };
    expect(await warmImage('kiosk', url('a', '1'))).toBe('full');
    expect(fetchImage).not.toHaveBeenCalled();
  });

  it('is not stored when none comes', async () => {
    vi.mocked(fetchImage).mockImplementation(async () => Response.error());
    expect(await warmImage('kiosk', url('a', '1'))).toBe('failed');
    vi.mocked(fetchImage).mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await warmImage('kiosk', url('a', '1'))).toBe('failed');
    expect(await scope.caches.keys()).toEqual([]);
  });

  it('waits while a screen waits for an image', async () => {
    vi.useFakeTimers();
    vi.mocked(fetchImage).mockClear();
    vi.mocked(isScreenWaiting).mockReturnValue(true);
    const warm = warmImage('kiosk', url('a', '1'));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetchImage).not.toHaveBeenCalled();
    vi.mocked(isScreenWaiting).mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await warm).toBe('stored');
  });

  it('waits ten seconds at most', async () => {
    vi.useFakeTimers();
    vi.mocked(fetchImage).mockClear();
    vi.mocked(isScreenWaiting).mockReturnValue(true);
    const warm = warmImage('kiosk', url('a', '1'));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(fetchImage).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await warm).toBe('stored');
  });
});
