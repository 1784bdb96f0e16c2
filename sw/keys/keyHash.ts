import { get, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';

/** By the hash of a replacing key: the hash under which everything was stored before. */
type ReplacedKeys = Record<string, string>;

const hashes = new Map<string, Promise<string>>();
let replacedKeys: Promise<ReplacedKeys> | undefined;

export async function hashOfText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readReplacedKeys(): Promise<ReplacedKeys> {
  return (await get<ReplacedKeys>(RECORDS.replacedKeys)) ?? {};
}

async function makeHash(apiKey: string): Promise<string> {
  const hash = await hashOfText(apiKey);
  try {
    replacedKeys ??= readReplacedKeys();
    return (await replacedKeys)[hash] ?? hash;
  } catch {
    // It is read again for the next call: the database may work by then.
    replacedKeys = undefined;
    hashes.delete(apiKey);
    return hash;
  }
}

/**
 * Used instead of the key in everything the worker stores: names of caches, their keys, records. A key that replaced
 * another has the other's, so that nothing has to be moved or loaded again.
 */
export function hashOfKey(apiKey: string): Promise<string> {
  const hash = hashes.get(apiKey) ?? makeHash(apiKey);
  hashes.set(apiKey, hash);
  return hash;
}

/** The hashes under which something may be stored for a key: a worker that cannot read which key it replaced uses its own. */
export async function hashesOf(keyHash: string): Promise<string[]> {
  const replaced = Object.entries(await readReplacedKeys().catch((): ReplacedKeys => ({})));
  return [keyHash, ...replaced.flatMap(([hash, before]) => (before === keyHash ? [hash] : []))];
}

/** Makes the key stand for the data under this hash. Rejects when that cannot be stored. */
export async function replaceKey(keyHash: string, newKey: string): Promise<void> {
  const hash = await hashOfText(newKey);
  await update<ReplacedKeys>(RECORDS.replacedKeys, (before) => ({ ...before, [hash]: keyHash }));
  hashes.delete(newKey);
  replacedKeys = undefined;
}
