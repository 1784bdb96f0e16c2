import type { Page } from '@playwright/test';

export interface Stored {
  place: string;
  text: string;
}

/** Everything the device stores for this origin, as text, each with the place it was found in. */
export async function everythingStored(page: Page): Promise<Stored[]> {
  return [...(await cached(page)), ...(await recorded(page)), ...(await simplyStored(page))];
}

/** Names, addresses, headers and bodies of all caches, pictures byte by byte. */
function cached(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const found: { place: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        const headers = JSON.stringify([...request.headers.entries(), ...(response?.headers.entries() ?? [])]);
        found.push({ place: `cache ${name}`, text: `${name} ${request.url} ${headers} ${await response?.text()}` });
      }
    }
    return found;
  });
}

/** All records of all databases. */
function recorded(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing from out there
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('The database does not answer')));
      });
    const found: { place: string; text: string }[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
        for (const [at, key] of keys.entries()) {
          found.push({
            place: `record ${JSON.stringify(key)}`,
            text: JSON.stringify([name, storeName, key, values[at]]),
          });
        }
      }
      database.close();
    }
    return found;
  });
}

/** Resolves when the page has stored what it has begun to write: a reading of its records waits for that. */
export async function recordsWritten(page: Page): Promise<void> {
  await recorded(page);
}

function simplyStored(page: Page): Promise<Stored[]> {
  return page.evaluate(() => {
    const entries = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage));
    const stored = entries.map(([name, value]) => ({ place: `storage ${name}`, text: `${name} ${value}` }));
    return [...stored, { place: 'cookies', text: document.cookie }];
  });
}

/** The addresses of all images that the device's worker has stored. */
export function storedImages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of (await caches.keys()).filter((each) => each.includes(':images:'))) {
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    }
    return urls;
  });
}

/** The addresses of the lists that the worker has stored. */
export const storedLists = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      if (name.endsWith(':answers')) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    }
    return found;
  });
