import { API_PATHS } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { STILL_FIRST_MS } from '#domain/clips/playing.ts';
import type { ApiClient } from '#scripts/run/apiClient.ts';
import { withClip } from '#tests/clips/support/clipUploads.ts';
import { video } from '#tests/clips/support/videos.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { PHOTO_SIZE } from '../bench/measuring/endurance.ts';
import type { WallKiosk } from '../bench/measuring/wallKiosk.ts';

export const PHOTOS = 30;
/** One photo in so many moves. */
export const MOVES_EVERY = 10;
/** The clip of the tests plays for half a second instead of one: most of a run is waiting for it. */
const SLOWER = 0.5;
/** A tablet of the year 2015 beside this machine. */
export const SLOW_DOWN = 6;

/** Fills an album with photos, of which every tenth moves. Returns those that do. */
export async function fillMoving(api: ApiClient, albumId: string): Promise<Photo[]> {
  const clip = await video({ slower: SLOWER });
  const moving: Photo[] = [];
  for (const [index, file] of (await colouredPhotos(PHOTOS, PHOTO_SIZE)).entries()) {
    if (index % MOVES_EVERY > 0) await api.upload(albumId, [file]);
    else moving.push(...(await sendWithClip(api, albumId, withClip(Buffer.from(file.bytes), clip, file.name))));
  }
  return moving;
}

/** Fills an album with the same photos, of which none moves. */
export async function fillStill(api: ApiClient, albumId: string): Promise<Photo[]> {
  for (const file of await colouredPhotos(PHOTOS, PHOTO_SIZE)) await api.upload(albumId, [file]);
  return [];
}

/** Uploads a photo with its clip, which must be taken. */
export async function sendWithClip({ origin, token }: ApiClient, albumId: string, body: FormData): Promise<Photo[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(origin + API_PATHS.albumPhotos(albumId), { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${response.status} for a photo with its clip`);
  const { photos }: { photos: Photo[] } = JSON.parse(await response.text());
  if (photos.some((photo) => photo.clip === undefined)) throw new Error('A clip was refused');
  return photos;
}

/** The page's time passes in such steps until the clip has begun: a clip has a second to draw its first frame. */
const STEP_MS = 100;

/**
 * Plays the clip of the photo that has just come on screen, if it has one: the still's time passes at once, the clip plays
 * in its own. Returns whether it came to its end; undefined for a photo that stands still.
 */
export async function playClip(kiosk: WallKiosk, moving: ReadonlySet<string>): Promise<boolean | undefined> {
  if (!moving.has(await kiosk.ask(shownPhoto))) return undefined;
  for (let passedMs = 0; !(await kiosk.ask(hasClip)); passedMs += STEP_MS) {
    if (passedMs > STILL_FIRST_MS) return false;
    await kiosk.pass(STEP_MS);
  }
  return kiosk.ask(untilClipIsOver);
}

/** Runs in the page: the file of the image on screen. */
function shownPhoto(): string {
  const address = document.querySelector('dialog img[data-front]')?.getAttribute('src') ?? '';
  return address.split('/').at(-1) ?? '';
}

/** Runs in the page. */
function hasClip(): boolean {
  return document.querySelector('dialog video') !== null;
}

/** Runs in the page: ends when the clip on screen has left it. Returns whether it came to its end. */
function untilClipIsOver(): Promise<boolean> {
  const clip = document.querySelector<HTMLVideoElement>('dialog video');
  if (!clip) return Promise.resolve(false);
  let isAtEnd = false;
  clip.addEventListener('ended', () => (isAtEnd = true), { capture: true, once: true });
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (clip.isConnected) return;
      observer.disconnect();
      resolve(isAtEnd);
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}
