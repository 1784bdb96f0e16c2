import type { MissingResponse, WarmOutcome } from '../src/contract/offline.ts';
import { hasRoomToWarm, storeImage } from './imageStore.ts';
import { keyHashOfPage } from './pageKeys.ts';
import { fetchImage, isScreenWaiting } from './imageStrategy.ts';
import { imagesCacheName, ruleFor } from './routes.ts';

declare const self: ServiceWorkerGlobalScope;

const GIVE_WAY_MS = 200;
const GIVE_WAY_AT_MOST_MS = 10_000;

function albumOfImage(url: string): string | undefined {
  const asked = { method: 'GET', url, isNavigation: false, apiKey: null, hasAuthorization: false };
  const rule = ruleFor(asked, self.location.origin);
  return rule.kind === 'image' ? rule.albumSlug : undefined;
}

function byAlbum(urls: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const url of urls) {
    const slug = albumOfImage(url);
    if (slug === undefined) continue;
    const group = groups.get(slug) ?? [];
    group.push(url);
    groups.set(slug, group);
  }
  return groups;
}

/** One listing an album: asking for each of ten thousand images alone takes an old tablet minutes. */
export async function missingImages(clientId: string, urls: string[]): Promise<MissingResponse> {
  const keyHash = await keyHashOfPage(clientId);
  if (keyHash === undefined) return { missing: urls };
  const stored = new Set<string>();
  for (const slug of byAlbum(urls).keys()) {
    const name = imagesCacheName(keyHash, slug);
    if (!(await caches.has(name))) continue;
    for (const request of await (await caches.open(name)).keys()) stored.add(request.url);
  }
  return { missing: urls.filter((url) => !stored.has(url)) };
}

async function giveWay(): Promise<void> {
  for (let waited = 0; isScreenWaiting() && waited < GIVE_WAY_AT_MOST_MS; waited += GIVE_WAY_MS) {
    await new Promise((resolve) => {
      setTimeout(resolve, GIVE_WAY_MS);
    });
  }
}

export async function warmImage(clientId: string, url: string): Promise<WarmOutcome> {
  const keyHash = await keyHashOfPage(clientId);
  const albumSlug = albumOfImage(url);
  if (keyHash === undefined || albumSlug === undefined) return 'unbound';
  await giveWay();
  if (!(await hasRoomToWarm())) return 'full';
  try {
    const image = await fetchImage(url, 'low');
    if (image.type === 'error') return 'failed';
    return await storeImage({ keyHash, albumSlug, url }, image);
  } catch {
    return 'failed';
  }
}
