import { SESSION_STORAGE } from '../contract/storageKeys.ts';
import { entryScriptOnServer, runningEntryScript } from './entryScript.ts';

async function reloadIntoOtherBuild(): Promise<void> {
  const entry = await entryScriptOnServer().catch(() => undefined);
  if (entry === undefined || entry === runningEntryScript()) return;
  if (sessionStorage.getItem(SESSION_STORAGE.reloadedForBuild) === entry) return;
  sessionStorage.setItem(SESSION_STORAGE.reloadedForBuild, entry);
  window.location.reload();
}

/** A part of the app that no longer exists: one reload, only if there really is another build to reload into. */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      // The router reloads once for each missing chunk, without a look at the server, unless it finds its note.
      sessionStorage.setItem(SESSION_STORAGE.routerReload + event.payload.message, '1');
      void reloadIntoOtherBuild();
    } catch {
      // Without storage reloads cannot be counted, and an uncounted reload could repeat for ever.
    }
  });
}
