import { watchConnection } from './connection.ts';
import { watchInstallPrompt } from '../device/installPrompt.ts';
import { reloadOnMissingChunk } from '../boot/reloadOnMissingChunk.ts';
import { watchInput } from '../device/lastInput.ts';
import { startUpdates } from './updates.ts';

/** The page's side of the service worker, for the life of the page. */
export function startOffline(): void {
  reloadOnMissingChunk();
  watchInput();
  watchInstallPrompt();
  watchConnection();
  void startUpdates();
}
