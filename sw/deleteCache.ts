/** Requests deleted at once: all at once would keep other reads of the storage waiting, one by one takes twice as long. */
const AT_ONCE = 50;

/**
 * Deletes a cache with its space. Emptied too, since browsers count the files of a deleted cache until every page and
 * worker that has opened it forgets it, which may take minutes. Returns false where there is none of this name.
 */
export async function deleteCache(name: string): Promise<boolean> {
  if (!(await caches.has(name))) return false;
  const cache = await caches.open(name);
  // First by its name: nobody meets half of it, and a worker that is stopped meanwhile holds it no longer.
  const isDeleted = await caches.delete(name);
  await empty(cache).catch(() => undefined);
  return isDeleted;
}

async function empty(cache: Cache): Promise<void> {
  const left = [...(await cache.keys())];
  while (left.length > 0) {
    await Promise.all(left.splice(0, AT_ONCE).map((request) => cache.delete(request, { ignoreVary: true })));
  }
}
