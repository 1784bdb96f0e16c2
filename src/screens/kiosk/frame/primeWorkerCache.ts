import { checkApiKey } from '../../../kioskKey/checkApiKey.ts';
import { isControlled, whenControlled } from '../../../offline/bridge.ts';

let werePrimed = isControlled();

/** Repeats the calls that the first load made before there was a worker, so that the worker stores their responses. */
export async function primeWorkerCache(apiKey: string): Promise<void> {
  await whenControlled();
  if (werePrimed) return;
  werePrimed = true;
  await checkApiKey(apiKey);
  // Loaded later, since the kiosk's home does not need this code.
  const { fetchAlbums } = await import('../../../api/albums.ts');
  await fetchAlbums({ apiKey });
}
