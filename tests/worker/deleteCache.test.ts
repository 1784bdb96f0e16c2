import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteCache } from '#sw/deleteCache.ts';
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

it('a deleted cache is empty also for those that have opened it, and others stay', async () => {
  const [opened, other] = [await cacheOf('album', 120), await cacheOf('other', 1)];
  expect(await deleteCache('album')).toBe(true);
  expect(await scope.caches.keys()).toEqual(['other']);
  expect([opened.stored.size, other.stored.size]).toEqual([0, 1]);
});

it('nobody finds a cache that is half emptied', async () => {
  const opened = await cacheOf('album', 1);
  const found: boolean[] = [];
  opened.delete = async () => {
    found.push(await scope.caches.has('album'));
    return true;
  };
  await deleteCache('album');
  expect(found).toEqual([false]);
});

it('a cache that cannot be emptied is deleted all the same', async () => {
  const opened = await cacheOf('album', 1);
  opened.delete = () => Promise.reject(new Error('Broken'));
  expect(await deleteCache('album')).toBe(true);
  expect(await scope.caches.has('album')).toBe(false);
});

it('what is not there is neither deleted nor created', async () => {
  expect(await deleteCache('album')).toBe(false);
  expect(await scope.caches.keys()).toEqual([]);
});
