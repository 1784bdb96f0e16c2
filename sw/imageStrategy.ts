import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { storeImage, storedImage, type ImagePlace } from './imageStore.ts';
import { keyHashOfPage } from './pageKeys.ts';
import type { ImageRule } from './routes.ts';
import { isRealImage } from './classifyResponse.ts';

declare const self: ServiceWorkerGlobalScope;

const IMAGE_DEADLINE_MS = 30_000;
let imagesForScreens = 0;

/** Whether a screen is waiting for an image from the network right now: the warm-up then waits. */
export function isScreenWaiting(): boolean {
  return imagesForScreens > 0;
}

/**
 * Fetched as CORS and without cookies: an opaque answer could not be told from an error page, and costs seven
 * megabytes of quota.
 */
export async function fetchImage(url: string, priority: 'auto' | 'low'): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, IMAGE_DEADLINE_MS);
  try {
    const { signal } = controller;
    // Kept here under the key, and not a second time in the browser's own cache, where no refusal would reach it.
    const options: RequestInit = { mode: 'cors', credentials: 'omit', cache: 'no-store', signal, priority };
    const response = await fetch(url, options);
    // Taken whole under the deadline, so that half an image neither hangs nor gets stored.
    const bytes = await response.blob();
    if (!isRealImage(response)) return Response.error();
    // Without the server's year of freshness: the page's own memory must not outlive a refusal either.
    return new Response(bytes, { headers: { 'Content-Type': response.headers.get('Content-Type') ?? '' } });
  } finally {
    clearTimeout(timer);
  }
}

/** Cache first, for kiosk pages only, under the page's key; another page's images just pass through. */
export class KioskImage extends Strategy {
  private readonly rule: ImageRule;

  constructor(rule: ImageRule) {
    super({ cacheName: 'kiosk:images' });
    this.rule = rule;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const clientId = handler.event instanceof FetchEvent ? handler.event.clientId : '';
    const keyHash = await keyHashOfPage(clientId);
    if (keyHash === undefined) return fetch(request);
    const place: ImagePlace = { keyHash, albumSlug: this.rule.albumSlug, url: request.url };
    const stored = await storedImage(place).catch(() => undefined);
    if (stored) return stored;
    imagesForScreens += 1;
    try {
      const image = await fetchImage(request.url, 'auto');
      if (image.type !== 'error') void handler.waitUntil(storeImage(place, image.clone()));
      return image;
    } catch (error) {
      // An asset origin without CORS still shows its pictures; they just cannot be kept.
      if (new URL(request.url).origin === self.location.origin) throw error;
      return await fetch(request);
    } finally {
      imagesForScreens -= 1;
    }
  }
}
