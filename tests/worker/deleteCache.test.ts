import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteCache, freeCache } from '#sw/deleteCache.ts';
import { stubWorkerScope } from '#support/worker/workerScope.ts';

let scope: ReturnType<typeof stubWorkerScope>;
beforeEach(() => {
  scope = stubWorkerScope();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function cacheOf(name: string, files: number) {
  const cache = await scope.caches.open(name);
  for (let file = 0; file < files; file += 1) await cache.put(`/${file}`, new Response('bytes'));
  return cache;
}

it('a cache whose space is freed is empty also for those that have opened it, and others stay', async () => {
  const [opened, other] = [await cacheOf('album', 120), await cacheOf('other', 1)];
  expect(await freeCache('album')).toBe(true);
  expect(await scope.caches.keys()).toEqual(['other']);
  expect([opened.stored.size, other.stored.size]).toEqual([0, 1]);
});

it('nobody finds a cache that is half emptied, or waits for its files; those of the next one go after them', async () => {
  const [one, next] = [await cacheOf('one', 1), await cacheOf('next', 1)];
  const found: boolean[] = [];
  const ends: (() => void)[] = [];
  one.delete = async () => {
    found.push(await scope.caches.has('one'));
    return new Promise((resolve) => ends.push(() => resolve(true)));
  };
  expect([await deleteCache('one'), await deleteCache('next')]).toEqual([true, true]);
  expect(await scope.caches.keys()).toEqual([]);
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  expect(found).toEqual([false]);
  expect(next.stored.size).toBe(1);
  ends[0]?.();
  await vi.waitFor(() => expect(next.stored.size).toBe(0));
});

it('a cache that cannot be opened or emptied is deleted all the same', async () => {
  const opened = await cacheOf('album', 1);
  opened.delete = () => Promise.reject(new Error('Broken'));
  expect(await freeCache('album')).toBe(true);
  await cacheOf('next', 1);
  scope.caches.open = () => Promise.reject(new Error('Broken'));
  expect(await freeCache('next')).toBe(true);
  expect(await scope.caches.keys()).toEqual([]);
});

it('what is not there is neither deleted nor created', async () => {
  expect([await deleteCache('album'), await freeCache('album')]).toEqual([false, false]);
  expect(await scope.caches.keys()).toEqual([]);
});
