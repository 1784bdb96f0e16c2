import { API_PATTERNS } from '#contract/paths.ts';
import { matchPathEnd } from '#contract/pathPatterns.ts';
import { hashOfText } from '#domain/hashOfText.ts';
import { isRecord, parsedJson, textOf } from '#domain/records.ts';
import { imagesCacheName, responseCacheKey, responsesCacheName } from '../cacheNames.ts';
import { deleteCache } from '../deleteCache.ts';
import { isRevoked } from '../keys/endedKeys.ts';
import { OTHER_FILES } from '../otherFiles.ts';
import { ALBUM_TREE, KEY_CHECK, otherFileAt, photoAt } from '../routes.ts';
import type { ApiCall } from './apiCalls.ts';
import { albumsOfTree, isUnlisted, treeReceived } from '../newestTree.ts';
import { storedResponse, storeResponse } from './responseStore.ts';

let lastTask: Promise<void> = Promise.resolve();
/** The lists that wait for their turn, the oldest first. */
const waitingLists: { keyHash: string; body: string }[] = [];

/**
 * Call with each list that the server itself has just sent, never with a stored one. Deletes the stored data of photos
 * and albums that no longer exist. Never rejects, and never runs twice at a time, so that the newest list is the last
 * to be applied.
 */
export function dropUnlisted(call: ApiCall, body: string): Promise<void> {
  if (call.name === ALBUM_TREE) treeReceived(call.keyHash, body);
  waitingLists.push({ keyHash: call.keyHash, body });
  const apply = () => {
    waitingLists.shift();
    return dropOnce(call, body);
  };
  lastTask = lastTask.then(apply).catch(() => undefined);
  return lastTask;
}

/** The photos and albums of the lists that came later: their images may be stored already. */
function namedLater(keyHash: string): unknown[] {
  const lists = waitingLists.filter((one) => one.keyHash === keyHash).map(({ body }) => parsedJson(body));
  return lists.flatMap((list) => (Array.isArray(list) ? list : []));
}

/**
 * Skips a list that has not changed since it was last applied: checking ten thousand stored images takes an old tablet
 * seconds. A list is noted only after it was applied, since browsers stop workers at any time.
 */
async function dropOnce(call: ApiCall, body: string): Promise<void> {
  const { keyHash, name } = call;
  if (name === KEY_CHECK || isRevoked(keyHash)) return;
  if (await dropListOfGoneAlbum(call)) return;
  const note = { keyHash, name: `${name}/tidied` };
  const heard = JSON.stringify({ list: await hashOfText(body) });
  if ((await (await storedResponse(note))?.text()) === heard) return;
  const list = parsedJson(body);
  if (!Array.isArray(list)) return;
  if (name === ALBUM_TREE) await dropGoneAlbums(keyHash, list);
  else await dropUnlistedPhotos(keyHash, await photosOf(call, list));
  await storeResponse(note, new Response(heard, { headers: { 'Content-Type': 'application/json' } }));
}

async function dropGoneAlbums(keyHash: string, tree: readonly unknown[]): Promise<void> {
  const albums = albumsOfTree([...tree, ...namedLater(keyHash)]);
  await dropUnlistedAlbums(keyHash, new Set(albums.map(({ slug }) => slug)));
  const ids = new Set(albums.map(({ id }) => id));
  const cache = await caches.open(responsesCacheName(keyHash));
  for (const request of await cache.keys()) {
    const id = albumIdIn(request.url);
    if (id !== undefined && !ids.has(id)) await cache.delete(request, { ignoreVary: true });
  }
}

/** A list that was asked for before its album was taken away may be stored after the others of the album were deleted. */
async function dropListOfGoneAlbum({ keyHash, name }: ApiCall): Promise<boolean> {
  const at = responseCacheKey(keyHash, name);
  const id = albumIdIn(at);
  if (id === undefined || !isUnlisted(keyHash, { id })) return false;
  await (await caches.open(responsesCacheName(keyHash))).delete(at, { ignoreVary: true });
  return true;
}

/** The album of a stored photo list or outline, or of the note about it. */
function albumIdIn(url: string): string | undefined {
  return /\/albums\/([^/]+)\/(?:photos|outline)/.exec(url)?.[1];
}

/**
 * The photos of each album that a list names. An empty list names no album: then the slug of its own album is looked up
 * in the stored album tree, so that the stored photos of that album are deleted too.
 */
async function photosOf({ keyHash, request }: ApiCall, list: readonly unknown[]): Promise<PhotosByAlbum> {
  const { pathname, searchParams } = new URL(request.url);
  // With any other parameter the list is only a part, which does not show which photos are gone.
  if ([...searchParams.keys()].some((name) => name !== 'includeChildAlbums')) return new Map();
  if (list.length > 0) return photosByAlbum(list);
  const stored = await storedResponse({ keyHash, name: ALBUM_TREE });
  const tree = stored && parsedJson(await stored.text());
  const id = matchPathEnd(API_PATTERNS.albumPhotos, pathname)?.id;
  const album = Array.isArray(tree) ? albumsOfTree(tree).find((one) => one.id === id) : undefined;
  return new Map(album ? [[album.slug, new Set<string>()]] : []);
}

/** The caches with the files of an album's photos. */
function cachesOf(keyHash: string, slug: string): string[] {
  const others = Object.values(OTHER_FILES).map(({ cacheName }) => cacheName(keyHash, slug));
  return [imagesCacheName(keyHash, slug), ...others];
}

/** Deletes the stored files of photos that their albums no longer have. */
async function dropUnlistedPhotos(keyHash: string, listed: PhotosByAlbum): Promise<void> {
  for (const slug of listed.keys()) {
    for (const name of cachesOf(keyHash, slug)) {
      if (await caches.has(name)) await dropUnlistedIn(await caches.open(name), { keyHash, slug, listed });
    }
  }
}

interface ListedAlbum {
  keyHash: string;
  slug: string;
  listed: PhotosByAlbum;
}

async function dropUnlistedIn(cache: Cache, { keyHash, slug, listed }: ListedAlbum): Promise<void> {
  const gone = unlistedFiles(
    (await cache.keys()).map(({ url }) => url),
    listed,
  );
  const still = gone.length > 0 ? photosByAlbum(namedLater(keyHash)).get(slug) : undefined;
  const unlisted = still ? unlistedFiles(gone, new Map([[slug, still]])) : gone;
  await Promise.all(unlisted.map((url) => cache.delete(url, { ignoreVary: true })));
}

/** Deletes the stored files of albums that are gone. */
async function dropUnlistedAlbums(keyHash: string, slugs: ReadonlySet<string>): Promise<void> {
  // An album may have clips alone: the browser evicts its pictures without them.
  const beginnings = cachesOf(keyHash, '');
  const listed = new Set([...slugs].flatMap((slug) => cachesOf(keyHash, slug)));
  const ofAlbums = (await caches.keys()).filter((name) => beginnings.some((beginning) => name.startsWith(beginning)));
  const gone = ofAlbums.filter((name) => !listed.has(name));
  await Promise.all(gone.map((name) => deleteCache(name)));
}

/** Names of photos by the slug of their album. */
type PhotosByAlbum = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The photos of each album that a list names. An album has two lists, one with the albums below it and one without.
 * Both contain all photos of every album that they name. An album without photos is not named.
 */
export function photosByAlbum(list: readonly unknown[]): PhotosByAlbum {
  const byAlbum = new Map<string, Set<string>>();
  for (const photo of list) {
    if (!isRecord(photo)) continue;
    const slug = textOf(photo, 'albumSlug');
    const photos = byAlbum.get(slug) ?? new Set();
    byAlbum.set(slug, photos.add(textOf(photo, 'filename')));
  }
  return byAlbum;
}

/** The files of photos that are no longer in their album. Files of other albums are never among them. */
export function unlistedFiles(urls: readonly string[], listed: PhotosByAlbum): string[] {
  return urls.filter((url) => {
    const photo = photoAt(new URL(url)) ?? otherFileAt(new URL(url))?.photo;
    const photos = photo && listed.get(photo.albumSlug);
    return photo && photos ? !photos.has(photo.filename) : false;
  });
}
