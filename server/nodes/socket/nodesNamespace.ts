import { NODES_NAMESPACE } from '../../../src/contract/sockets.ts';
import { startBatchWriter } from '../registry/batchWriter.ts';
import { BrightnessRelay } from './brightnessRelay.ts';
import { closeRevokedSockets } from './closeRevokedSockets.ts';
import { HandshakeRefused, handshakeCheck, mayRead, mayReport } from './handshake.ts';
import { NodeRegistry } from '../registry/nodeRegistry.ts';
import { nodeRepository } from '../registry/nodeRepository.ts';
import type { NodesDependencies } from './nodeServices.ts';
import type { NodeSocket, NodesNamespace, NodesServer } from './nodeSocket.ts';
import { onReaderEvents } from './readerEvents.ts';
import { onReporterEvents } from './reporterEvents.ts';
import { CoalescedBroadcast } from './coalescedBroadcast.ts';
import { monotonicNow } from '../registry/monotonicClock.ts';

export interface OpenNamespace {
  /** Brings what was heard last to the database. */
  close(): Promise<void>;
}

/** Opens `/nodes`: who may connect, what each may say, and what becomes of what they say. */
export async function openNodesNamespace(io: NodesServer, dependencies: NodesDependencies): Promise<OpenNamespace> {
  const repository = nodeRepository(dependencies.db);
  const registry = new NodeRegistry({ now: dependencies.now, monotonicNow }, await repository.load());
  const desk = new BrightnessRelay<NodeSocket>(monotonicNow);
  const namespace: NodesNamespace = io.of(NODES_NAMESPACE);
  const statuses = new CoalescedBroadcast<NodeSocket>({
    monotonicNow,
    send: (askers) => sendStatuses(namespace, registry, askers),
  });
  const credentials = closeRevokedSockets(namespace, dependencies);
  const writer = startBatchWriter({
    registry,
    repository,
    onProblem: (error) => dependencies.log.error({ err: error }, 'Heartbeats could not be written; trying again'),
    beforeEach: () => {
      registry.listen();
      desk.sweep();
    },
  });

  const stopListening = dependencies.credentialChanges.onChange(writer.lookForOthersChanges);

  refuseOtherNamespaces(io);
  namespace.use(handshakeCheck(dependencies, credentials.changes));
  namespace.on('connection', (socket) => {
    const { principal } = socket.data;
    if (mayRead(principal)) onReaderEvents(socket, { registry, desk, statuses });
    if (mayReport(principal)) onReporterEvents(socket, { registry, desk, statuses });
    socket.on('disconnect', () => desk.leave(socket));
    credentials.recheck(socket);
  });

  return {
    close: async () => {
      stopListening();
      credentials.close();
      statuses.close();
      await writer.close();
    },
  };
}

/** Encoded once for all who wait. */
function sendStatuses(namespace: NodesNamespace, registry: NodeRegistry, askers: ReadonlySet<NodeSocket>): void {
  for (const asker of askers) asker.data.unsent += 1;
  namespace.to([...askers].map(({ id }) => id)).emit('nodeStatuses', registry.statuses());
}

function refuseOtherNamespaces(io: NodesServer): void {
  io.use((_socket, next) => next(new HandshakeRefused(`Connect to ${NODES_NAMESPACE}`, 'wrong-namespace')));
}
