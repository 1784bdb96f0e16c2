import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { BrokenScreen } from './shared/shell/BrokenScreen.tsx';
import { MissingPage } from './shared/shell/AppLayout.tsx';

/**
 * Search parameters are strings, byte for byte. The router's own parser reads them as JSON, which turns the API key
 * `1e5` into 100000 and loses digits of a long one.
 */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: BrokenScreen,
    // Without the layouts of the areas: they require a key or a session, which does not matter for a missing page.
    notFoundMode: 'root',
    defaultNotFoundComponent: MissingPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
