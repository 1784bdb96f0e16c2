import { withTimeout } from '#domain/timing.ts';

/** The worker waits for records in IndexedDB, and some browsers' IndexedDB has been seen to hang. */
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
