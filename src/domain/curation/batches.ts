/** The number of file names that fit well into the body of one request. */
const BATCH_SIZE = 2_000;

/**
 * Calls a function for a batch of things at a time, one call after another, and returns the results. `results` collects
 * them until a call fails: passed again, it lets the next attempt continue with the failed batch.
 */
export async function everyBatch<Thing, Result>(
  things: readonly Thing[],
  call: (batch: Thing[]) => Promise<Result>,
  results: Result[] = [],
): Promise<Result[]> {
  for (let start = results.length * BATCH_SIZE; start < things.length; start += BATCH_SIZE) {
    results.push(await call(things.slice(start, start + BATCH_SIZE)));
  }
  return results;
}
