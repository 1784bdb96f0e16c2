import { successorOf } from '#domain/access/replacedKey.ts';
import { withTimeout } from '#domain/timing.ts';
import { launchRecord } from '../kioskKey/launchRecord.ts';
import { storedTablet, storeTablet } from './storedTablet.ts';

// Finds the key that has replaced another one, for pages that begin with the older one.

/** Some browsers' storage has been seen to hang. */
const RECORD_MS = 1_000;

/** The key that has replaced this one, by a note of the worker in Cache Storage. */
async function notedSuccessor(apiKey: string): Promise<string | undefined> {
  try {
    const noted = successorOf(apiKey, (address) => caches.match(address));
    return await withTimeout(noted, RECORD_MS, () => undefined);
  } catch {
    return undefined;
  }
}

/**
 * Returns this tablet's record where it names only the key that has replaced this one, and adds this one to it: a power
 * cut may take the record, and the next one is made with the newer key alone.
 */
export async function recordOfSuccessor(apiKey: string): Promise<Record<string, unknown> | undefined> {
  const noted = storedTablet(apiKey) ? undefined : await notedSuccessor(apiKey);
  const record = noted === undefined ? undefined : storedTablet(noted);
  if (noted !== undefined && record) storeTablet(noted, record, apiKey);
  return record;
}

/** The keys that the server has rejected since this page was loaded: none of them is gone back to. */
const rejected = new Set<unknown>();

/**
 * The key that has replaced a rejected one, for a page without a worker, which would know it. It comes from the
 * worker's earlier note or, if there was no worker then, from the record of launches, if both are keys of this tablet.
 */
export async function keyAfter(apiKey: string): Promise<string | undefined> {
  rejected.add(apiKey);
  const noted = await notedSuccessor(apiKey);
  if (noted !== undefined && !rejected.has(noted)) {
    if (!storedTablet(noted)) storeTablet(noted, storedTablet(apiKey) ?? {}, apiKey);
    return noted;
  }
  if (!storedTablet(apiKey)) return undefined;
  const { next, apiKey: last } = await launchInTime();
  return [next, last].find(
    (key): key is string => typeof key === 'string' && !rejected.has(key) && storedTablet(key) !== undefined,
  );
}

async function launchInTime(): Promise<Record<string, unknown>> {
  try {
    return await withTimeout(launchRecord(), RECORD_MS, () => ({}));
  } catch {
    return {};
  }
}
