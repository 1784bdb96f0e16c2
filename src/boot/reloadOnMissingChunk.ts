import { entryScriptOnServer, runningEntryScript } from './entryScript.ts';

const RELOADED_FOR = 'reloaded-for-build';
/** The router reloads once for each missing chunk, without a look at the server, unless it finds a note of this name. */
const ROUTER_NOTE = 'tanstack_router_reload:';

async function reloadIntoOtherBuild(): Promise<void> {
  const entry = await entryScriptOnServer().catch(() => undefined);
  if (entry === undefined || entry === runningEntryScript()) return;
  if (sessionStorage.getItem(RELOADED_FOR) === entry) return;
  sessionStorage.setItem(RELOADED_FOR, entry);
  window.location.reload();
}

/** A part of the app that no longer exists: one reload, only if there really is another build to reload into. */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      sessionStorage.setItem(ROUTER_NOTE + event.payload.message, '1');
      void reloadIntoOtherBuild();
    } catch {
      // Without storage reloads cannot be counted, and an uncounted reload could repeat for ever.
    }
  });
}
