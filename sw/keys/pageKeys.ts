import { del, get, keys, set } from 'idb-keyval';
import type { WorkerToPage } from '#contract/offline.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { inTime } from '../inTime.ts';
import { hashOfKey } from '../cacheNames.ts';

declare const self: ServiceWorkerGlobalScope;

/** The key that a page used last, since its requests for images contain none. */
interface PageKey {
  /** Empty on an admin page. */
  keyHash: string;
  /** The albums on the page's screen. */
  showing: string[];
}

const pageKeys = new Map<string, PageKey>();

function isPageKey(value: unknown): value is PageKey {
  return typeof value === 'object' && value !== null && 'keyHash' in value && 'showing' in value;
}

function recordName(clientId: string): string {
  return RECORDS.pageKey + clientId;
}

/** Browsers stop the worker between two slides, so what it knows about pages is stored in IndexedDB. */
async function remember(clientId: string, pageKey: PageKey): Promise<void> {
  pageKeys.set(clientId, pageKey);
  await inTime(() => set(recordName(clientId), pageKey)).catch(() => undefined);
}

async function recall(clientId: string): Promise<PageKey | undefined> {
  const known = pageKeys.get(clientId);
  if (known) return known;
  const stored = await inTime((): Promise<unknown> => get(recordName(clientId))).catch(() => undefined);
  if (!isPageKey(stored)) return undefined;
  pageKeys.set(clientId, stored);
  return stored;
}

async function fromAddress(pageUrl: string): Promise<PageKey | undefined> {
  const apiKey = keyInAddress(new URL(pageUrl));
  return apiKey === undefined ? undefined : { keyHash: await hashOfKey(apiKey), showing: [] };
}

/**
 * The worker serves the page itself, and so learns the key from its address: the first image needs no look-up in
 * storage.
 */
export async function rememberPageKey(clientId: string, pageUrl: string): Promise<void> {
  const pageKey = clientId === '' ? undefined : await fromAddress(pageUrl);
  if (pageKey) await remember(clientId, pageKey);
}

/** Call when the page has made a call with this key: its images are stored under the key from then on. */
export async function bindPage(clientId: string, keyHash: string): Promise<void> {
  if (clientId === '') return;
  const before = await recall(clientId);
  if (before?.keyHash === keyHash) return;
  await remember(clientId, { keyHash, showing: [] });
}

/** The hash of the key that a page uses; undefined for a page that is not the kiosk's. */
export async function keyHashOfPage(clientId: string): Promise<string | undefined> {
  if (clientId === '') return undefined;
  const known = await recall(clientId);
  if (known) return known.keyHash || undefined;
  const client = await self.clients.get(clientId);
  return client && (await fromAddress(client.url))?.keyHash;
}

/** Stores which albums a page shows, and returns the hash of its key. */
export async function setShowing(clientId: string, showing: string[]): Promise<string | undefined> {
  const keyHash = await keyHashOfPage(clientId);
  if (keyHash !== undefined) await remember(clientId, { keyHash, showing });
  return keyHash;
}

/** The open kiosk pages with what they show. */
export async function openPages(): Promise<{ client: Client; keyHash: string; showing: string[] }[]> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = await Promise.all(
    clients.map(async (client) => {
      const pageKey = (await recall(client.id)) ?? (await fromAddress(client.url));
      return { client, keyHash: pageKey?.keyHash ?? '', showing: pageKey?.showing ?? [] };
    }),
  );
  return pages.filter((page) => page.keyHash !== '');
}

export async function dropRecordsOfClosedPages(): Promise<void> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = new Set(clients.map((client) => recordName(client.id)));
  const records = await inTime(() => keys<string>()).catch(() => []);
  const closed = records.filter((record) => record.startsWith(RECORDS.pageKey) && !open.has(record));
  await Promise.all(closed.map((record) => inTime(() => del(record)).catch(() => undefined)));
}

/** Sends a message to all open pages of a key. */
export async function tellPages(keyHash: string, message: WorkerToPage): Promise<void> {
  for (const page of await openPages()) {
    if (page.keyHash === keyHash) page.client.postMessage(message, []);
  }
}
