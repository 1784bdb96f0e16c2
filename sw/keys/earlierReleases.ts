import { del, get, keys, set } from 'idb-keyval';
import { FORMER } from '#contract/formerStorage.ts';
import { KIOSK_CACHES, RECORDS } from '#contract/storageKeys.ts';
import { hashOfText } from '#domain/hashOfText.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { belongsToKey } from '../cacheNames.ts';
import { deleteCache } from '../deleteCache.ts';
import { inTime } from '../inTime.ts';

/** The page waits for this worker meanwhile, with its last photo on screen; what is not moved by then is loaded again. */
const MOVING_MS = 20_000;

/**
 * Call when this worker takes over. In earlier versions a new key replaced the one before and used the data stored
 * under its hash. Moves that data to the new key's own hash, so that no wall loads its photos again, and deletes the
 * notes about replaced keys.
 */
export async function leaveEarlierReleases(): Promise<void> {
  try {
    const launch = recordOf(await inTime(() => get(RECORDS.launch)));
    const places = { ...(await notedPlaces()), ...recordOf(await inTime(() => get(FORMER.record))) };
    const apiKey = textOf(launch, 'apiKey');
    const hash = apiKey === '' ? '' : await hashOfText(apiKey);
    const place = textOf(places, hash);
    if (place !== '' && place !== hash) await moveAll(place, hash);
    await deleteNotes();
    if (apiKey !== '' && Object.keys(launch).length > 1) await inTime(() => set(RECORDS.launch, { apiKey }));
    await inTime(() => del(FORMER.record));
  } catch {
    // IndexedDB fails: the next version that takes over tries again. Until then photos are loaded again.
  }
}

/** From the notes in Cache Storage: by the hash of a key, the hash under which everything is stored for it. */
async function notedPlaces(): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const { cache, request } of await notes()) {
    const hash = request.url.endsWith(FORMER.storedAs) ? request.url.split('/').at(-2) : undefined;
    if (hash !== undefined) places[hash] = (await (await cache.match(request))?.text()) ?? '';
  }
  return places;
}

async function notes(): Promise<{ cache: Cache; request: Request }[]> {
  const names = (await caches.keys()).filter((name) => name.endsWith(KIOSK_CACHES.responses));
  const found = names.map(async (name) => {
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(({ url }) => isNote(url));
    return requests.map((request) => ({ cache, request }));
  });
  return (await Promise.all(found)).flat();
}

function isNote(url: string): boolean {
  return url.endsWith(FORMER.storedAs) || url.endsWith(FORMER.replaced);
}

async function deleteNotes(): Promise<void> {
  for (const { cache, request } of await notes()) await cache.delete(request, { ignoreVary: true });
}

/** The lists come first: without its photos a wall loads them again, without its lists it shows nothing. */
async function moveAll(place: string, hash: string): Promise<void> {
  const until = performance.now() + MOVING_MS;
  const names = (await caches.keys()).filter((name) => belongsToKey(name, place));
  names.sort((one, other) => Number(isOfLists(other)) - Number(isOfLists(one)));
  for (const name of names) {
    const from = await caches.open(name);
    const to = await caches.open(name.replace(place, hash));
    for (const request of await from.keys()) {
      if (performance.now() > until) break;
      await moveOne(request, { from, to, url: request.url.replace(`/${place}/`, `/${hash}/`) }).catch(() => undefined);
    }
    await deleteCache(name);
  }
  await unbindPages(place);
}

function isOfLists(cacheName: string): boolean {
  return cacheName.endsWith(KIOSK_CACHES.responses);
}

/** Deleted before it is stored again, since the disk may be full. */
async function moveOne(request: Request, { from, to, url }: { from: Cache; to: Cache; url: string }): Promise<void> {
  const response = await from.match(request, { ignoreVary: true });
  if (!response || isNote(url)) return;
  const { status, headers } = response;
  const body = await response.blob();
  await from.delete(request, { ignoreVary: true });
  await to.put(url, new Response(body, { status, headers }));
}

/** The page that is open takes its key from its address again. */
async function unbindPages(place: string): Promise<void> {
  for (const name of await inTime(() => keys<string>())) {
    if (!name.startsWith(RECORDS.pageKey)) continue;
    const { keyHash } = recordOf(await inTime(() => get(name)));
    if (keyHash === place) await inTime(() => del(name));
  }
}
