import { withTimeout } from '#domain/timing.ts';
import type { FilePlace } from '../slots.ts';

/** The parts that the handling of images needs from the browser and from the rest of the worker. */
interface ImageResponsesParts {
  ownOrigin: () => string;
  storedImage(place: FilePlace): Promise<Response | undefined>;
  storeImage(place: FilePlace, image: Response): Promise<unknown>;
  /** Resolves with an error response when something other than an image was received; rejects when nothing was. */
  fetchImage(url: string): Promise<Response>;
  /** Fetches the image as the page itself would without the worker. */
  fetchAsAsked(request: Request): Promise<Response>;
}

/** The timeout for an image on a bad network. It is short, because the photo after this one may be stored. */
const UNTRUSTED_MS = 500;

interface ImageRequest {
  request: Request;
  /** Undefined for a page without a key, whose images are not stored. */
  place: FilePlace | undefined;
  /** Keeps the worker alive for work that goes on after the response. */
  waitUntil: (work: Promise<unknown>) => void;
  isNetworkTrusted: boolean;
}

/** Responds to requests of screens with the stored image, or else with one from the network, which is then stored. */
export function createImageResponses(parts: ImageResponsesParts) {
  let fetching = 0;

  async function fetchAndStore(url: string, place: FilePlace, waitUntil: ImageRequest['waitUntil']): Promise<Response> {
    const image = await parts.fetchImage(url);
    if (image.type !== 'error') waitUntil(parts.storeImage(place, image.clone()));
    return image;
  }

  async function fromNetwork(
    { request, waitUntil, isNetworkTrusted }: ImageRequest,
    place: FilePlace,
  ): Promise<Response> {
    fetching += 1;
    try {
      const fetched = fetchAndStore(request.url, place, waitUntil);
      if (isNetworkTrusted) return await fetched;
      // It goes on, and is stored for the next time.
      waitUntil(fetched.catch(() => undefined));
      return await withTimeout(fetched, UNTRUSTED_MS, () => Response.error());
    } catch (error) {
      // Images of another origin that does not allow CORS can be shown, but not stored.
      if (new URL(request.url).origin === parts.ownOrigin()) throw error;
      return await parts.fetchAsAsked(request);
    } finally {
      fetching -= 1;
    }
  }

  return {
    /** Whether a screen is waiting for an image from the network: the warm-up then pauses. */
    isScreenWaiting: () => fetching > 0,

    async respond(asked: ImageRequest): Promise<Response> {
      const { place, request } = asked;
      if (!place) return parts.fetchAsAsked(request);
      const stored = await parts.storedImage(place).catch(() => undefined);
      return stored ?? fromNetwork(asked, place);
    },
  };
}
