import type { Core } from './core/core.ts';
import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { guardRequests, type OnRoute, requireRouteAccess } from './core/access/authorisation.ts';
import { loggerOf, logResponses } from './core/http/lifecycle/accessLog.ts';
import { guardConnections, takeRequestsInTurn, cutSlowBodies } from './core/http/lifecycle/connectionGuard.ts';
import {
  registerErrorResponses,
  respondToBrokenRequest,
  respondToUnknownAddresses,
  sendError,
} from './core/http/lifecycle/errorResponses.ts';
import { closeGracefully, createHttpServer, type SecureParts } from './core/http/lifecycle/httpServer.ts';
import { logEvents } from './core/http/secure/certificate.ts';
import { leadFromPlainHttp } from './core/http/secure/plainHttp.ts';
import { readJsonBodies } from './core/http/jsonBodies.ts';
import { registerAppShell, routableUrl } from './core/http/pages/appShell.ts';
import { builtApp } from './core/http/pages/pageHeaders.ts';
import { registerPublicRoutes } from './core/http/pages/publicRoutes.ts';
import { requestChecks, NO_COMPILERS, responseTexts } from './core/http/schemaCompilers.ts';
import { registerCrossOrigin, guardAgainstForgery } from './core/http/security/origins.ts';
import { proxyTrust } from './core/http/security/proxies.ts';
import { registerRateLimits } from './core/access/failedAttemptLimit.ts';
import { registerSecurityHeaders } from './core/http/security/securityHeaders.ts';
import type { SchemaTypes, TypedApp } from './core/http/typedApp.ts';
import { BODIES } from './core/bodyLimits.ts';
import { describeCalls } from './core/openapi/document.ts';
import { registerOpenApiRoute } from './core/openapi/openApiRoutes.ts';
import { isLoopbackAddress } from './core/settings/networks.ts';
import type { Settings } from './core/settings/settings.ts';
import { refuseWritesWhile } from './core/hold.ts';

/**
 * Creates the whole server, not yet listening; what a request passes through is registered in that order. A route says
 * in `config: { access }` who may use it; its `schema` checks, writes and describes (values of bodies are not
 * converted, those of parameters and queries are). A handler throws `UserError(status, sentence)` to reject a request.
 * `onRoute` is called with every route, which a test compares with its table of roles.
 */
export async function buildApp(core: Core, onRoute?: OnRoute): Promise<TypedApp> {
  const { settings, slots } = core;
  const joined = { isAlone: await core.join() };
  await core.sealing.moveOut();
  for (const start of slots.starts) await start(joined);
  const certificate = await core.certificate();
  const secure = certificate && { certificate, plainHttp: leadFromPlainHttp(certificate, core.addresses) };
  const app = createFastify(core, secure);
  app.addHook('onClose', () => core.close());
  certificate?.onEvent(logEvents(app.log));
  closeGracefully(app);
  registerErrorResponses(app);
  readJsonBodies(app);
  requireRouteAccess(app, (route) => {
    for (const take of slots.eachRoute) take(route);
    onRoute?.(route);
  });
  const describe = await describeCalls(app);
  for (const register of slots.bareRoutes) await register(app);
  for (const load of slots.loads) await load(app);
  // Fastify applies a hook also to scopes registered before it. Bare routes are served without the hooks of pages and
  // calls, so pages and calls have a scope of their own.
  await app.register((scope: TypedApp) => registerPagesAndCalls(scope, core, describe));
  for (const start of slots.jobs) await start(app, joined);
  guardServer(app.server, settings);
  await app.ready();
  return app;
}

async function registerPagesAndCalls(app: TypedApp, core: Core, describe: () => object): Promise<void> {
  const { settings } = core;
  respondToUnknownAddresses(app);
  logResponses(app);
  await app.register(cookie);
  await registerSecurityHeaders(app, settings);
  await registerCrossOrigin(app, settings);
  await registerRateLimits(app);
  guardAgainstForgery(app, settings);
  guardRequests(app, core);
  refuseWritesWhile(core.hold, app);
  registerPublicRoutes(app, core);
  for (const register of core.slots.routes) await register(app);
  registerOpenApiRoute(app, describe);
  await registerAppShell(app, core, builtApp(settings.distDir));
}

/** Call when everything that handles requests, sockets included, is registered. */
function guardServer(server: TypedApp['server'], { trustProxy }: Settings): void {
  const trustsProxy = proxyTrust(trustProxy);
  cutSlowBodies(server);
  guardConnections(server, {
    isBusy: takeRequestsInTurn(server),
    isShared: (address) => isLoopbackAddress(address) || trustsProxy(address),
  });
}

function createFastify({ settings, slots }: Core, secure: SecureParts | undefined): TypedApp {
  const respondFirst = [...slots.firstResponses];
  return Fastify({
    serverFactory: (handler) =>
      createHttpServer(
        (request, response) => respondFirst.some((respond) => respond(request, response)) || handler(request, response),
        secure,
      ),
    logger: loggerOf(settings),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxyTrust(settings.trustProxy),
    bodyLimit: BODIES.jsonBytes,
    // While the server closes, requests that still arrive on open connections get their normal response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: BODIES.parameterLength },
    rewriteUrl: routableUrl,
    frameworkErrors: sendError,
    clientErrorHandler: respondToBrokenRequest,
    schemaController: NO_COMPILERS,
  })
    .setValidatorCompiler(requestChecks)
    .setSerializerCompiler(responseTexts)
    .withTypeProvider<SchemaTypes>();
}
