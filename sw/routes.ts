import { KIOSK_HOME, KIOSK_PAGE } from '../src/contract/paths.ts';

/** What a rule needs to know of a request. */
export interface Asked {
  method: string;
  url: string;
  isNavigation: boolean;
  apiKey: string | null;
  hasAuthorization: boolean;
}

export interface ApiRule {
  kind: 'answer';
  apiKey: string;
  /** Names the answer among those of its key; never holds the key. */
  name: string;
}

export interface ImageRule {
  kind: 'image';
  albumSlug: string;
}

/** One page at two addresses: the kiosk's comes with headers of its own (server/http/securityHeaders.ts). */
export const SHELL_PAGES = ['/', KIOSK_HOME] as const;
export type ShellPage = (typeof SHELL_PAGES)[number];

export function isShellPage(path: string): boolean {
  return SHELL_PAGES.some((page) => page === path);
}

export type Rule =
  | ApiRule
  | ImageRule
  /** A person signed in is asking: from now on this page is no kiosk. */
  | { kind: 'signed-in-call' }
  | { kind: 'environment' }
  | { kind: 'shell'; page: ShellPage }
  | { kind: 'live-page' }
  | { kind: 'not-ours' };

export const KEY_CHECK = 'key-check';

// The ends of paths, because baseApiUrl and baseAssetUrl may be another origin with a path of its own.
const KEY_CHECK_PATH = /\/auth\/check-api-key\/([^/]+)$/;
const ALBUMS_PATH = /\/photos\/albums$/;
const ALBUM_PHOTOS_PATH = /\/photos\/albums\/([^/]+)\/photos$/;
const IMAGE_PATH = /\/photos\/([^/]+)\/(?:medium|thumbnail)\/[^/]+$/;
const SHELL_PATH = /^\/(?:codenames\/?|circuit-tree(?:\/clock|\/photos(?:\/[^/]+)?)?\/?)?$/;
const LIVE_PATH = /^\/(?:admin|test)(?:\/|$)/;

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function navigationRule(url: URL, ownOrigin: string): Rule {
  if (url.origin !== ownOrigin) return { kind: 'not-ours' };
  if (SHELL_PATH.test(url.pathname)) return { kind: 'shell', page: KIOSK_PAGE.test(url.pathname) ? KIOSK_HOME : '/' };
  return LIVE_PATH.test(url.pathname) ? { kind: 'live-page' } : { kind: 'not-ours' };
}

/** The name of the answer to a call of the kiosk, or undefined for any other path. */
function answerName(url: URL): string | undefined {
  if (ALBUMS_PATH.test(url.pathname)) return 'albums';
  const album = ALBUM_PHOTOS_PATH.exec(url.pathname)?.[1];
  if (album === undefined) return undefined;
  const withChildren = url.searchParams.get('includeChildAlbums') === 'true';
  return `albums/${album}/photos${withChildren ? '?includeChildAlbums=true' : ''}`;
}

function imageRule(url: URL): ImageRule | undefined {
  const albumSlug = decoded(IMAGE_PATH.exec(url.pathname)?.[1]);
  return albumSlug === undefined || albumSlug === 'albums' ? undefined : { kind: 'image', albumSlug };
}

/** Which of DECISIONS §6's rows a request belongs to. */
export function ruleFor(asked: Asked, ownOrigin: string): Rule {
  if (asked.method !== 'GET') return asked.hasAuthorization ? { kind: 'signed-in-call' } : { kind: 'not-ours' };
  const url = new URL(asked.url);
  if (asked.isNavigation) return navigationRule(url, ownOrigin);
  // `/photos/albums` is one URL for both credentials: an answer to a signed-in person is never stored.
  if (asked.hasAuthorization) return { kind: 'signed-in-call' };
  const checkedKey = decoded(KEY_CHECK_PATH.exec(url.pathname)?.[1]);
  if (checkedKey !== undefined) return { kind: 'answer', apiKey: checkedKey, name: KEY_CHECK };
  const name = answerName(url);
  if (name !== undefined) return asked.apiKey ? { kind: 'answer', apiKey: asked.apiKey, name } : { kind: 'not-ours' };
  if (url.origin === ownOrigin && url.pathname === '/environment.js') return { kind: 'environment' };
  return imageRule(url) ?? { kind: 'not-ours' };
}

/** The key of the page a URL opens, for pages the worker has not yet heard a call from. */
export function keyOfPage(pageUrl: string): string | undefined {
  const url = new URL(pageUrl);
  if (!KIOSK_PAGE.test(url.pathname)) return undefined;
  return url.searchParams.get('apiKey') || undefined;
}

const CACHE_PREFIX = 'kiosk';

export function answersCacheName(keyHash: string): string {
  return `${CACHE_PREFIX}:${keyHash}:answers`;
}

/** One cache an album, so that an album leaves as a whole and in one step. */
export function imagesCacheName(keyHash: string, albumSlug: string): string {
  return `${CACHE_PREFIX}:${keyHash}:images:${albumSlug}`;
}

export interface AlbumCache {
  cacheName: string;
  keyHash: string;
  albumSlug: string;
}

export function albumOfCache(cacheName: string): AlbumCache | undefined {
  const match = /^kiosk:([0-9a-f]+):images:(.+)$/.exec(cacheName);
  return match?.[1] && match[2] ? { cacheName, keyHash: match[1], albumSlug: match[2] } : undefined;
}

export function belongsToKey(cacheName: string, keyHash: string): boolean {
  return cacheName.startsWith(`${CACHE_PREFIX}:${keyHash}:`);
}

/** Where an answer is kept: a URL that nobody can ask for, with the key's hash in place of the key. */
export function answerCacheKey(keyHash: string, name: string): string {
  return `/.kiosk/${keyHash}/${name}`;
}
