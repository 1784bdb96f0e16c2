import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import { entryScriptOnServer, runningEntryScript } from './entryScript.ts';

async function reloadIntoOtherBuild(): Promise<void> {
  const entry = await entryScriptOnServer().catch(() => undefined);
  if (entry === undefined || entry === runningEntryScript()) return;
  if (sessionStorage.getItem(SESSION_STORAGE.reloadedForBuild) === entry) return;
  sessionStorage.setItem(SESSION_STORAGE.reloadedForBuild, entry);
  window.location.reload();
}

/** When the server no longer has a file of the app, reloads the page once, if the server has another build. */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      // The router itself would reload once for each missing chunk, even if the server has no other build. It does not
      // once this entry is stored, which it uses to remember that it has already reloaded.
      sessionStorage.setItem(SESSION_STORAGE.routerReload + event.payload.message, '1');
      void reloadIntoOtherBuild();
    } catch {
      // Without storage reloads cannot be counted, and an uncounted reload could repeat for ever.
    }
  });
}
