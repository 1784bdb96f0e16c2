import { createTurns } from '#domain/timing.ts';

/** Requests deleted at once: all at once would keep other reads of the storage waiting, one by one takes twice as long. */
const AT_ONCE = 50;

const inTurn = createTurns();

/**
 * Deletes a cache; returns false where there is none of this name. Its files are deleted one by one after that, since
 * browsers count the files of a deleted cache until every page and worker that has opened it forgets it, which may take
 * minutes. Nobody waits for that: a worker that is stopped meanwhile has forgotten it.
 */
export async function deleteCache(name: string): Promise<boolean> {
  return (await deleted(name)).isDeleted;
}

/** The same, and waits until the space is free. */
export async function freeCache(name: string): Promise<boolean> {
  const { isDeleted, emptied } = await deleted(name);
  await emptied;
  return isDeleted;
}

async function deleted(name: string): Promise<{ isDeleted: boolean; emptied: Promise<void> }> {
  // Opening makes a cache that is not there.
  const cache = (await caches.has(name)) ? await caches.open(name).catch(() => undefined) : undefined;
  // First by its name: nobody meets half of it.
  const isDeleted = await caches.delete(name);
  return { isDeleted, emptied: inTurn(async () => cache && empty(cache)).catch(() => undefined) };
}

async function empty(cache: Cache): Promise<void> {
  const left = [...(await cache.keys())];
  while (left.length > 0) {
    await Promise.all(left.splice(0, AT_ONCE).map((request) => cache.delete(request, { ignoreVary: true })));
  }
}
