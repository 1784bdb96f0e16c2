import type { TSchema } from 'typebox';
import { NODES_NAMESPACE } from '#contract/sockets.ts';
import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  BrightnessReport,
  CredentialEnded,
  HeartbeatReport,
  HistoriesRequest,
  NodeHistories,
  NodeReference,
  NodeStatuses,
  ReportResult,
} from '#contract/schemas/sockets.ts';
import { recordOf } from '#domain/records.ts';

type EventName = keyof ClientToServerEvents | keyof ServerToClientEvents;

const ABOUT = `Socket.IO 4 on the namespace \`${NODES_NAMESPACE}\`, with the credential as the query parameter \`token\`: a
person's session token or a kiosk's key may read, a device's key (\`key create NAME --node\`) may report. A refused
handshake is a \`connect_error\` whose \`data.code\` says why.`;

/** The socket's events as an AsyncAPI document, from the schemas that are held to the contract's types. */
export function asyncApiDocument(): Record<string, unknown> {
  const events = SOCKET_EVENTS.map((event) => ({ id: `${event.from}-${event.name}`, event }));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Circuit Tree: nodes', version: '1.0.0', description: ABOUT },
    defaultContentType: 'application/json',
    channels: {
      nodes: {
        address: NODES_NAMESPACE,
        messages: Object.fromEntries(events.map(({ id }) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    },
    operations: Object.fromEntries(events.map(({ id, event }) => [id, operationOf(id, event)])),
    components: { messages: Object.fromEntries(events.map(({ id, event }) => [id, messageOf(event)])) },
  };
}

/** AsyncAPI describes the server's side: it receives the events that clients send. */
function operationOf(id: string, { from, summary, reply, acknowledged }: SocketEvent<EventName>) {
  const replyTo = reply === undefined ? {} : { reply: { messages: [{ $ref: `#/channels/nodes/messages/${reply}` }] } };
  return {
    action: from === 'server' ? 'send' : 'receive',
    summary,
    channel: { $ref: '#/channels/nodes' },
    messages: [{ $ref: `#/channels/nodes/messages/${id}` }],
    ...replyTo,
    ...(acknowledged && { description: `Acknowledged with ${JSON.stringify(plain(acknowledged))}.` }),
  };
}

function messageOf({ name, summary, payload }: SocketEvent<EventName>) {
  if (!payload) return { name, summary, payload: { type: 'null' }, examples: [] };
  const { examples, ...schema } = plain(payload);
  const payloads: unknown[] = Array.isArray(examples) ? examples : [];
  return { name, summary, payload: schema, examples: payloads.map((example) => ({ payload: example })) };
}

function plain(schema: TSchema): Record<string, unknown> {
  return recordOf(JSON.parse(JSON.stringify(schema)));
}

interface SocketEvent<Name extends string> {
  name: Name;
  /** Readers are screens and people, reporters devices. */
  from: 'server' | 'reader' | 'reporter';
  summary: string;
  payload?: TSchema;
  /** The event that responds to it, as `<from>-<name>`. */
  reply?: string;
  /** The acknowledgement of a client's event. */
  acknowledged?: TSchema;
}

type ByName<Events, From> = {
  [Name in keyof Events & string]: Omit<SocketEvent<Name>, 'from' | 'name'> & { from: From };
};

// An event that is new in the contract does not compile until it is added here.
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

const SOCKET_EVENTS: readonly AnyEvent[] = [...named(FROM_SERVER), ...named(FROM_CLIENTS)];

function named<Name extends string>(events: Record<Name, Omit<SocketEvent<Name>, 'name'>>): SocketEvent<Name>[] {
  const list: SocketEvent<Name>[] = [];
  for (const name in events) list.push({ ...events[name], name });
  return list;
}
