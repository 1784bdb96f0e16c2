import { NODES_NAMESPACE } from '../../src/contract/sockets.ts';
import { startBatchWriter } from './batchWriter.ts';
import { BrightnessDesk } from './brightnessDesk.ts';
import { closeEndedCredentials } from './endedCredentials.ts';
import { HandshakeRefused, handshakeCheck, mayRead, mayReport } from './handshake.ts';
import { NodeRegistry } from './nodeRegistry.ts';
import { nodeRepository } from './nodeRepository.ts';
import type { NodesDependencies } from './nodesRoom.ts';
import type { NodeSocket, NodesNamespace, NodesServer } from './nodeSocket.ts';
import { onReaderEvents } from './readerEvents.ts';
import { onReporterEvents } from './reporterEvents.ts';
import { SharedAnswer } from './sharedAnswer.ts';
import { steadyNow } from './steadyClock.ts';

export interface OpenNamespace {
  /** Brings what was heard last to the database. */
  close(): Promise<void>;
}

/** Opens `/nodes`: who may connect, what each may say, and what becomes of what they say. */
export async function openNodesNamespace(io: NodesServer, dependencies: NodesDependencies): Promise<OpenNamespace> {
  const repository = nodeRepository(dependencies.db);
  const registry = new NodeRegistry({ now: dependencies.now, steadyNow }, await repository.load());
  const desk = new BrightnessDesk<NodeSocket>(steadyNow);
  const namespace: NodesNamespace = io.of(NODES_NAMESPACE);
  const statuses = new SharedAnswer<NodeSocket>({
    steadyNow,
    send: (askers) => sendStatuses(namespace, registry, askers),
  });
  const credentials = closeEndedCredentials(namespace, dependencies);
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
