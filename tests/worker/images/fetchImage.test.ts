import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchImage, isRealImage } from '#sw/images/fetchImage.ts';

const IMAGE = 'https://photos.home/photos/a/medium/x.jpg';

function image(status: number, type: string) {
  return new Response('x', { status, headers: { 'Content-Type': type } });
}

function redirected(response: Response): Response {
  Object.defineProperty(response, 'redirected', { value: true });
  return response;
}

const network = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', network.mockReset()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an image from the network', () => {
  it('is real only if it says so itself', () => {
    expect(isRealImage(image(200, 'image/jpeg'))).toBe(true);
    expect(isRealImage(image(200, 'IMAGE/WEBP'))).toBe(true);
    expect(isRealImage(image(200, 'text/html'))).toBe(false);
    expect(isRealImage(image(200, 'x-image/jpeg'))).toBe(false);
    expect(isRealImage(image(206, 'image/jpeg'))).toBe(false);
    expect(isRealImage(image(404, 'image/png'))).toBe(false);
    expect(isRealImage(redirected(image(200, 'image/jpeg')))).toBe(false);
    expect(isRealImage(new Response(new Uint8Array(3)))).toBe(false);
    expect(isRealImage(Response.error())).toBe(false);
  });

  it('is asked for as CORS, without cookies, past the cache of the browser', async () => {
    network.mockImplementation(async () => image(200, 'image/jpeg'));
    await fetchImage(IMAGE, 'low');
    const options = { mode: 'cors', credentials: 'omit', cache: 'no-store', priority: 'low' };
    expect(network).toHaveBeenCalledWith(IMAGE, expect.objectContaining(options));
    await fetchImage(IMAGE, 'auto');
    expect(network).toHaveBeenLastCalledWith(IMAGE, expect.objectContaining({ priority: 'auto' }));
  });

  it.each([
    ['a browser that shows WebP', async () => ({ close: () => undefined }), 'image/webp,*/*;q=0.8'],
    ['one that does not', () => Promise.reject(new Error('no such format')), '*/*'],
    ['one that cannot tell', undefined, '*/*'],
  ])('is asked for in the formats of %s', async (_browser, createImageBitmap, accept) => {
    vi.stubGlobal('createImageBitmap', createImageBitmap);
    vi.resetModules();
    const worker = await import('#sw/images/fetchImage.ts');
    network.mockImplementation(async () => image(200, 'image/jpeg'));
    await worker.fetchImage(IMAGE, 'auto');
    expect(network).toHaveBeenLastCalledWith(IMAGE, expect.objectContaining({ headers: { Accept: accept } }));
  });

  it.each([
    [3_840, IMAGE, 'image/webp;long-side=3840,image/webp,*/*;q=0.8'],
    [3_840, IMAGE.replace('medium', 'thumbnail'), 'image/webp,*/*;q=0.8'],
    [2_999, IMAGE, 'image/webp,*/*;q=0.8'],
  ])('is asked for in the size of a screen of %i pixels: %s', async (longSide, url, accept) => {
    vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
    vi.resetModules();
    const { noteScreen } = await import('#sw/images/fetchImage.ts');
    const worker = await import('#sw/images/fetchImage.ts');
    await noteScreen(longSide);
    network.mockImplementation(async () => image(200, 'image/jpeg'));
    await worker.fetchImage(url, 'auto');
    expect(network).toHaveBeenLastCalledWith(url, expect.objectContaining({ headers: { Accept: accept } }));
  });

  it('keeps its bytes and its type, and nothing of how long it may be kept', async () => {
    const headers = { 'Content-Type': 'image/jpeg', 'Cache-Control': 'max-age=31536000', ETag: '"x"' };
    network.mockImplementation(async () => new Response('bytes', { headers }));
    const fetched = await fetchImage(IMAGE, 'auto');
    expect(Object.fromEntries(fetched.headers)).toEqual({ 'content-type': 'image/jpeg' });
    expect(await fetched.text()).toBe('bytes');
  });

  it('is an error where a portal answers with a page', async () => {
    network.mockImplementation(async () => image(200, 'text/html'));
    expect((await fetchImage(IMAGE, 'auto')).type).toBe('error');
  });

  it('is given up when it stops coming, in the middle too', async () => {
    vi.useFakeTimers();
    network.mockImplementation(async (_url, options) => {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new Uint8Array(1));
          options?.signal?.addEventListener('abort', () => stream.error(new Error('Aborted')));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'image/jpeg' } });
    });
    const given = vi.fn();
    const fetched = fetchImage(IMAGE, 'auto').catch(given);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(given).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await fetched;
    expect(given).toHaveBeenCalledWith(new Error('Aborted'));
  });
});
