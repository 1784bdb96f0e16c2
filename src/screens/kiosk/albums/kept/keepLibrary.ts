import { fetchAlbums, fetchPhotos } from '#src/api/albums.ts';
import { imageUrl } from '#src/api/imageUrls.ts';
import { areaOf } from '#contract/pages.ts';
import type { Album, Photo } from '#contract/entities.ts';
import { idleForMs } from '#src/device/lastInput.ts';
import { keepOrder, KeptBudget } from '#domain/albums/keepOrder.ts';
import { sleep } from '#domain/timing.ts';
import { isControlled } from '#src/offline/bridge.ts';
import { isServerReachable } from '#src/offline/connection.ts';
import { isKept, keepAlbum, lookAt } from '#src/offline/keepAlbum.ts';
import { noteKept } from '#src/offline/keptAlbums.ts';

/** The first screen, its photos and the warm-up of its album come first. */
const BEGINS_AFTER_MS = 20_000;
const LOOK_AGAIN_MS = 5 * 60_000;
/** Stored photos may be gone again: the browser evicts files, and the album on screen needs space. */
const LOOK_AT_ALL_MS = 6 * 3_600_000;
const OFFLINE_CHECK_MS = 1_000;

let keyInUse = '';
let firstAlbumId: string | null = null;
/** Set from outside; the round that begins next takes it back. */
let isHurried = false;
let isAllAnew = false;

/**
 * Keeps all albums that the key may see on the device, as far as they fit, for as long as kiosk screens are shown; first
 * the album that the tablet starts with, if it starts with one.
 */
export function keepLibrary(apiKey: string, startsWithAlbumId: string | null): void {
  firstAlbumId = startsWithAlbumId;
  if (apiKey === keyInUse) return;
  keyInUse = apiKey;
  void keepOn(apiKey);
}

/** Called when albums have changed: those are looked at within seconds. */
export function keepSoon(): void {
  isHurried = true;
}

/** Called by an admin's command: every album is looked at anew. */
export function keepAllAnew(): void {
  isAllAnew = true;
  isHurried = true;
}

async function keepOn(apiKey: string): Promise<void> {
  const isWanted = () => apiKey === keyInUse && areaOf(window.location.pathname)?.name === 'kiosk';
  let found: Round['found'] = new Map();
  let lookedAtAllAt = performance.now();
  await untilTimeOrOffline(BEGINS_AFTER_MS);
  while (isWanted()) {
    isHurried = false;
    if (isAllAnew || performance.now() - lookedAtAllAt > LOOK_AT_ALL_MS) {
      isAllAnew = false;
      found = new Map();
      lookedAtAllAt = performance.now();
    }
    // Nothing is stored without the worker, nor for a tab that nobody sees. The next round makes up for a failed one.
    if (isControlled() && document.visibilityState === 'visible')
      await keepRound({ apiKey, isWanted, found }).catch(() => undefined);
    await untilTimeOrOffline(LOOK_AGAIN_MS);
  }
  if (apiKey === keyInUse) keyInUse = '';
}

/**
 * Waits, but no longer than until somebody is in a hurry, or the server gets out of reach: then the marks of the albums
 * are needed.
 */
async function untilTimeOrOffline(ms: number): Promise<void> {
  const wasReachable = isServerReachable();
  for (let waitedMs = 0; waitedMs < ms; waitedMs += OFFLINE_CHECK_MS) {
    await sleep(OFFLINE_CHECK_MS);
    if (isHurried || (wasReachable && !isServerReachable())) return;
  }
}

interface Round {
  apiKey: string;
  isWanted: () => boolean;
  /** The albums of which everything was found on the device: how they were listed then, and how many photos they had. */
  found: Map<string, { asListed: string; photos: number }>;
}

function signatureOf(album: Album): string {
  return JSON.stringify({ ...album, childAlbums: [] });
}

/** The album's own photos. Its slideshow asks for another list, which the worker has to have stored too. */
async function listsOf(apiKey: string, albumId: string): Promise<Photo[]> {
  await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
  return fetchPhotos({ apiKey }, { albumId });
}

async function keepRound({ apiKey, isWanted, found }: Round): Promise<void> {
  let hasSpace = true;
  const budget = new KeptBudget();
  for (const album of keepOrder(await fetchAlbums({ apiKey }), firstAlbumId)) {
    if (!isWanted()) return;
    const asListed = signatureOf(album);
    const before = found.get(album.id);
    if (before?.asListed === asListed) {
      budget.take(before.photos);
      continue;
    }
    const photos = await listsOf(apiKey, album.id).catch(() => undefined);
    const images = (photos ?? []).map((photo) => ({
      thumbnail: imageUrl(photo, 'thumbnail'),
      medium: imageUrl(photo, 'medium'),
    }));
    const toKeep = { id: album.id, photos: images, idleForMs, isWanted };
    const fits = hasSpace && budget.hasRoomFor(images.length);
    if (photos && fits) hasSpace = await keepAlbum(toKeep);
    else if (photos) await lookAt(toKeep);
    else noteKept(album.id, { photos: 1, missing: 1 });
    if (isKept(album.id)) {
      found.set(album.id, { asListed, photos: images.length });
      budget.take(images.length);
    }
  }
}
