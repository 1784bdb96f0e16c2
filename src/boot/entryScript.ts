import { APP_TAGS } from '#contract/offline.ts';
import type { PagePath } from '#contract/pages.ts';
import { SESSION_STORAGE } from '#contract/storageKeys.ts';

/**
 * The template into which the build puts the app's script tags and icon. The browser ignores them there, so that it
 * does not load the app before the page has drawn its first frame.
 */
export function appTags(): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>(`#${APP_TAGS}`);
}

/** Starts the app, once: the template is gone after the first call. */
export function letAppStart(): void {
  const template = appTags();
  if (!template) return;
  const tags = document.importNode(template.content, true);
  // Scripts run in the order of their tags: the settings have to run before the app.
  for (const script of tags.querySelectorAll('script')) script.async = false;
  document.querySelector('link[href="data:,"]')?.remove();
  template.replaceWith(tags);
}

/** Any page will do, since all have the same entry script. */
const ASKED_PAGE: PagePath = '/codenames';
const ENTRY_SCRIPT = /<script[^>]+src="([^"]*\/assets\/[^"]+)"/;

/** The entry script of the build that this page runs. */
export function runningEntryScript(): string | undefined {
  return document.querySelector('script[src*="/assets/"]')?.getAttribute('src') ?? undefined;
}

/**
 * The entry script of the build that the server has now; undefined when the server returns no page. The service worker
 * responds to navigations with its stored page, but passes a fetch like this one on to the server.
 */
export async function entryScriptOnServer(): Promise<string | undefined> {
  const response = await fetch(ASKED_PAGE, { cache: 'no-store' });
  if (!response.ok || response.redirected) return undefined;
  return ENTRY_SCRIPT.exec(await response.text())?.[1];
}

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
      // The router itself would reload once for each missing chunk, even without another build. With this entry it
      // assumes that it has already reloaded.
      sessionStorage.setItem(SESSION_STORAGE.routerReload + event.payload.message, '1');
      void reloadIntoOtherBuild();
    } catch {
      // Without storage reloads cannot be counted, and an uncounted reload could repeat for ever.
    }
  });
}
