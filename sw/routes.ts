import type { Photo } from '#contract/photos/schemas.ts';
import { areaOf, LANDING, type ShellPage } from '#contract/areas.ts';
import { pageAt } from '#contract/pages.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT, OLD_TABLET_PAGE, IMAGE_PATTERNS } from '#contract/paths.ts';
import { READER_ROOT } from '#contract/reader.ts';
import { matchPath, matchPathEnd } from '#contract/pathPatterns.ts';
import { OTHER_FILES } from './otherFiles.ts';
import type { OtherFiles } from './slots.ts';

/** The properties of a request that a rule needs. */
export interface RequestFacts {
  method: string;
  url: string;
  isNavigation: boolean;
  apiKey: string | null;
  hasAuthorization: boolean;
}

export interface ApiRule {
  kind: 'api-call';
  apiKey: string;
  /** Identifies the response among all those of the same key; never contains the key. */
  name: string;
}

export interface ImageRule {
  kind: 'image';
  albumSlug: string;
}

export interface OtherFileRule {
  kind: 'other-file';
  files: OtherFiles;
  albumSlug: string;
}

type Rule =
  | ApiRule
  | ImageRule
  | OtherFileRule
  /** A call of a person who is signed in. From then on the page that makes it is not treated as a kiosk. */
  | { kind: 'signed-in-call' }
  | { kind: 'environment' }
  /** A file of the reader of words. */
  | { kind: 'reader' }
  | { kind: 'shell'; page: ShellPage }
  | { kind: 'live-page' }
  /** The browser opens an address that is neither a page of the app nor known to be the server's. */
  | { kind: 'unknown-page'; page: ShellPage }
  /** Handled by the browser, as if there were no worker. */
  | { kind: 'not-ours' };

export const KEY_CHECK = 'key-check';
export const ALBUM_TREE = 'albums';
/** Ends the name of an album's outline. */
export const OUTLINE = '/outline';

const NOT_OURS: Rule = { kind: 'not-ours' };

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function navigationRule(url: URL, ownOrigin: string): Rule {
  if (url.origin !== ownOrigin || isServersOwn(url.pathname)) return NOT_OURS;
  const area = areaOf(url.pathname);
  const page = area?.shell === 'stored' ? area.root : LANDING;
  if (!pageAt(url.pathname)) return { kind: 'unknown-page', page };
  return area?.shell === 'live' ? { kind: 'live-page' } : { kind: 'shell', page };
}

const SERVERS_OWN: string[] = [
  ...Object.values(API_PATTERNS),
  ...Object.values(ADMIN_PATTERNS),
  ...Object.values(IMAGE_PATTERNS),
  ...Object.values(OTHER_FILES).map(({ pattern }) => pattern),
  ENVIRONMENT_SCRIPT,
  OLD_TABLET_PAGE,
  `${OLD_TABLET_PAGE}/`,
];

/** Whether an address is a call's, an image's or the old tablets' page: a visitor of it wants the server's response. */
function isServersOwn(pathname: string): boolean {
  return SERVERS_OWN.some((pattern) => matchPath(pattern, pathname) !== undefined);
}

// The settings baseApiUrl and baseAssetUrl may add another origin and a path: only the end of a path is compared below.

/** The name of the response to a call of the kiosk; undefined for any other path. */
function responseName({ pathname, searchParams }: URL): string | undefined {
  if (matchPathEnd(API_PATTERNS.albums, pathname)) return ALBUM_TREE;
  const outlinedId = matchPathEnd(API_PATTERNS.albumOutline, pathname)?.id;
  if (outlinedId !== undefined) return `albums/${outlinedId}${OUTLINE}`;
  const albumId = matchPathEnd(API_PATTERNS.albumPhotos, pathname)?.id;
  if (albumId === undefined) return undefined;
  const withChildren = searchParams.get('includeChildAlbums') === 'true';
  return `albums/${albumId}/photos${withChildren ? '?includeChildAlbums=true' : ''}`;
}

function photoIn(pathname: string, patterns: readonly string[]): Photo | undefined {
  const match = patterns.map((pattern) => matchPathEnd(pattern, pathname)).find((found) => found !== undefined);
  const albumSlug = decoded(match?.albumSlug);
  const filename = decoded(match?.filename);
  if (albumSlug === undefined || filename === undefined || albumSlug === 'albums') return undefined;
  return { albumSlug, filename };
}

/** The photo that an address shows, in either of its sizes. */
export function photoAt({ pathname }: URL): Photo | undefined {
  return photoIn(pathname, [IMAGE_PATTERNS.medium, IMAGE_PATTERNS.thumbnail]);
}

/** The photo whose other file an address is. */
export function otherFileAt({ pathname }: URL): { files: OtherFiles; photo: Photo } | undefined {
  for (const files of Object.values(OTHER_FILES)) {
    const photo = photoIn(pathname, [files.pattern]);
    if (photo) return { files, photo };
  }
  return undefined;
}

function fileRule(url: URL): Rule {
  const photo = photoAt(url);
  if (photo) return { kind: 'image', albumSlug: photo.albumSlug };
  const other = otherFileAt(url);
  return other ? { kind: 'other-file', files: other.files, albumSlug: other.photo.albumSlug } : NOT_OURS;
}

/** The rule for a request; fetchHandler.ts has a strategy for each kind of rule. */
export function ruleFor(request: RequestFacts, ownOrigin: string): Rule {
  if (request.method !== 'GET') return request.hasAuthorization ? { kind: 'signed-in-call' } : NOT_OURS;
  const url = new URL(request.url);
  if (request.isNavigation) return navigationRule(url, ownOrigin);
  // Kiosks and people who are signed in use the same URLs, such as `/photos/albums`. Responses to people are never
  // stored.
  if (request.hasAuthorization) return { kind: 'signed-in-call' };
  const checkedKey = decoded(matchPathEnd(API_PATTERNS.checkApiKey, url.pathname)?.key);
  if (checkedKey !== undefined) return { kind: 'api-call', apiKey: checkedKey, name: KEY_CHECK };
  const name = responseName(url);
  if (name !== undefined) return request.apiKey ? { kind: 'api-call', apiKey: request.apiKey, name } : NOT_OURS;
  if (url.origin === ownOrigin && url.pathname === ENVIRONMENT_SCRIPT) return { kind: 'environment' };
  if (url.origin === ownOrigin && url.pathname.startsWith(READER_ROOT)) return { kind: 'reader' };
  return fileRule(url);
}
