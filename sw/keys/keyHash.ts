import { get, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { hashOfText, placeOfHash } from '#domain/access/replacedKey.ts';
import { withTimeout } from '#domain/timing.ts';

/** By the hash of a replacing key: the hash under which everything was stored before. */
type ReplacedKeys = Record<string, string>;

const hashes = new Map<string, Promise<string>>();
let replacedKeys: Promise<ReplacedKeys> | undefined;

/** Everything waits for these records, and some browsers' IndexedDB has been seen to hang. */
const TIMEOUT_MS = 1_000;
/** The interval of new attempts while it hangs. */
const TRY_AGAIN_MS = 10_000;
let hungAtMs = -Infinity;

function hangs(): never {
  throw new Error('IndexedDB hangs');
}

/** Rejects when IndexedDB hangs, and then without another attempt for a while. */
export async function inTime<Value>(work: () => Promise<Value>): Promise<Value> {
  if (performance.now() - hungAtMs < TRY_AGAIN_MS) return hangs();
  return withTimeout(work(), TIMEOUT_MS, () => {
    hungAtMs = performance.now();
    return hangs();
  });
}

async function readReplacedKeys(): Promise<ReplacedKeys> {
  return (await inTime(() => get<ReplacedKeys>(RECORDS.replacedKeys))) ?? {};
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
    return (await (await caches.match(placeOfHash(hash)).catch(() => undefined))?.text()) ?? hash;
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

/** Call when this worker takes over: while it waited, the one before may have stored that a key was replaced. */
export function readKeysAnew(): void {
  replacedKeys = undefined;
  hashes.clear();
}

/**
 * The hashes under which something may be stored for a key, the one in use first. A worker that cannot read which key
 * this one has replaced stores under the key's own hash.
 */
export async function hashesOf(keyHash: string): Promise<string[]> {
  const replaced = Object.entries(await readReplacedKeys().catch((): ReplacedKeys => ({})));
  return [keyHash, ...replaced.flatMap(([hash, before]) => (before === keyHash ? [hash] : []))];
}

/**
 * All hashes under which something may be stored for a key. Where nobody could read which key it has replaced, its own
 * hash is in use, and lists from before lie under the other one's.
 */
export async function allHashesOf(keyHash: string): Promise<string[]> {
  const replaced = await readReplacedKeys().catch((): ReplacedKeys => ({}));
  return [keyHash, ...(await hashesOf(replaced[keyHash] ?? keyHash))];
}

/**
 * Makes the key stand for the data under this hash, and returns under which hash that really is: a page may have been
 * bound while nobody could read it. Rejects when it cannot be stored.
 */
export async function replaceKey(keyHash: string, newKey: string): Promise<string> {
  const hash = await hashOfText(newKey);
  let place = keyHash;
  await update<ReplacedKeys>(RECORDS.replacedKeys, (before = {}) => {
    place = before[keyHash] ?? keyHash;
    return { ...before, [hash]: place };
  });
  hashes.delete(newKey);
  replacedKeys = undefined;
  return place;
}
