import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search.ts';
import { routeTree } from './routeTree.gen.ts';
import { BrokenScreen } from './screens/shell/BrokenScreen.tsx';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: BrokenScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
