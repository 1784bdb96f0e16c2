import { APP_TAGS } from '../contract/offline.ts';

const RELOADED_FOR = 'reloaded-for-build';
/** The router's own remedy, one blind reload a chunk, keeps its note under this name. */
const ROUTER_NOTE = 'tanstack_router_reload:';

function entryOf(html: ParentNode): string | undefined {
  return html.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? undefined;
}

/** The entry script of the build the server has now; this request is no navigation, so the worker lets it through. */
async function entryOnServer(): Promise<string | undefined> {
  const response = await fetch('/codenames', { cache: 'no-store' });
  if (!response.ok || response.redirected) return undefined;
  const html = new DOMParser().parseFromString(await response.text(), 'text/html');
  return entryOf(html.querySelector<HTMLTemplateElement>(`#${APP_TAGS}`)?.content ?? html);
}

async function reloadIntoOtherBuild(): Promise<void> {
  const entry = await entryOnServer().catch(() => undefined);
  if (entry === undefined || entry === entryOf(document)) return;
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
      // No storage to count reloads in: better none than an endless row of them.
    }
  });
}
