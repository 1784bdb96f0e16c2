import { type TSchema, Type } from '@fastify/type-provider-typebox';
import type { NodeStatus } from '#contract/entities.ts';
import { NODE_ID_MAX_CHARACTERS } from '#contract/limits.ts';
import {
  type BrightnessReport,
  type ClientToServerEvents,
  type HeartbeatReport,
  HISTORIES_MAX_NODES,
  type HistoriesRequest,
  type NodeHistories,
  type NodeReference,
  QUARTERS_PER_DAY,
  type ReportResult,
  type ServerToClientEvents,
} from '#contract/sockets.ts';
import { schemaOf, timeOrNull } from './schema.ts';

export interface SocketEvent<Name extends string> {
  name: Name;
  /** Readers are screens and people, reporters devices. */
  from: 'server' | 'reader' | 'reporter';
  summary: string;
  payload?: TSchema;
  example?: unknown;
  /** The event that answers it, as `<from>-<name>`. */
  reply?: string;
  /** The acknowledgement of a client's event. */
  acknowledged?: TSchema;
}

const nodeId = Type.String({ minLength: 1, maxLength: NODE_ID_MAX_CHARACTERS, description: 'Printable characters' });
const node = schemaOf<NodeReference>()(Type.Object({ nodeId }));
const brightness = schemaOf<BrightnessReport>()(Type.Object({ nodeId, brightness: Type.Number() }));
const heartbeat = schemaOf<HeartbeatReport>()(Type.Object({ nodeId, brightness: Type.Optional(Type.Number()) }));
const historiesRequest = schemaOf<HistoriesRequest>()(
  Type.Object({ nodeIds: Type.Array(nodeId, { maxItems: HISTORIES_MAX_NODES }) }),
);
const day = Type.String({
  pattern: `^[0-9a-f-]{${QUARTERS_PER_DAY}}$`,
  description: 'A hexadecimal digit a quarter hour; - before the first heartbeat',
});
const histories = schemaOf<NodeHistories>()(
  Type.Object({ listening: day, histories: Type.Array(Type.Object({ nodeId, heard: day })) }),
);
const statuses = schemaOf<NodeStatus[]>()(
  Type.Array(
    Type.Object({
      nodeId,
      lastHeartbeat: timeOrNull,
      durationSinceLastMs: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    }),
  ),
);
const ended = schemaOf<{ message: string }>()(Type.Object({ message: Type.String() }));
const result = schemaOf<ReportResult>()(
  Type.Union([
    Type.Object({ ok: Type.Literal(true) }),
    Type.Object({ ok: Type.Literal(false), message: Type.String() }),
  ]),
);

const LAMP = { nodeId: 'lamp-hall' };
const fullDay = 'f'.repeat(QUARTERS_PER_DAY);

type ByName<Events, From> = {
  [Name in keyof Events & string]: Omit<SocketEvent<Name>, 'from' | 'name'> & { from: From };
};

// An event that is new in the contract does not compile before it stands here.
const FROM_SERVER: ByName<ServerToClientEvents, 'server'> = {
  nodeStatuses: {
    from: 'server',
    summary: 'All nodes, with the age of the last heartbeat of each',
    payload: statuses,
    example: [{ ...LAMP, lastHeartbeat: '2026-01-31T12:00:00.000Z', durationSinceLastMs: 1_200 }],
  },
  brightness: {
    from: 'server',
    summary: "A node's brightness, to who asked for it",
    payload: brightness,
    example: { ...LAMP, brightness: 0.42 },
  },
  getBrightness: {
    from: 'server',
    summary: 'Asks the device that reports for a node to send its brightness',
    payload: node,
    example: LAMP,
    reply: 'reporter-brightness',
  },
  nodeHistories: {
    from: 'server',
    summary: 'The last day of some nodes in quarter hours, and of the server itself',
    payload: histories,
    example: { listening: fullDay, histories: [{ ...LAMP, heard: fullDay }] },
  },
  credentialEnded: {
    from: 'server',
    summary: 'Sent just before the server closes a connection whose credential is no longer valid',
    payload: ended,
    example: { message: 'This key is no longer valid' },
  },
};

const FROM_CLIENTS: ByName<ClientToServerEvents, 'reader' | 'reporter'> = {
  getNodeStatuses: { from: 'reader', summary: 'Asks for all nodes', reply: 'server-nodeStatuses' },
  getBrightness: {
    from: 'reader',
    summary: "Asks for a node's brightness; a node that nobody reports for gives no response",
    payload: node,
    example: LAMP,
    reply: 'server-brightness',
  },
  getNodeHistories: {
    from: 'reader',
    summary: 'Asks for the last day of some nodes',
    payload: historiesRequest,
    example: { nodeIds: [LAMP.nodeId] },
    reply: 'server-nodeHistories',
  },
  heartbeat: {
    from: 'reporter',
    summary: 'A node is alive, and perhaps how bright it is',
    payload: heartbeat,
    example: { ...LAMP, brightness: 0.42 },
    acknowledged: result,
  },
  brightness: {
    from: 'reporter',
    summary: "A node's brightness, after getBrightness",
    payload: brightness,
    example: { ...LAMP, brightness: 0.42 },
    acknowledged: result,
  },
  announce: {
    from: 'reporter',
    summary: 'Names a node that this device will report for',
    payload: node,
    example: LAMP,
    acknowledged: result,
  },
};

type AnyEvent = SocketEvent<keyof ClientToServerEvents | keyof ServerToClientEvents>;

export const SOCKET_EVENTS: readonly AnyEvent[] = [...named(FROM_SERVER), ...named(FROM_CLIENTS)];

function named<Name extends string>(events: Record<Name, Omit<SocketEvent<Name>, 'name'>>): SocketEvent<Name>[] {
  const list: SocketEvent<Name>[] = [];
  for (const name in events) list.push({ ...events[name], name });
  return list;
}
