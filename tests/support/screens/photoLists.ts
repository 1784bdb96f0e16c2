import { vi } from 'vitest';
import type { Photo } from '#contract/schemas/photos.ts';

/** Every album has these photos from now on, since jsdom's forms cannot upload any; all other calls reach the server. */
export function answerPhotoLists(photos: readonly Photo[]) {
  const { fetch } = globalThis;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, window.location.href);
    return /\/photos\/albums\/[^/]+\/photos$/.test(pathname) ? Response.json(photos) : fetch(...call);
  });
}
