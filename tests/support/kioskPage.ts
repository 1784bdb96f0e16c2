import type { Page } from '@playwright/test';

/** The address of a kiosk screen, as an operator would write it: `path` is what follows /circuit-tree. */
export function kioskUrl(server: { origin: string; kioskKey: string }, path = '', extra = ''): string {
  return `${server.origin}/circuit-tree${path}?apiKey=${encodeURIComponent(server.kioskKey)}${extra}`;
}

/** What a kiosk page was answered, as far as the tests compare it. */
export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Asks from within the page, so through its worker, the way the app does. */
export function ask(page: Page, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return page.evaluate(
    async ({ path: url, headers: sent }) => {
      try {
        const response = await fetch(url, { headers: sent });
        const type = response.headers.get('Content-Type') ?? '';
        return { status: response.status, type, body: type.startsWith('image/') ? '' : await response.text() };
      } catch (error) {
        return { status: 0, type: '', body: String(error) };
      }
    },
    { path, headers },
  );
}

/** The three calls of a start, one after the other, with the time they took together. */
export async function askStart(page: Page, apiKey: string, albumId: string) {
  const started = performance.now();
  const check = await ask(page, `/auth/check-api-key/${encodeURIComponent(apiKey)}`);
  const albums = await ask(page, '/photos/albums', { 'X-API-Key': apiKey });
  const photos = await ask(page, `/photos/albums/${albumId}/photos`, { 'X-API-Key': apiKey });
  return { check, albums, photos, tookMs: performance.now() - started };
}

/** Whether the URL shows as a picture in an `<img>` of the page. */
export function showsImage(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (source) =>
      new Promise<boolean>((resolve) => {
        const image = new Image();
        image.addEventListener('load', () => resolve(image.naturalWidth > 0));
        image.addEventListener('error', () => resolve(false));
        image.src = source;
      }),
    url,
  );
}

/** Everything the device stores, as text, each with the place it was found in. */
export function everythingStored(page: Page): Promise<{ place: string; text: string }[]> {
  return page.evaluate(async () => {
    const found: { place: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        const headers = JSON.stringify([...(response?.headers.entries() ?? [])]);
        const isText = !(response?.headers.get('Content-Type') ?? '').startsWith('image/');
        const body = isText ? ((await response?.text()) ?? '') : '';
        found.push({ place: `cache ${name}`, text: `${name} ${request.url} ${headers} ${body}` });
      }
    }
    const request = indexedDB.open('keyval-store');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('no database')));
    });
    const objects = database.transaction('keyval').objectStore('keyval').openCursor();
    await new Promise<void>((resolve) => {
      objects.addEventListener('success', () => {
        const cursor = objects.result;
        if (!cursor) return resolve();
        const record = JSON.stringify([cursor.key, cursor.value]);
        found.push({ place: `record ${JSON.stringify(cursor.key)}`, text: record });
        cursor.continue();
        return undefined;
      });
    });
    database.close();
    for (const storage of [localStorage, sessionStorage]) {
      for (const [key, value] of Object.entries(storage)) found.push({ place: 'storage', text: `${key} ${value}` });
    }
    return found;
  });
}
