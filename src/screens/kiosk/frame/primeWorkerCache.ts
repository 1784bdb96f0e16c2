import { checkApiKey } from '../../../kioskKey/checkApiKey.ts';
import { isControlled, whenControlled } from '../../../offline/bridge.ts';

let werePrimed = isControlled();

/** What the first load asked before there was a worker is asked once more, so that it is remembered. */
export async function primeWorkerCache(apiKey: string): Promise<void> {
  await whenControlled();
  if (werePrimed) return;
  werePrimed = true;
  await checkApiKey(apiKey);
  // Not in the first load: the kiosk home does without it.
  const { fetchAlbums } = await import('../../../api/albums.ts');
  await fetchAlbums({ apiKey });
}
