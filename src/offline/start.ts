import { watchConnection } from './connection.ts';
import { watchInstallOffer } from './installOffer.ts';
import { reloadWhenChunksAreGone } from './lostChunks.ts';
import { watchTouches } from './touch.ts';
import { startUpdates } from './updates.ts';

/** The page's side of the service worker, for the life of the page. */
export function startOffline(): void {
  reloadWhenChunksAreGone();
  watchTouches();
  watchInstallOffer();
  watchConnection();
  void startUpdates();
}
