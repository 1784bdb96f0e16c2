import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createImageResponses } from '#sw/images/imageResponses.ts';

type ImageResponsesParts = Parameters<typeof createImageResponses>[0];

const OWN = 'https://photos.home';
const URL_OF_IMAGE = `${OWN}/photos/a/medium/x.jpg`;
const place = { keyHash: 'aa', albumSlug: 'a', url: URL_OF_IMAGE };

function worker({
  isNetworkTrusted = true,
  ...over
}: Partial<ImageResponsesParts> & { isNetworkTrusted?: boolean } = {}) {
  const parts = {
    ownOrigin: () => OWN,
    storedImage: vi.fn(async (): Promise<Response | undefined> => undefined),
    storeImage: vi.fn(async (_place: unknown, image: Response) => image.text()),
    fetchImage: vi.fn(async () => new Response('fetched')),
    fetchAsAsked: vi.fn(async () => new Response('as asked')),
    ...over,
  };
  const kept: Promise<unknown>[] = [];
  const images = createImageResponses(parts);
  const ask = (url = URL_OF_IMAGE) =>
    images.respond({
      request: new Request(url),
      place: { ...place, url },
      waitUntil: (work) => void kept.push(work),
      isNetworkTrusted,
    });
  return { parts, kept, ask, images };
}

describe('an image for a screen', () => {
  it('is the stored one, and the network is not asked', async () => {
    const { parts, ask } = worker({ storedImage: async () => new Response('stored') });
    expect(await (await ask()).text()).toBe('stored');
    expect(parts.fetchImage).not.toHaveBeenCalled();
    expect(parts.storeImage).not.toHaveBeenCalled();
  });

  it('comes from the network else, and is stored beside being shown', async () => {
    const { parts, kept, ask } = worker();
    const image = await ask();
    expect(parts.storedImage).toHaveBeenCalledWith(place);
    expect(parts.fetchImage).toHaveBeenCalledWith(URL_OF_IMAGE);
    expect(await image.text()).toBe('fetched');
    expect(vi.mocked(parts.storeImage).mock.calls[0]?.[0]).toEqual(place);
    expect(await Promise.all(kept)).toEqual(['fetched']);
  });

  it('comes from the network also when the store cannot be read', async () => {
    const { ask } = worker({ storedImage: () => Promise.reject(new Error('Broken')) });
    expect(await (await ask()).text()).toBe('fetched');
  });

  it('is not stored if something else came in its place', async () => {
    const { parts, kept, ask } = worker({ fetchImage: async () => Response.error() });
    expect((await ask()).type).toBe('error');
    expect(parts.storeImage).not.toHaveBeenCalled();
    expect(kept).toEqual([]);
  });

  it('fails when the server is out of reach', async () => {
    const { parts, ask } = worker({ fetchImage: () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(ask()).rejects.toThrow('Failed to fetch');
    expect(parts.fetchAsAsked).not.toHaveBeenCalled();
  });

  it('is not waited for long while no call gets a response, and is stored for the next time', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const arrivals: ((image: Response) => void)[] = [];
    const fetchImage = () => new Promise<Response>((resolve) => arrivals.push(resolve));
    const { parts, kept, ask } = worker({ fetchImage, isNetworkTrusted: false });
    const asked = ask();
    await vi.advanceTimersByTimeAsync(500);
    expect((await asked).type).toBe('error');
    arrivals[0]!(new Response('late'));
    await Promise.all(kept);
    expect(vi.mocked(parts.storeImage).mock.calls[0]?.[0]).toEqual(place);
  });

  it('comes from the network all the same where that is as fast as ever', async () => {
    const { kept, ask } = worker({ isNetworkTrusted: false });
    expect(await (await ask()).text()).toBe('fetched');
    // The image itself, which would go on if it were late, and its storing.
    expect(kept).toHaveLength(2);
  });

  it('of another origin that allows no CORS is shown, and not stored', async () => {
    const { parts, ask } = worker({ fetchImage: () => Promise.reject(new TypeError('CORS')) });
    expect(await (await ask('https://cdn.example/photos/a/medium/x.jpg')).text()).toBe('as asked');
    expect(parts.storeImage).not.toHaveBeenCalled();
  });

  it('of a page without a key just passes through', async () => {
    const { parts, images } = worker();
    const request = new Request(URL_OF_IMAGE);
    const asked = { request, place: undefined, waitUntil: () => undefined, isNetworkTrusted: true };
    const image = await images.respond(asked);
    expect(await image.text()).toBe('as asked');
    expect(parts.fetchAsAsked).toHaveBeenCalledWith(request);
    expect(parts.storedImage).not.toHaveBeenCalled();
  });
});

describe('whether a screen is waiting', () => {
  it('is so while an image for it is on its way, however that ends', async () => {
    const ways: ((failed: boolean) => void)[] = [];
    const fetchImage = () =>
      new Promise<Response>((resolve, reject) => {
        ways.push((failed) => (failed ? reject(new TypeError('Failed')) : resolve(new Response('x'))));
      });
    const { ask, images } = worker({ fetchImage });
    expect(images.isScreenWaiting()).toBe(false);
    const asked = [ask(), ask()];
    await vi.waitFor(() => expect(ways).toHaveLength(2));
    expect(images.isScreenWaiting()).toBe(true);
    ways[0]!(false);
    await asked[0];
    expect(images.isScreenWaiting()).toBe(true);
    ways[1]!(true);
    await expect(asked[1]).rejects.toThrow('Failed');
    expect(images.isScreenWaiting()).toBe(false);
  });
});
