import { NODES_NAMESPACE } from '#contract/sockets.ts';
import { noteTablet } from '../../auth/authorisation.ts';
import { startBatchWriter } from '../registry/batchWriter.ts';
import { monotonicNow } from '../registry/monotonicClock.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import { BrightnessRelay } from './brightnessRelay.ts';
import { closeRevokedSockets } from './closeRevokedSockets.ts';
import { CoalescedBroadcast } from './coalescedBroadcast.ts';
import { checkHandshake, HandshakeError, mayRead, mayReport } from './handshake.ts';
import type { NamespaceOptions, NodeServices } from './nodeServices.ts';
import type { NodeSocket, NodesNamespace, NodesServer } from './nodeSocket.ts';
import { peerRelays } from './peerRelays.ts';
import { onReporterEvents } from './reporterEvents.ts';
import { NODES } from '../../limits.ts';
import { historiesRequest, nodeReference } from './payloads.ts';

interface OpenNamespace {
  /** Writes the last heartbeats to the database. */
  close(): Promise<void>;
}

/**
 * Opens the namespace `/nodes`: decides who may connect and which events each client may send, and creates the services
 * that handle the events.
 */
export async function openNodesNamespace(io: NodesServer, options: NamespaceOptions): Promise<OpenNamespace> {
  const { registry, reports, peers } = options;
  const relay = new BrightnessRelay<NodeSocket>(monotonicNow, peers.canExist);
  const relays = peerRelays(relay, peers);
  const namespace: NodesNamespace = io.of(NODES_NAMESPACE);
  const statuses = new CoalescedBroadcast<NodeSocket>({
    monotonicNow,
    send: (readers) => sendStatuses(namespace, registry, readers),
  });
  const credentials = closeRevokedSockets(namespace, options);
  const writer = startBatchWriter({
    registry,
    repository: options.nodes,
    peers,
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
    addHandlers(socket, { registry, reports, relay, peerRelays: relays, statuses });
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

/** Also the answers to the server's pings show that a tablet lives. */
function noteTabletOf(socket: NodeSocket, options: Pick<NamespaceOptions, 'tabletWatch'>): void {
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
function onReaderEvents(socket: NodeSocket, { registry, relay, peerRelays: relays, statuses }: NodeServices): void {
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
    if (device === 'peers') relays.ask(node.nodeId);
    else device?.emit('getBrightness', node);
  });

  socket.on('getNodeHistories', (payload) => {
    const request = historiesRequest(payload);
    if (!request || socket.data.unsent >= NODES.unsentResponses) return;
    socket.data.unsent += 1;
    const histories = request.nodeIds.flatMap((nodeId) => {
      const heard = registry.day(nodeId);
      return heard === undefined ? [] : { nodeId, heard };
    });
    socket.emit('nodeHistories', { listening: registry.listeningDay(), histories });
  });
}
