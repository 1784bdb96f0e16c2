import { del, get, keys, set } from 'idb-keyval';
import { hashOfKey } from './keyHash.ts';
import { keyOfPage } from './routes.ts';

declare const self: ServiceWorkerGlobalScope;

/** Which key a page last showed, since its image requests carry none; `keyHash` is empty on an admin page. */
interface Binding {
  keyHash: string;
  /** Albums on this page's screen. */
  showing: string[];
}

const RECORD_PREFIX = 'page:';
const bindings = new Map<string, Binding>();

function isBinding(value: unknown): value is Binding {
  return typeof value === 'object' && value !== null && 'keyHash' in value && 'showing' in value;
}

function recordOf(clientId: string): string {
  return RECORD_PREFIX + clientId;
}

/** The worker is stopped between two slides, so what it knows of pages is written down. */
async function remember(clientId: string, binding: Binding): Promise<void> {
  bindings.set(clientId, binding);
  await set(recordOf(clientId), binding).catch(() => undefined);
}

async function recall(clientId: string): Promise<Binding | undefined> {
  const known = bindings.get(clientId);
  if (known) return known;
  const stored: unknown = await get(recordOf(clientId)).catch(() => undefined);
  if (!isBinding(stored)) return undefined;
  bindings.set(clientId, stored);
  return stored;
}

async function bindingFromUrl(clientId: string): Promise<Binding | undefined> {
  const client = await self.clients.get(clientId);
  const apiKey = client && keyOfPage(client.url);
  return apiKey === undefined ? undefined : { keyHash: await hashOfKey(apiKey), showing: [] };
}

/** The worker gives the page itself and so knows its address: its first image then waits for no look into a store. */
export async function rememberPageKey(clientId: string, pageUrl: string): Promise<void> {
  const apiKey = keyOfPage(pageUrl);
  if (clientId === '' || apiKey === undefined) return;
  await remember(clientId, { keyHash: await hashOfKey(apiKey), showing: [] });
}

/** A call with this key came from the page: its images are stored under the key from now on. */
export async function bindPage(clientId: string, keyHash: string): Promise<void> {
  if (clientId === '') return;
  const before = await recall(clientId);
  if (before?.keyHash === keyHash) return;
  await remember(clientId, { keyHash, showing: [] });
}

/** The hash of the key a page shows, if it is a kiosk page. */
export async function keyHashOfPage(clientId: string): Promise<string | undefined> {
  if (clientId === '') return undefined;
  const binding = (await recall(clientId)) ?? (await bindingFromUrl(clientId));
  return binding?.keyHash || undefined;
}

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
      const binding = (await recall(client.id)) ?? (await bindingFromUrl(client.id));
      return { client, keyHash: binding?.keyHash ?? '', showing: binding?.showing ?? [] };
    }),
  );
  return pages.filter((page) => page.keyHash !== '');
}

export async function dropRecordsOfClosedPages(): Promise<void> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = new Set(clients.map((client) => recordOf(client.id)));
  const records = await keys<string>().catch(() => []);
  const closed = records.filter((record) => record.startsWith(RECORD_PREFIX) && !open.has(record));
  await Promise.all(closed.map((record) => del(record).catch(() => undefined)));
}
