import { areaOf, pageAt, SHELL_PAGES } from '../src/contract/pages.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT, IMAGE_PATTERNS } from '../src/contract/paths.ts';
import { matchPathEnd } from '../src/contract/pathPatterns.ts';

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

export type ShellPage = (typeof SHELL_PAGES)[keyof typeof SHELL_PAGES];

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

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function navigationRule(url: URL, ownOrigin: string): Rule {
  const shell = url.origin === ownOrigin ? areaOf(url.pathname)?.shell : undefined;
  if (shell === 'live') return { kind: 'live-page' };
  return shell && pageAt(url.pathname) ? { kind: 'shell', page: SHELL_PAGES[shell] } : { kind: 'not-ours' };
}

// baseApiUrl and baseAssetUrl may be another origin with a path of its own: only the end of a path is compared.

/** The name of the answer to a call of the kiosk, or undefined for any other path. */
function answerName(url: URL): string | undefined {
  if (matchPathEnd(API_PATTERNS.albums, url.pathname)) return 'albums';
  const album = matchPathEnd(API_PATTERNS.albumPhotos, url.pathname)?.id;
  if (album === undefined) return undefined;
  const withChildren = url.searchParams.get('includeChildAlbums') === 'true';
  return `albums/${album}/photos${withChildren ? '?includeChildAlbums=true' : ''}`;
}

function imageRule(url: URL): ImageRule | undefined {
  const { medium, thumbnail } = IMAGE_PATTERNS;
  const image = matchPathEnd(medium, url.pathname) ?? matchPathEnd(thumbnail, url.pathname);
  const albumSlug = decoded(image?.albumSlug);
  return albumSlug === undefined || albumSlug === 'albums' ? undefined : { kind: 'image', albumSlug };
}

/** Which strategy a request belongs to. */
export function ruleFor(asked: Asked, ownOrigin: string): Rule {
  if (asked.method !== 'GET') return asked.hasAuthorization ? { kind: 'signed-in-call' } : { kind: 'not-ours' };
  const url = new URL(asked.url);
  if (asked.isNavigation) return navigationRule(url, ownOrigin);
  // `/photos/albums` is one URL for both credentials: an answer to a signed-in person is never stored.
  if (asked.hasAuthorization) return { kind: 'signed-in-call' };
  const checkedKey = decoded(matchPathEnd(API_PATTERNS.checkApiKey, url.pathname)?.key);
  if (checkedKey !== undefined) return { kind: 'answer', apiKey: checkedKey, name: KEY_CHECK };
  const name = answerName(url);
  if (name !== undefined) return asked.apiKey ? { kind: 'answer', apiKey: asked.apiKey, name } : { kind: 'not-ours' };
  if (url.origin === ownOrigin && url.pathname === ENVIRONMENT_SCRIPT) return { kind: 'environment' };
  return imageRule(url) ?? { kind: 'not-ours' };
}

/** The key of the page a URL opens, for pages the worker has not yet heard a call from. */
export function keyOfPage(pageUrl: string): string | undefined {
  const url = new URL(pageUrl);
  if (areaOf(url.pathname)?.name !== 'kiosk') return undefined;
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
