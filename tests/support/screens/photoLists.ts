import { vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';

/**
 * Every album has these photos from now on, since jsdom's forms cannot upload any; all other calls reach the server, but
 * for the one with the path `lost`.
 */
export function answerPhotoLists(photos: readonly Photo[], lost?: string) {
  const { fetch } = globalThis;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, window.location.href);
    if (pathname === lost) throw new TypeError('Failed to fetch');
    return /\/photos\/albums\/[^/]+\/photos$/.test(pathname) ? Response.json(photos) : fetch(...call);
  });
}
