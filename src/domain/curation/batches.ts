/** So many file names fit well into the body of one request. */
const BATCH_SIZE = 2_000;

/** Calls a function for some things at a time, one call after another, and returns what it returned. */
export async function everyBatch<Thing, Result>(
  things: readonly Thing[],
  call: (batch: Thing[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < things.length; start += BATCH_SIZE) {
    results.push(await call(things.slice(start, start + BATCH_SIZE)));
  }
  return results;
}
