import { get } from 'idb-keyval';
import { RECORDS } from '#contract/storageKeys.ts';
import { healthOf } from '#domain/shellHealth.ts';

const LABEL_LENGTH = 8;

/**
 * A label of the build that failed on this device, while the device runs the build before it; undefined if all is well.
 * The same build has the same label on all devices.
 */
export async function rolledBackBuild(): Promise<string | undefined> {
  try {
    const stored: unknown = await get(RECORDS.shellHealth);
    return healthOf(stored).leftBuild.slice(0, LABEL_LENGTH) || undefined;
  } catch {
    // Without storage there is no other build to go back to.
    return undefined;
  }
}
