import type { WorkerToPage } from '#contract/offline.ts';
import { openPages } from './pageKeys.ts';

/** Says something to all open pages of a key. */
export async function tellPages(keyHash: string, message: WorkerToPage): Promise<void> {
  for (const page of await openPages()) {
    if (page.keyHash === keyHash) page.client.postMessage(message, []);
  }
}
