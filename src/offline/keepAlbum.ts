import type { PhotoImages } from '#domain/albums/warmUpOrder.ts';
import { sleep } from '#domain/timing.ts';
import { isUpdating } from './applyUpdates.ts';
import { isServerReachable } from './connection.ts';
import { keptAlbum, noteKept } from './keptAlbums.ts';
import { isScreenWarming, missingOf, warm } from './warmUp.ts';

export interface AlbumToKeep {
  id: string;
  photos: readonly PhotoImages[];
  /** The time since the last touch of the device. */
  idleForMs: () => number;
  /** False when the page has something else to do. */
  isWanted: () => boolean;
}

const PERSON_IS_BUSY_MS = 5_000;
const PAUSE_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** An old tablet that decodes a photo for the screen shall hardly notice. */
const BETWEEN_IMAGES_MS = 200;

/** Notes how much of the album can be shown without a network, and returns what is missing of it. */
export async function lookAt({ id, photos }: AlbumToKeep): Promise<string[]> {
  const missing = await missingOf(photos.flatMap(({ thumbnail, medium }) => [thumbnail, medium]));
  const isMissing = new Set(missing);
  const unready = photos.filter(({ thumbnail, medium }) => isMissing.has(thumbnail) || isMissing.has(medium));
  noteKept(id, { photos: photos.length, missing: unready.length });
  return missing;
}

/**
 * Stores what is missing, one image at a time and where there is space already: behind the screen, a person at the
 * device and the album on screen. Resolves to false when there is no more space.
 */
export async function keepAlbum(album: AlbumToKeep): Promise<boolean> {
  const missing = await lookAt(album);
  for (const url of missing) {
    await letOthersGoFirst(album);
    if (!album.isWanted() || !isServerReachable()) break;
    const outcome = await warm(url, true);
    if (outcome === 'full') return false;
    await sleep(BETWEEN_IMAGES_MS);
  }
  if (missing.length > 0) await lookAt(album);
  return true;
}

/** No longer than a minute for each image: one that the screen's own warm-up never gets must not stop all others. */
async function letOthersGoFirst({ idleForMs, isWanted }: AlbumToKeep): Promise<void> {
  const isBusy = () => idleForMs() < PERSON_IS_BUSY_MS || isUpdating() || isScreenWarming();
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS && isBusy(); waitedMs += PAUSE_MS) {
    if (!isWanted() || !isServerReachable()) return;
    await sleep(PAUSE_MS);
  }
}

export function isKept(id: string): boolean {
  return keptAlbum(id)?.missing === 0;
}
