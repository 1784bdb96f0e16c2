import { describe, expect, it } from 'vitest';
import { albumId, isNearlyFull, nextToEvict, withShown } from '#sw/images/eviction.ts';
import { type AlbumCache, imagesCacheName } from '#sw/cacheNames.ts';

function album(albumSlug: string, keyHash = 'aa'): AlbumCache {
  return { keyHash, albumSlug, cacheName: imagesCacheName(keyHash, albumSlug) };
}

describe('which album is evicted', () => {
  const albums = [album('old'), album('new'), album('never')];
  const order = withShown(withShown({}, [albumId('aa', 'old')]), [albumId('aa', 'new')]);

  it('takes the least recently shown first', () => {
    const onScreen = new Set<string>();
    expect(nextToEvict({ albums, order, onScreen })?.albumSlug).toBe('never');
    expect(nextToEvict({ albums: albums.slice(0, 2), order, onScreen })?.albumSlug).toBe('old');
    const again = withShown(order, [albumId('aa', 'old')]);
    expect(nextToEvict({ albums: albums.slice(0, 2), order: again, onScreen })?.albumSlug).toBe('new');
  });

  it('never takes one that is on a screen, and tells keys apart', () => {
    const onScreen = new Set([albumId('aa', 'never'), albumId('aa', 'old')]);
    expect(nextToEvict({ albums, order, onScreen })?.albumSlug).toBe('new');
    expect(nextToEvict({ albums: [album('old')], order, onScreen })).toBeUndefined();
    expect(nextToEvict({ albums: [album('old', 'bb')], order, onScreen })?.keyHash).toBe('bb');
  });

  it('keeps the album a person opened longer than its descendants', () => {
    const shown = withShown({}, [albumId('aa', 'parent'), albumId('aa', 'child')]);
    const both = [album('parent'), album('child')];
    expect(nextToEvict({ albums: both, order: shown, onScreen: new Set() })?.albumSlug).toBe('child');
  });

  it('stops warming at four fifths of the quota', () => {
    expect(isNearlyFull({ usage: 79, quota: 100 })).toBe(false);
    expect(isNearlyFull({ usage: 81, quota: 100 })).toBe(true);
    expect(isNearlyFull({ usage: 80, quota: 100 })).toBe(false);
  });

  it('goes on warming where the browser tells no figures', () => {
    expect(isNearlyFull({})).toBe(false);
    expect(isNearlyFull({ usage: 5 })).toBe(false);
    expect(isNearlyFull({ quota: 100 })).toBe(false);
    expect(isNearlyFull({ usage: 5, quota: 0 })).toBe(false);
  });
});
