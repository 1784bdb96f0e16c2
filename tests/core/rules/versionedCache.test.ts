import { expect, test } from 'vitest';
import { VersionedCache } from '#server/core/versionedCache.ts';

test('a value is read once for each version, and the earlier one is known meanwhile', async () => {
  const cache = new VersionedCache<string>(10);
  const earlier: unknown[] = [];
  const read = (value: string) => async (before: string | undefined) => {
    earlier.push(before);
    return value;
  };
  expect(await cache.get('album', 1, read('one'))).toBe('one');
  expect(cache.get('album', 1, read('not read'))).toBe('one');
  expect(await cache.get('album', 2, read('two'))).toBe('two');
  expect(earlier).toEqual([undefined, 'one']);
});

test('simultaneous calls for one version share a read, and one for a later version does not', async () => {
  const cache = new VersionedCache<string>(10);
  const first = Promise.withResolvers<string>();
  const one = cache.get('album', 1, () => first.promise);
  const same = cache.get('album', 1, async () => 'never read');
  const later = cache.get('album', 2, async () => 'two');
  expect(await later).toBe('two');
  first.resolve('one');
  expect([await one, await same]).toEqual(['one', 'one']);
  // The read that ended last was of an earlier version, and does not replace the later one.
  expect(cache.latest('album')).toEqual({ version: 2, value: 'two' });
});

test('a read that failed is not stored', async () => {
  const cache = new VersionedCache<string>(10);
  await expect(cache.get('album', 1, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('album', 1, async () => 'one')).toBe('one');
});

test('what was used least recently goes when it is full', () => {
  const cache = new VersionedCache<string>({ max: 5, of: ({ length }) => length });
  cache.set('a', 1, 'aa');
  cache.set('b', 1, 'bb');
  expect(cache.latest('a')?.value).toBe('aa');
  cache.set('c', 1, 'cc');
  expect(cache.latest('b')).toBeUndefined();
  expect(cache.latest('a')?.value).toBe('aa');
});
