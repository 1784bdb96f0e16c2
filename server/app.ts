import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { guardRoutes } from './auth/authorisation.ts';
import { registerAuthRoutes } from './auth/authRoutes.ts';
import type { Dependencies } from './dependencies.ts';
import { registerAppShell } from './http/appShell.ts';
import { registerEnvironmentScript } from './http/environmentScript.ts';
import { registerErrorAnswers } from './http/errorAnswers.ts';
import { registerHealth } from './http/health.ts';
import { createHttpServer } from './http/httpServer.ts';
import { openSockets } from './http/sockets.ts';
import type { TypedApp } from './http/typedApp.ts';
import { registerImageRoutes } from './photos/imageRoutes.ts';
import { registerPhotoRoutes } from './photos/photoRoutes.ts';
import { registerUserRoutes } from './users/userRoutes.ts';

/**
 * The whole server, not yet listening. The order is the order in which a request meets it.
 *
 * A subject's room registers its routes here by one call, `registerXRoutes(app, dependencies)`, typed by TypeBox
 * schemas; every route says who may use it in `config: { access }` (auth/access.ts), and a handler throws
 * `UserError(status, sentence)` for a refusal. Sockets are opened in `nodes/nodesNamespace.ts`. What a room needs to
 * close goes into an `onClose` hook of its own; the database is closed after all of them.
 */
export async function buildApp(dependencies: Dependencies): Promise<TypedApp> {
  const app = createFastify(dependencies);
  app.addHook('onClose', () => dependencies.close());
  registerErrorAnswers(app);
  await registerImageRoutes(app, dependencies.photos);
  guardRoutes(app, dependencies);
  registerHealth(app);
  registerEnvironmentScript(app, dependencies.settings);
  registerAuthRoutes(app, dependencies);
  registerUserRoutes(app, dependencies);
  await registerPhotoRoutes(app, dependencies);
  await registerAppShell(app, dependencies.settings);
  await openSockets(app, dependencies);
  await app.ready();
  return app;
}

function createFastify({ settings }: Dependencies): TypedApp {
  return Fastify({
    serverFactory: (handler) => createHttpServer(handler, settings),
    logger: false,
    trustProxy: settings.trustProxy,
    routerOptions: { maxParamLength: 500 },
  }).withTypeProvider<TypeBoxTypeProvider>();
}
