import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import { Type } from 'typebox';
import type { BrightnessReport, ClientToServerEvents, ServerToClientEvents } from '#contract/nodes/socketEvents.ts';
import type { SeenServices } from '#server/core/access/authorisation.ts';
import type { CredentialChanges } from '#server/core/access/credentialChanges.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import type { Counters } from '#server/core/counters.ts';
import type { FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import type { Principal } from '#server/core/access/access.ts';
import type { TrustsProxy } from '#server/core/http/security/proxies.ts';
import type { NodeHistories } from '../registry/nodeHistories.ts';
import type { NodeReports } from '../registry/nodeReports.ts';
import type { NodeRegistry } from '../registry/nodeRegistry.ts';
import type { NodeRepository } from '../registry/nodeRepository.ts';
import { type Leader, type Messages, onMessage } from '#server/core/db/cluster.ts';
import type { BrightnessRelay } from './brightnessRelay.ts';
import type { CoalescedBroadcast } from './coalescedBroadcast.ts';

/** The parts of the server that opening the namespace needs. */
export interface NamespaceOptions extends SeenServices {
  registry: NodeRegistry;
  reports: NodeReports;
  histories: Pick<NodeHistories, 'days'>;
  nodes: NodeRepository;
  messages: Messages;
  leader: Leader;
  /** Milliseconds since 1970. */
  now: () => number;
  credentials: Credentials;
  credentialChanges: Pick<CredentialChanges, 'subscribe'>;
  failedAttemptLimit: FailedAttemptLimit;
  log: FastifyBaseLogger;
  trustsProxy: TrustsProxy;
  /** Counts the open sockets. */
  counters: Pick<Counters, 'sockets'>;
}

/** The parts that the event handlers use; the whole server has one of each. */
export interface NodeServices {
  registry: NodeRegistry;
  reports: NodeReports;
  histories: Pick<NodeHistories, 'days'>;
  log: FastifyBaseLogger;
  relaysElsewhere: RelaysElsewhere;
  relay: BrightnessRelay<NodeSocket>;
  statuses: CoalescedBroadcast<NodeSocket>;
}

interface SocketData {
  principal: Principal;
  /** The count of credential changes at the time when this socket's credential was read. */
  changesSeen: number;
  /** The number of responses that the network has not accepted yet. */
  unsent: number;
  /** Histories are read for it at this moment: a client asks again only after the response. */
  isReadingHistories?: boolean;
}

export type NodesServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodesNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodeSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

const WANTED = { topic: 'brightness-wanted', schema: Type.Object({ nodeId: Type.String() }) };
const REPORTED = {
  topic: 'brightness-reported',
  schema: Type.Object({ nodeId: Type.String(), brightness: Type.Number() }),
};

/** Passes a request to a device that is connected to another server, and its report back. */
interface RelaysElsewhere {
  ask(nodeId: string): void;
  report(report: BrightnessReport): void;
  close(): void;
}

export function relaysElsewhere(relay: BrightnessRelay<NodeSocket>, messages: Messages): RelaysElsewhere {
  const unsubscribe = [
    onMessage(messages, WANTED, (node) => relay.requestFromElsewhere(node.nodeId)?.emit('getBrightness', node)),
    onMessage(messages, REPORTED, (report) => {
      for (const reader of relay.takeWaiting(report.nodeId)) reader.emit('brightness', report);
    }),
  ];
  return {
    ask: (nodeId) => messages.publish(WANTED.topic, { nodeId }),
    report: (report) => {
      if (relay.takeElsewhere(report.nodeId)) messages.publish(REPORTED.topic, report);
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}
