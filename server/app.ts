import cookie from '@fastify/cookie';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import Fastify, { LogController } from 'fastify';
import { guardRequests, type OnRoute, refuseOpenRoutes } from './auth/authorisation.ts';
import { registerAuthRoutes } from './auth/authRoutes.ts';
import type { Dependencies } from './dependencies.ts';
import { loggerOf, logResponses } from './http/lifecycle/accessLog.ts';
import { registerAppShell } from './http/pages/appShell.ts';
import { cutSlowBodies } from './http/lifecycle/slowBodyGuard.ts';
import { builtApp } from './http/pages/inlineHashes.ts';
import { registerCrossOrigin } from './http/security/crossOrigin.ts';
import { guardAgainstForgery } from './http/security/csrf.ts';
import { closeGracefully } from './http/lifecycle/gracefulClose.ts';
import { registerEnvironmentScript } from './http/pages/environmentScript.ts';
import {
  respondToBrokenRequest,
  sendError,
  respondToUnknownAddresses,
  registerErrorResponses,
} from './http/lifecycle/errorResponses.ts';
import { registerHealth } from './http/pages/health.ts';
import { createHttpServer } from './http/lifecycle/httpServer.ts';
import { proxyTrust } from './http/security/proxies.ts';
import { registerRateLimits } from './http/security/rateLimits.ts';
import { registerSecurityHeaders } from './http/security/securityHeaders.ts';
import type { TypedApp } from './http/typedApp.ts';
import { openSockets } from './nodes/socket/openSockets.ts';
import { ThumbnailCache } from './photos/serve/thumbnailCache.ts';
import { registerImageRoutes } from './photos/serve/imageRoutes.ts';
import { registerPhotoRoutes } from './photos/photoRoutes.ts';
import type { Settings } from './settings/settings.ts';
import { registerUserRoutes } from './users/userRoutes.ts';

/** Uploads have limits of their own. */
const JSON_BODY_LIMIT_BYTES = 256 * 1024;
const LONGEST_PARAMETER = 1_000;

/**
 * The whole server, not yet listening. The order is the order in which a request meets it.
 *
 * A subject's room registers its routes here by one call, `registerXRoutes(app, dependencies)`, typed by TypeBox
 * schemas (bodies are taken as they are, parameters and queries are converted); every route says who may use it in
 * `config: { access }` (auth/access.ts), and a handler throws `UserError(status, sentence)` for a refusal. Sockets are
 * opened in `nodes/openSockets.ts`. What a room needs to close goes into an `onClose` hook of its own, or into
 * `dependencies.close`. `onRoute` is told of every route there is (the roles' test compares them with its table).
 */
export async function buildApp(dependencies: Dependencies, onRoute?: OnRoute): Promise<TypedApp> {
  const hot = new ThumbnailCache();
  const app = createFastify(dependencies.settings, hot);
  app.addHook('onClose', () => dependencies.close());
  closeGracefully(app);
  registerErrorResponses(app);
  refuseOpenRoutes(app, onRoute);
  await registerImageRoutes(app, { room: dependencies.photos, hot });
  // A hook reaches scopes made before it as well: images meet none of these because all the rest has its own scope.
  await app.register((rest: TypedApp) => registerPagesAndCalls(rest, dependencies));
  await openSockets(app, dependencies);
  await app.ready();
  return app;
}

async function registerPagesAndCalls(app: TypedApp, dependencies: Dependencies): Promise<void> {
  const { settings } = dependencies;
  const built = builtApp(settings.distDir);
  respondToUnknownAddresses(app);
  logResponses(app);
  cutSlowBodies(app);
  await app.register(cookie);
  await registerSecurityHeaders(app);
  await registerCrossOrigin(app, settings);
  await registerRateLimits(app);
  guardAgainstForgery(app, settings);
  guardRequests(app, dependencies);
  registerHealth(app);
  registerEnvironmentScript(app, settings);
  registerAuthRoutes(app, dependencies);
  registerUserRoutes(app, dependencies);
  await registerPhotoRoutes(app, dependencies);
  await registerAppShell(app, settings, built);
}

function createFastify(settings: Settings, hot: ThumbnailCache): TypedApp {
  return Fastify({
    serverFactory: (handler) =>
      createHttpServer((request, response) => hot.answer(request, response) || handler(request, response), settings),
    logger: loggerOf(settings),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxyTrust(settings.trustProxy),
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    // While closing, what still arrives on open connections is answered like the rest.
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: sendError,
    clientErrorHandler: respondToBrokenRequest,
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}
