import type { TSchema } from 'typebox';
import {
  BrightnessReport,
  type ClientToServerEvents,
  CredentialEnded,
  HeartbeatReport,
  HistoriesRequest,
  NodeHistories,
  NodeReference,
  NodeStatuses,
  ReportResult,
  type ServerToClientEvents,
} from '#contract/schemas/sockets.ts';

export interface SocketEvent<Name extends string> {
  name: Name;
  /** Readers are screens and people, reporters devices. */
  from: 'server' | 'reader' | 'reporter';
  summary: string;
  payload?: TSchema;
  /** The event that answers it, as `<from>-<name>`. */
  reply?: string;
  /** The acknowledgement of a client's event. */
  acknowledged?: TSchema;
}

type ByName<Events, From> = {
  [Name in keyof Events & string]: Omit<SocketEvent<Name>, 'from' | 'name'> & { from: From };
};

// An event that is new in the contract does not compile before it stands here.
const FROM_SERVER: ByName<ServerToClientEvents, 'server'> = {
  nodeStatuses: {
    from: 'server',
    summary: 'All nodes, with the age of the last heartbeat of each',
    payload: NodeStatuses,
  },
  brightness: {
    from: 'server',
    summary: "A node's brightness, to who asked for it",
    payload: BrightnessReport,
  },
  getBrightness: {
    from: 'server',
    summary: 'Asks the device that reports for a node to send its brightness',
    payload: NodeReference,
    reply: 'reporter-brightness',
  },
  nodeHistories: {
    from: 'server',
    summary: 'The last day of some nodes in quarter hours, and of the server itself',
    payload: NodeHistories,
  },
  credentialEnded: {
    from: 'server',
    summary: 'Sent just before the server closes a connection whose credential is no longer valid',
    payload: CredentialEnded,
  },
};

const FROM_CLIENTS: ByName<ClientToServerEvents, 'reader' | 'reporter'> = {
  getNodeStatuses: { from: 'reader', summary: 'Asks for all nodes', reply: 'server-nodeStatuses' },
  getBrightness: {
    from: 'reader',
    summary: "Asks for a node's brightness; a node that nobody reports for gives no response",
    payload: NodeReference,
    reply: 'server-brightness',
  },
  getNodeHistories: {
    from: 'reader',
    summary: 'Asks for the last day of some nodes',
    payload: HistoriesRequest,
    reply: 'server-nodeHistories',
  },
  heartbeat: {
    from: 'reporter',
    summary: 'A node is alive, and perhaps how bright it is',
    payload: HeartbeatReport,
    acknowledged: ReportResult,
  },
  brightness: {
    from: 'reporter',
    summary: "A node's brightness, after getBrightness",
    payload: BrightnessReport,
    acknowledged: ReportResult,
  },
  announce: {
    from: 'reporter',
    summary: 'Names a node that this device will report for',
    payload: NodeReference,
    acknowledged: ReportResult,
  },
};

type AnyEvent = SocketEvent<keyof ClientToServerEvents | keyof ServerToClientEvents>;

export const SOCKET_EVENTS: readonly AnyEvent[] = [...named(FROM_SERVER), ...named(FROM_CLIENTS)];

function named<Name extends string>(events: Record<Name, Omit<SocketEvent<Name>, 'name'>>): SocketEvent<Name>[] {
  const list: SocketEvent<Name>[] = [];
  for (const name in events) list.push({ ...events[name], name });
  return list;
}
