import { get, update } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { withTimeout } from '#domain/timing.ts';
import { healthOf, type ShellHealth, UNKNOWN_HEALTH } from '#domain/updates/shellHealth.ts';

/** A page waits for this record, and some browsers' IndexedDB has been seen to hang. */
const READ_TIMEOUT_MS = 1_000;

/** Never from memory: the worker of the next build, while it waits, writes into the same record. */
export async function readHealth(): Promise<ShellHealth> {
  const stored: Promise<unknown> = get(RECORDS.shellHealth);
  return withTimeout(stored, READ_TIMEOUT_MS, () => undefined).then(healthOf, () => UNKNOWN_HEALTH);
}

/** Returns the changed record. Without IndexedDB nothing is remembered, and no build is ever given up. */
export async function changeHealth(change: (before: ShellHealth) => ShellHealth): Promise<ShellHealth> {
  let after = UNKNOWN_HEALTH;
  const changeStored = (stored: unknown) => (after = change(healthOf(stored)));
  await update(RECORDS.shellHealth, changeStored).catch(() => undefined);
  return after;
}
