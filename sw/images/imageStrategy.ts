import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { keyHashOfPage } from '../keys/pageKeys.ts';
import type { ImageRule } from '../routes.ts';
import { fetchImage } from './fetchImage.ts';
import { createImageResponses } from './imageResponses.ts';
import { storedImage, storeImage } from './imageStore.ts';

declare const self: ServiceWorkerGlobalScope;

const images = createImageResponses({
  ownOrigin: () => self.location.origin,
  storedImage,
  storeImage,
  fetchImage: (url) => fetchImage(url, 'auto'),
  fetchAsAsked: (request) => fetch(request),
});

export const { isScreenWaiting } = images;

/** Responds from the cache if it can, and uses the cache of the key that belongs to the requesting page. */
export class ImageStrategy extends Strategy {
  readonly #rule: ImageRule;
  readonly #isNetworkTrusted: boolean;

  /** `isNetworkTrusted`: false while calls of the page get no response in time. */
  constructor(rule: ImageRule, isNetworkTrusted: boolean) {
    super();
    this.#rule = rule;
    this.#isNetworkTrusted = isNetworkTrusted;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const clientId = handler.event instanceof FetchEvent ? handler.event.clientId : '';
    const keyHash = await keyHashOfPage(clientId);
    const { albumSlug } = this.#rule;
    const place = keyHash === undefined ? undefined : { keyHash, albumSlug, url: request.url };
    return images.respond({
      request,
      place,
      waitUntil: (work) => void handler.waitUntil(work),
      isNetworkTrusted: this.#isNetworkTrusted,
    });
  }
}
