import { CACHES, KIOSK_CACHES } from '#contract/storageKeys.ts';
import { hashOfText } from '#domain/hashOfText.ts';

const hashes = new Map<string, Promise<string>>();

/** Used instead of the key in everything the worker stores: names of caches, their keys, records. */
export function hashOfKey(apiKey: string): Promise<string> {
  const hash = hashes.get(apiKey) ?? hashOfText(apiKey);
  hashes.set(apiKey, hash);
  return hash;
}

const IMAGES = new RegExp(`^${CACHES.kiosk}([0-9a-f]+)${KIOSK_CACHES.images}(.+)$`);

/** The cache for the API responses of a key. */
export function responsesCacheName(keyHash: string): string {
  return `${CACHES.kiosk}${keyHash}${KIOSK_CACHES.responses}`;
}

/**
 * The URL under which a response is stored in that cache: one that no page requests, with the key's hash in place of
 * the key.
 */
export function responseCacheKey(keyHash: string, name: string): string {
  return `${KIOSK_CACHES.responseKeys}${keyHash}/${name}`;
}

/** Each album has a cache of its own, so that it can be deleted as a whole and in one step. */
export function imagesCacheName(keyHash: string, albumSlug: string): string {
  return `${CACHES.kiosk}${keyHash}${KIOSK_CACHES.images}${albumSlug}`;
}

export interface AlbumCache {
  cacheName: string;
  keyHash: string;
  albumSlug: string;
}

/** The album whose images a cache holds; undefined for any other cache. */
export function albumOfCache(cacheName: string): AlbumCache | undefined {
  const match = IMAGES.exec(cacheName);
  return match?.[1] && match[2] ? { cacheName, keyHash: match[1], albumSlug: match[2] } : undefined;
}

export function belongsToKey(cacheName: string, keyHash: string): boolean {
  return cacheName.startsWith(`${CACHES.kiosk}${keyHash}:`);
}
