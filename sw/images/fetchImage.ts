import { get, set } from 'idb-keyval';
import { LARGE_IMAGE, IMAGE_PATTERNS } from '#contract/paths.ts';
import { matchPathEnd } from '#contract/pathPatterns.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { abortAfter } from '#domain/timing.ts';
import { inTime } from '../inTime.ts';

const TIMEOUT_MS = 30_000;

/** False for a captive portal's page, a part of an image and an opaque response, which must not be stored. */
export function isRealImage(response: Response): boolean {
  const isImage = /^image\//i.test(response.headers.get('Content-Type') ?? '');
  return response.status === 200 && !response.redirected && isImage;
}

/** A picture of one pixel. */
const WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
let isWebpShown: Promise<boolean> | undefined;

/** Whether this browser shows WebP: its own requests for images say so, and the worker's requests have to. */
function showsWebp(): Promise<boolean> {
  isWebpShown ??= decodes(Uint8Array.from(atob(WEBP), (character) => character.charCodeAt(0)));
  return isWebpShown;
}

async function decodes(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    (await createImageBitmap(new Blob([bytes]))).close();
    return true;
  } catch {
    return false;
  }
}

async function acceptFor(url: string): Promise<string> {
  if (!(await showsWebp())) return '*/*';
  const isMedium = matchPathEnd(IMAGE_PATTERNS.medium, new URL(url).pathname) !== undefined;
  const formats = 'image/webp,*/*;q=0.8';
  return isMedium && (await isScreenLarge()) ? `${LARGE_IMAGE.accept},${formats}` : formats;
}

/**
 * Returns the whole image, or an error response when something else was received; rejects when nothing was. Fetched
 * with CORS and without cookies: an opaque response could not be told from an error page, and counts as seven megabytes
 * of quota.
 */
export async function fetchImage(url: string, priority: 'auto' | 'low'): Promise<Response> {
  return abortAfter(TIMEOUT_MS, async (signal) => {
    // `no-store`, because the worker stores the image itself: in the browser's own cache a copy would stay when the key
    // is revoked.
    const response = await fetch(url, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      headers: { Accept: await acceptFor(url) },
      signal,
      priority,
    });
    // Read completely within the timeout, so that a connection that stops in the middle neither hangs nor stores half
    // an image.
    const bytes = await response.blob();
    if (!isRealImage(response)) return Response.error();
    // Without the server's header that allows caching for a year: the page's memory must not hold the image either when
    // the key is revoked.
    return new Response(bytes, { headers: { 'Content-Type': response.headers.get('Content-Type') ?? '' } });
  });
}

let isLarge: Promise<boolean> | undefined;

/** Whether medium images look soft on the device's screen, which a page has reported: it has so many pixels. */
function isScreenLarge(): Promise<boolean> {
  isLarge ??= read();
  return isLarge;
}

async function read(): Promise<boolean> {
  try {
    return (await inTime((): Promise<unknown> => get(RECORDS.largeScreen))) === true;
  } catch {
    return false;
  }
}

/** Call when a page reports the number of pixels along the screen's longer side. */
export async function noteScreen(longSide: number): Promise<void> {
  const now = longSide >= LARGE_IMAGE.fromScreenPixels;
  if ((await isScreenLarge()) === now) return;
  isLarge = Promise.resolve(now);
  try {
    await set(RECORDS.largeScreen, now);
  } catch {
    // The next page reports it again.
  }
}
