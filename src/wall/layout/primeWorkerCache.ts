import { checkApiKey } from '#src/shared/kioskKey/kioskKey.ts';
import { isControlled, whenControlled } from '#src/shared/offline/bridge.ts';

let primed: Promise<void> | undefined = isControlled() ? Promise.resolve() : undefined;

/** Repeats the calls that the first load made before there was a worker, so that the worker stores their responses. */
export async function primeWorkerCache(apiKey: string): Promise<void> {
  await whenControlled();
  primed ??= prime(apiKey).catch((error: unknown) => {
    // The worker has stored nothing; the next call that needs it tries again.
    primed = undefined;
    throw error;
  });
  await primed;
}

async function prime(apiKey: string): Promise<void> {
  await checkApiKey(apiKey);
  // Loaded later, since the kiosk's home does not need this code.
  const { fetchAlbums } = await import('#src/shared/api/albums.ts');
  await fetchAlbums({ apiKey });
}
