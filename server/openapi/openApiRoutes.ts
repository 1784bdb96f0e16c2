import { ADMIN_PATTERNS } from '../../src/contract/admin/adminPaths.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { asyncApiDocument } from './asyncApi.ts';
import type { RegisteredRoute } from './describedRoutes.ts';

/** The descriptions of the calls and of the socket's events. They hold nothing of the installation, so anybody may ask. */
export function registerOpenApiRoutes(app: TypedApp, routes: readonly RegisteredRoute[]): void {
  const options = { config: { access: 'public' as const } };
  let made: Promise<Record<string, unknown>> | undefined;
  // Made when it is first asked for: most servers never are, and the generator need not be loaded there.
  app.get(ADMIN_PATTERNS.openApi, options, () => (made ??= describe(routes)));
  app.get(ADMIN_PATTERNS.asyncApi, options, async () => asyncApiDocument());
}

async function describe(routes: readonly RegisteredRoute[]): Promise<Record<string, unknown>> {
  const { describeCalls } = await import('./document.ts');
  return describeCalls(routes);
}
