import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { asyncApiDocument } from './asyncApi.ts';
import { prepareResponse, type PreparedResponse, sendPrepared } from '../http/preparedResponse.ts';
import type { RegisteredRoute } from './describedRoutes.ts';

/** The descriptions of the calls and of the socket's events. They hold nothing of the installation, so anybody may ask. */
export function registerOpenApiRoutes(app: TypedApp, routes: readonly RegisteredRoute[]): void {
  const options = { config: { access: 'public' as const } };
  let made: Promise<PreparedResponse> | undefined;
  // Made when it is first asked for: most servers never are, and the generator need not be loaded there.
  app.get(ADMIN_PATTERNS.openApi, options, async (request, reply) => {
    made ??= describe(routes);
    return sendPrepared(await made, request, reply);
  });
  app.get(ADMIN_PATTERNS.asyncApi, options, async () => asyncApiDocument());
}

async function describe(routes: readonly RegisteredRoute[]): Promise<PreparedResponse> {
  const { describeCalls } = await import('./document.ts');
  return prepareResponse(JSON.stringify(await describeCalls(routes)));
}
