import { abortAfter } from '../../src/domain/timing.ts';

const TIMEOUT_MS = 30_000;

/** A portal's page, a part of an image and an opaque response are not stored. */
export function isRealImage(response: Response): boolean {
  const isImage = /^image\//i.test(response.headers.get('Content-Type') ?? '');
  return response.status === 200 && !response.redirected && isImage;
}

/**
 * Returns the whole image, or an error response when something else came; rejects when nothing came. Fetched as CORS and
 * without cookies: an opaque response could not be told from an error page, and costs seven megabytes of quota.
 */
export async function fetchImage(url: string, priority: 'auto' | 'low'): Promise<Response> {
  return abortAfter(TIMEOUT_MS, async (signal) => {
    // Stored by the worker under the key, and not also in the browser's own cache, where a revocation would not reach it.
    const response = await fetch(url, { mode: 'cors', credentials: 'omit', cache: 'no-store', signal, priority });
    // Read whole before the timeout, so that half an image neither hangs nor gets stored.
    const bytes = await response.blob();
    if (!isRealImage(response)) return Response.error();
    // Without the server's year of freshness: the page's own memory must not outlive a revocation either.
    return new Response(bytes, { headers: { 'Content-Type': response.headers.get('Content-Type') ?? '' } });
  });
}
