import type { AlbumCache } from '../cacheNames.ts';

/**
 * The time at which each album (`hash/slug`) was last on a screen, as the value of a counter: the clocks of devices may
 * be years off.
 */
export type ShownOrder = Record<string, number>;

export function albumId(keyHash: string, albumSlug: string): string {
  return `${keyHash}/${albumSlug}`;
}

/** Makes the albums the most recently shown ones; the first of them will be evicted last. */
export function withShown(order: ShownOrder, albumIds: readonly string[]): ShownOrder {
  const latest = Math.max(0, ...Object.values(order));
  const shown = albumIds.map((id, index) => [id, latest + albumIds.length - index] as const);
  return { ...order, ...Object.fromEntries(shown) };
}

interface EvictionState {
  albums: readonly AlbumCache[];
  order: ShownOrder;
  /** Albums on a screen right now. */
  onScreen: ReadonlySet<string>;
}

/** The album to evict next: the least recently shown one that is not on a screen. */
export function nextToEvict({ albums, order, onScreen }: EvictionState): AlbumCache | undefined {
  const age = (album: AlbumCache) => order[albumId(album.keyHash, album.albumSlug)] ?? 0;
  return albums
    .filter((album) => !onScreen.has(albumId(album.keyHash, album.albumSlug)))
    .sort((one, other) => age(one) - age(other))[0];
}

/**
 * The warm-up (storing images in advance) may fill this share of the space that the browser allows; the rest is left
 * free for everything else.
 */
const WARM_UP_SHARE = 0.8;

export function isNearlyFull(estimate: { usage?: number; quota?: number }): boolean {
  if (!estimate.quota || estimate.usage === undefined) return false;
  return estimate.usage > estimate.quota * WARM_UP_SHARE;
}
