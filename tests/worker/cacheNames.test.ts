import { describe, expect, it } from 'vitest';
import { albumOfCache, belongsToKey, imagesCacheName, responseCacheKey, responsesCacheName } from '#sw/cacheNames.ts';

describe('under which name things are stored', () => {
  const hash = 'ab'.repeat(32);

  it('finds the album again in the name of its cache', () => {
    const cacheName = imagesCacheName(hash, 'a:b');
    expect(albumOfCache(cacheName)).toEqual({ cacheName, keyHash: hash, albumSlug: 'a:b' });
    expect(albumOfCache(responsesCacheName(hash))).toBeUndefined();
    expect(albumOfCache('workbox-precache-v2-https://photos.home/')).toBeUndefined();
  });

  it('is what devices hold', () => {
    expect(responsesCacheName('ab')).toBe('kiosk:ab:answers');
    expect(imagesCacheName('ab', 'garden')).toBe('kiosk:ab:images:garden');
    expect(responseCacheKey('ab', 'albums')).toBe('/.kiosk/ab/albums');
  });

  it('keeps what belongs to two keys apart', () => {
    const other = 'ab'.repeat(31) + 'ac';
    expect(belongsToKey(responsesCacheName(hash), hash)).toBe(true);
    expect(belongsToKey(imagesCacheName(hash, 'x'), hash)).toBe(true);
    expect(belongsToKey(imagesCacheName(other, 'x'), hash)).toBe(false);
    expect(responseCacheKey(hash, 'albums')).not.toBe(responseCacheKey(other, 'albums'));
  });
});
