import { IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { NODES_NAMESPACE } from '#contract/nodes/sockets.ts';
import { noteTablet, type SeenServices } from '#server/core/access/authorisation.ts';
import { isAllowedSocketOrigin } from '#server/core/http/security/origins.ts';
import { proxyTrust, visitedHost } from '#server/core/http/security/proxies.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { startBatchWriter } from '../registry/batchWriter.ts';
import { monotonicNow } from '#server/core/monotonicClock.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import { BrightnessRelay } from './brightnessRelay.ts';
import { closeRevokedSockets } from './closeRevokedSockets.ts';
import { checkHandshake, HandshakeError, mayRead, mayReport } from './handshake.ts';
import { CoalescedBroadcast } from './coalescedBroadcast.ts';
import {
  type NamespaceOptions,
  type NodeServices,
  type NodeSocket,
  type NodesNamespace,
  type NodesServer,
  relaysElsewhere,
} from './nodeServices.ts';
import { onReporterEvents, historiesRequest, nodeReference } from './reporterEvents.ts';
import { NODES } from '#server/core/limits.ts';

/** A longer message is not read, and its connection is closed; our clients' messages take a few hundred bytes. */
const MESSAGE_MAX_BYTES = 1_000_000;

interface OpenNamespace {
  /** Writes the last heartbeats to the database. */
  close(): Promise<void>;
}

/**
 * Opens the namespace `/nodes`: decides who may connect and which events each client may send, and creates the services
 * that handle the events.
 */
async function openNodesNamespace(io: NodesServer, options: NamespaceOptions): Promise<OpenNamespace> {
  const { registry, messages, leader } = options;
  const relay = new BrightnessRelay<NodeSocket>(monotonicNow, messages.canArrive);
  const relays = relaysElsewhere(relay, messages);
  const namespace: NodesNamespace = io.of(NODES_NAMESPACE);
  const statuses = new CoalescedBroadcast<NodeSocket>({
    monotonicNow,
    send: (readers) => sendStatuses(namespace, registry, readers),
  });
  const credentials = closeRevokedSockets(namespace, options);
  const writer = startBatchWriter({
    registry,
    repository: options.nodes,
    leader,
    onError: (error) => options.log.error({ err: error }, 'Heartbeats could not be written; trying again'),
    beforeEach: () => {
      registry.markListening();
      relay.sweep();
    },
  });
  const unsubscribe = options.credentialChanges.subscribe(writer.expectOutsideChanges);

  rejectOtherNamespaces(io);
  namespace.use(checkHandshake(options, credentials.changes));
  namespace.on('connection', (socket) => {
    addHandlers(socket, { ...options, relay, relaysElsewhere: relays, statuses });
    countSocket(socket, options.counters);
    noteTabletOf(socket, options);
    credentials.recheck(socket);
  });

  return {
    close: async () => {
      unsubscribe();
      relays.close();
      credentials.close();
      statuses.close();
      await writer.close();
    },
  };
}

function addHandlers(socket: NodeSocket, services: NodeServices): void {
  const { principal } = socket.data;
  if (mayRead(principal)) onReaderEvents(socket, services);
  if (mayReport(principal)) onReporterEvents(socket, services);
  socket.on('disconnect', () => services.relay.leave(socket));
}

/** Responses to the server's pings also show that a tablet is on. */
function noteTabletOf(socket: NodeSocket, options: SeenServices): void {
  const { principal } = socket.data;
  if (principal.kind !== 'key' || principal.tabletId === null) return;
  const note = () => void noteTablet(principal, options);
  socket.conn.on('packet', note);
  note();
}

function countSocket(socket: NodeSocket, { sockets }: NamespaceOptions['counters']): void {
  const kind = mayReport(socket.data.principal) ? 'reporters' : 'readers';
  sockets[kind] += 1;
  socket.on('disconnect', () => {
    sockets[kind] -= 1;
  });
}

/** Sends one broadcast, so that the statuses are encoded once for all readers. */
function sendStatuses(namespace: NodesNamespace, registry: NodeRegistry, readers: ReadonlySet<NodeSocket>): void {
  for (const reader of readers) reader.data.unsent += 1;
  namespace.to([...readers].map(({ id }) => id)).emit('nodeStatuses', registry.statuses());
}

function rejectOtherNamespaces(io: NodesServer): void {
  io.use((_socket, next) => next(new HandshakeError(`Connect to ${NODES_NAMESPACE}`, 'wrong-namespace')));
}

/** Handles the requests of screens. A malformed request, or one for an unknown node, gets no response. */
function onReaderEvents(socket: NodeSocket, services: NodeServices): void {
  const { registry, histories, relay, relaysElsewhere: relays, statuses, log } = services;
  socket.conn.on('drain', () => {
    socket.data.unsent = 0;
  });

  socket.on('getNodeStatuses', () => {
    if (socket.data.unsent < NODES.unsentResponses) statuses.request(socket);
  });

  socket.on('getBrightness', (payload) => {
    const node = nodeReference(payload);
    if (!node || !registry.find(node.nodeId)) return;
    const device = relay.request(socket, node.nodeId);
    if (device === 'elsewhere') relays.ask(node.nodeId);
    else device?.emit('getBrightness', node);
  });

  socket.on('getNodeHistories', (payload) => {
    const request = historiesRequest(payload);
    if (!request || socket.data.isReadingHistories || socket.data.unsent >= NODES.unsentResponses) return;
    socket.data.isReadingHistories = true;
    socket.data.unsent += 1;
    histories
      .days(request.nodeIds)
      .then((days) => socket.emit('nodeHistories', days))
      .catch((error: unknown) => log.error({ err: error }, 'The history of the nodes could not be read'))
      .finally(() => (socket.data.isReadingHistories = false));
  });
}

interface SocketOptions extends Omit<NamespaceOptions, 'log' | 'trustsProxy'> {
  settings: Pick<Settings, 'corsOrigins' | 'publicUrl' | 'trustProxy'>;
}

/** Opens socket.io on the app's own port. A closing app closes the sockets before it waits for open requests. */
export async function openSockets(app: TypedApp, options: SocketOptions): Promise<void> {
  const { settings } = options;
  const trustsProxy = proxyTrust(settings.trustProxy);
  const isAllowed = (request: unknown) => {
    if (!(request instanceof IncomingMessage)) return false;
    const { headers, socket } = request;
    const host = visitedHost({ address: socket.remoteAddress, headers }, trustsProxy);
    return isAllowedSocketOrigin(headers.origin, host, settings);
  };
  const io: NodesServer = new Server({
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: NODES.handshakeMs,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
    cors: (request, decide) => decide(null, { origin: isAllowed(request), credentials: true }),
  });
  const nodes = await openNodesNamespace(io, { ...options, log: app.log, trustsProxy });
  io.attach(app.server);
  app.addHook('preClose', async () => {
    // Closes the transports only: a client that socket.io disconnects stays away, while one whose connection breaks
    // reconnects.
    io.engine.close();
    await nodes.close();
  });
}
