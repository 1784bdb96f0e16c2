import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { registerAlertRoutes } from './alerts/alertRoutes.ts';
import { guardRequests, type OnRoute, requireRouteAccess } from './core/access/authorisation.ts';
import { registerAuthRoutes } from './signIn/authRoutes.ts';
import { registerLinkRoutes } from './invitations/invitationRoutes.ts';
import { registerPasskeyRoutes } from './passkeys/passkeyRoutes.ts';
import { registerSetUp } from './setUp/setUpRoutes.ts';
import type { Dependencies } from './dependencies.ts';
import { loggerOf, logResponses } from './core/http/lifecycle/accessLog.ts';
import { guardConnections, takeRequestsInTurn, cutSlowBodies } from './core/http/lifecycle/connectionGuard.ts';
import {
  registerErrorResponses,
  respondToBrokenRequest,
  respondToUnknownAddresses,
  sendError,
} from './core/http/lifecycle/errorResponses.ts';
import { closeGracefully, createHttpServer, type SecureParts } from './core/http/lifecycle/httpServer.ts';
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
import { logEvents } from './https/certificate.ts';
import { leadFromPlainHttp } from './https/httpDoor.ts';
import { BODIES } from './core/bodyLimits.ts';
import { join, startJobs } from './jobs.ts';
import { countRequestsOf, registerMetricsRoute } from './metrics/metricsRoutes.ts';
import { registerBrokerNodeRoutes } from './mqtt/brokerNodeRoutes.ts';
import { BrokerPings } from './mqtt/brokerPings.ts';
import { registerNodeRoutes } from './nodes/admin/nodeRoutes.ts';
import { loadNodes, type Nodes } from './nodes/registry/loadNodes.ts';
import { registerPingRoutes } from './nodes/pings/pingRoutes.ts';
import { openSockets } from './nodes/socket/nodesNamespace.ts';
import { describeCalls } from './core/openapi/document.ts';
import { registerOpenApiRoute } from './core/openapi/openApiRoutes.ts';
import { registerOverviewRoute, registerInstallationRoute } from './home/overviewRoutes.ts';
import { registerAlbumChangeRoutes } from './photos/albums/albumChangeRoutes.ts';
import { registerAlbumRoutes } from './photos/albums/albumRoutes.ts';
import { registerPartRoutes } from './photos/albums/longAlbums/partRoutes.ts';
import { registerPhotoRoutes } from './photos/curation/photoRoutes.ts';
import { registerSelectionRoutes } from './photos/curation/selectionRoutes.ts';
import { registerBackupRoutes } from './backups/backupRoutes.ts';
import { registerImageRoutes } from './photos/serve/imageRoutes.ts';
import type { ImageCache } from './photos/serve/imageCache.ts';
import { registerDeletionRoutes, registerWaitingRoutes } from './photos/trash/deletionRoutes.ts';
import { registerTrashRoutes } from './photos/trash/trashRoutes.ts';
import { registerUploadRoute } from './photos/upload/uploadRoutes.ts';
import { registerReadinessRoutes } from './readiness/readinessRoutes.ts';
import { isLoopbackAddress } from './core/settings/networks.ts';
import type { Settings } from './core/settings/settings.ts';
import { registerShareRoutes } from './shares/shareRoutes.ts';
import { registerSources } from './sources/registerSources.ts';
import { registerTabletCalls } from './tablets/tabletCalls.ts';
import { refuseWritesWhile } from './update/hold.ts';
import { registerUserRoutes } from './users/userRoutes.ts';

/**
 * Creates the whole server, not yet listening; what a request passes through is registered in that order.
 * Each subject registers its routes by one call. A route says in `config: { access }` who may use it; its `schema`
 * checks, writes and describes (values of bodies are not converted, those of parameters and queries are). A handler
 * throws `UserError(status, sentence)` to reject a request. What a part of the server opens, it closes in an `onClose`
 * hook or in `dependencies.close`. `onRoute` is called with every route, which a test compares with its table of roles.
 */
export async function buildApp(dependencies: Dependencies, onRoute?: OnRoute): Promise<TypedApp> {
  const { settings, photos } = dependencies;
  const isAlone = await join(dependencies);
  const certificate = await dependencies.certificate();
  const secure = certificate && { certificate, plainHttp: leadFromPlainHttp(certificate, dependencies.doorway) };
  const app = createFastify(settings, { images: photos.images, secure });
  app.addHook('onClose', () => dependencies.close());
  certificate?.onEvent(logEvents(app.log));
  closeGracefully(app);
  registerErrorResponses(app);
  readJsonBodies(app);
  requireRouteAccess(app, (route) => {
    countRequestsOf(route, dependencies.counters);
    onRoute?.(route);
  });
  const describe = await describeCalls(app);
  await registerImageRoutes(app, photos);
  // Fastify applies a hook also to scopes registered before it. The images are served without the hooks of pages and
  // calls, so pages and calls have a scope of their own.
  const nodes = await loadNodes(app, dependencies);
  const brokerPings = new BrokerPings({ ...dependencies, ...nodes, log: app.log });
  const parts = { ...dependencies, ...nodes, brokerPings, describe, isAlone };
  await app.register((scope: TypedApp) => registerPagesAndCalls(scope, parts));
  await openSockets(app, parts);
  app.addHook('preClose', async () => {
    nodes.reports.close();
    brokerPings.close();
  });
  guardServer(app.server, settings);
  await app.ready();
  return app;
}

type PartsOfCalls = Dependencies &
  Nodes & {
    brokerPings: BrokerPings;
    /** Makes the description of all calls. */
    describe: () => object;
    /** Whether there was no other server on the database when this one started. */
    isAlone: boolean;
  };

async function registerPagesAndCalls(app: TypedApp, dependencies: PartsOfCalls): Promise<void> {
  const { settings, photos } = dependencies;
  respondToUnknownAddresses(app);
  logResponses(app);
  await app.register(cookie);
  await registerSecurityHeaders(app, settings);
  await registerCrossOrigin(app, settings);
  await registerRateLimits(app);
  guardAgainstForgery(app, settings);
  guardRequests(app, dependencies);
  refuseWritesWhile(dependencies.hold, app);
  registerPublicRoutes(app, dependencies);
  registerReadinessRoutes(app, dependencies);
  registerBackupRoutes(app, dependencies);
  registerAuthRoutes(app, dependencies);
  registerLinkRoutes(app, dependencies);
  registerPasskeyRoutes(app, dependencies);
  registerSetUp(app, dependencies);
  registerUserRoutes(app, dependencies);
  registerAlbumRoutes(app, photos);
  registerPartRoutes(app, photos.lists);
  registerAlbumChangeRoutes(app, photos);
  registerPhotoRoutes(app, photos.editor);
  registerSelectionRoutes(app, photos);
  registerOverviewRoute(app, dependencies);
  registerInstallationRoute(app, { ...dependencies, albums: photos.albums });
  await registerUploadRoute(app, { ...dependencies, ...photos });
  registerDeletionRoutes(app, dependencies);
  registerTrashRoutes(app, dependencies);
  registerWaitingRoutes(app, dependencies);
  registerShareRoutes(app, dependencies);
  await registerSources(app, dependencies);
  registerNodeRoutes(app, dependencies);
  await registerPingRoutes(app, dependencies);
  registerBrokerNodeRoutes(app, dependencies);
  registerAlertRoutes(app, dependencies);
  registerTabletCalls(app, dependencies);
  registerOpenApiRoute(app, dependencies.describe);
  registerMetricsRoute(app, dependencies);
  for (const register of dependencies.slots.routes) await register(app);
  await startJobs(app, dependencies);
  for (const start of dependencies.slots.jobs) await start(app);
  await registerAppShell(app, dependencies, builtApp(settings.distDir));
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

interface PartsOfHttp {
  images: ImageCache;
  secure: SecureParts | undefined;
}

function createFastify(settings: Settings, { images, secure }: PartsOfHttp): TypedApp {
  return Fastify({
    serverFactory: (handler) =>
      createHttpServer(
        (request, response) => images.sendCached(request, response) || handler(request, response),
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
