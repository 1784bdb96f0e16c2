import { CACHES, LOCAL_STORAGE, RECORDS } from '#contract/storageKeys.ts';
import { recordOf } from '#domain/records.ts';
import { type Circumstances, START_MS } from './circumstances.ts';
import type { World } from './world.ts';
import { nameOf } from './world/page.ts';
import type { Storage } from './world/storage.ts';

/** A wall whose key ended shows its letters within a minute of a good network. */
const REVOKED_MS = 60_000;
/** A worker asks a database that hung again after this time. */
const ASKED_AGAIN_MS = 11_000;
const { tablet, slideshowPosition } = LOCAL_STORAGE;
const isOfKey = (name: string) => name === tablet || name.startsWith(slideshowPosition);

/**
 * The names of everything that a revoked key should have taken with it. The diary, which consists of numbers, goes when
 * the next key comes.
 */
function leftOver({ caches, local, records }: Storage, revokedKey: string): string[] {
  // Without its database a tablet may still have noted a key from before.
  const isNoted = recordOf(records.get(RECORDS.launch)).apiKey === revokedKey;
  return [
    ...[...caches].flatMap(([name, responses]) => (name.startsWith(CACHES.kiosk) && responses.size > 0 ? [name] : [])),
    ...[...local.keys()].filter(isOfKey),
    ...(isNoted ? [RECORDS.launch] : []),
  ];
}

/** Says whether a revoked key has left something on the wall, or in the tablet. */
export function wrongRevocation(
  { browser, clock, network, storage }: World,
  since: Circumstances,
  isAnyPicture: boolean,
) {
  const { startedAtMs, revokedAtMs, soundSinceMs, tornAtMs, hangingUntilMs } = since;
  const isSoon = clock.monotonicMs - Math.max(startedAtMs, revokedAtMs) < START_MS;
  if (isSoon || !since.isGood(REVOKED_MS)) return undefined;
  // Nobody takes a portal's page away that the browser loaded itself, when the worker had ended.
  if (browser.screen === 'a foreign page' && network.loadedAlone === `page-${browser.launches}`) return undefined;
  if (browser.screen !== 'landing') return `The key is revoked, and the wall shows ${nameOf(browser.screen)}`;
  if (browser.letters === undefined) return 'The key is revoked, and the wall shows no letters';
  // It is asked about its last key as soon as it can read which one that is.
  if (clock.monotonicMs - since.unreadUntilMs < REVOKED_MS) return undefined;
  if (isAnyPicture) return 'The key is revoked, and pictures are still stored';
  // A database that failed or hung, or whose last writes a power cut has undone, keeps its record until the next start.
  const kept = Math.max(soundSinceMs, tornAtMs, hangingUntilMs + ASKED_AGAIN_MS);
  const left = kept < revokedAtMs ? leftOver(storage, since.revokedKey) : [];
  return left.length > 0 ? `The key is revoked, and still stored: ${left.join(', ')}` : undefined;
}
