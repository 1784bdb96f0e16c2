import type { PagePath } from '#contract/pages.ts';

/** Any page would do: all have the same entry script. */
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
