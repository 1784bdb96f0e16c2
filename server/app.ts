import cookie from '@fastify/cookie';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import Fastify, { LogController } from 'fastify';
import { guardRequests, type OnRoute, refuseOpenRoutes } from './auth/authorisation.ts';
import { registerAuthRoutes } from './auth/authRoutes.ts';
import type { Dependencies } from './dependencies.ts';
import { loggerOf, logAnswers } from './http/accessLog.ts';
import { registerAppShell } from './http/appShell.ts';
import { watchBodyProgress } from './http/bodyProgress.ts';
import { builtApp } from './http/builtApp.ts';
import { registerCrossOrigin } from './http/crossOrigin.ts';
import { guardAgainstForgery } from './http/csrf.ts';
import { drainOnClose } from './http/drain.ts';
import { registerEnvironmentScript } from './http/environmentScript.ts';
import { answerBrokenRequest, answerError, answerUnknownAddresses, registerErrorAnswers } from './http/errorAnswers.ts';
import { registerHealth } from './http/health.ts';
import { createHttpServer } from './http/httpServer.ts';
import { proxyTrust } from './http/proxies.ts';
import { registerRateLimits } from './http/rateLimits.ts';
import { registerSecurityHeaders } from './http/securityHeaders.ts';
import type { TypedApp } from './http/typedApp.ts';
import { openSockets } from './nodes/openSockets.ts';
import { HotThumbnails } from './photos/hotThumbnails.ts';
import { registerImageRoutes } from './photos/imageRoutes.ts';
import { registerPhotoRoutes } from './photos/photoRoutes.ts';
import type { Settings } from './settings.ts';
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
  const hot = new HotThumbnails();
  const app = createFastify(dependencies.settings, hot);
  app.addHook('onClose', () => dependencies.close());
  drainOnClose(app);
  registerErrorAnswers(app);
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
  answerUnknownAddresses(app);
  logAnswers(app);
  watchBodyProgress(app);
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

function createFastify(settings: Settings, hot: HotThumbnails): TypedApp {
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
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}
