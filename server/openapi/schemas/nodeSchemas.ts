import { Type } from '@fastify/type-provider-typebox';
import { type AlertSettings, CHANNEL_KINDS, type NodeMark } from '#contract/admin/alerts.ts';
import { HISTORY_SPANS, type NodeDetails, type NodeHistory } from '#contract/admin/nodePage.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { count, type NamedSchema, oneOf, schemaOf, time, timeOrNull } from './schema.ts';

const numberOrNull = Type.Union([Type.Number(), Type.Null()]);

const node = schemaOf<NodeDetails>()(
  Type.Object({
    nodeId: Type.String(),
    firstSeenAt: timeOrNull,
    lastHeartbeat: timeOrNull,
    durationSinceLastMs: Type.Union([count, Type.Null()]),
    brightness: numberOrNull,
    key: Type.Union([Type.Object({ name: Type.String(), isRevoked: Type.Boolean() }), Type.Null()]),
    refusedKey: Type.Union([Type.Object({ name: Type.String(), at: time }), Type.Null()], {
      description: 'Another active key that reports the node and is refused',
    }),
    notes: Type.String(),
    alertAfterMinutes: Type.Union([count, Type.Null()], { description: 'Null: as the rule for all; 0: never' }),
    isMuted: Type.Boolean(),
    isTold: Type.Boolean({ description: 'Whether an alert told that it is silent' }),
    isAcknowledged: Type.Boolean(),
  }),
);

const history = schemaOf<NodeHistory>()(
  Type.Object({
    span: oneOf(HISTORY_SPANS),
    until: time,
    stepMinutes: count,
    heartbeats: Type.Array(count),
    listened: Type.Array(Type.Number(), {
      description: 'How much of the step the server itself was running, from the node’s first report on: 0 to 1',
    }),
    mean: Type.Array(numberOrNull),
    low: Type.Array(numberOrNull),
    high: Type.Array(numberOrNull),
  }),
);

const mark = schemaOf<NodeMark>()(
  Type.Object({
    nodeId: Type.String(),
    isMuted: Type.Boolean(),
    isTold: Type.Boolean(),
    isAcknowledged: Type.Boolean(),
  }),
);

const alerts = schemaOf<AlertSettings>()(
  Type.Object({
    rule: Type.Object({
      isOn: Type.Boolean(),
      silentMinutes: count,
      quietHours: Type.Union([
        Type.Object({ from: Type.String(), to: Type.String(), zone: Type.String() }),
        Type.Null(),
      ]),
    }),
    channels: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: oneOf(CHANNEL_KINDS),
        name: Type.String({ description: 'Where it leads to, without secrets' }),
        lastResult: Type.Union([Type.Object({ at: time, isSent: Type.Boolean(), text: Type.String() }), Type.Null()]),
      }),
    ),
    hasMailServer: Type.Boolean(),
    pushKey: Type.String({
      description: 'What a browser needs to subscribe: the public key of this installation (VAPID)',
    }),
  }),
);

export const NODE_SCHEMAS = {
  mark: {
    name: 'NodeMark',
    schema: mark,
    example: { nodeId: EXAMPLES.nodeId, isMuted: false, isTold: true, isAcknowledged: true },
  } satisfies NamedSchema<NodeMark>,
  alerts: {
    name: 'AlertSettings',
    schema: alerts,
    example: {
      rule: { isOn: true, silentMinutes: 5, quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } },
      channels: [{ id: EXAMPLES.channelId, kind: 'ntfy', name: 'ntfy.sh', lastResult: null }],
      hasMailServer: false,
      pushKey: 'BLc4xRzKlKORKWlbdgFaBrrPK3ydWAHo4M0gs0i1oEKgPpWC5cW8OCzVrOQRv-1npXRWk8udnW3oYhIO4475rds',
    },
  } satisfies NamedSchema<AlertSettings>,
  node: {
    name: 'Node',
    schema: node,
    example: {
      nodeId: EXAMPLES.nodeId,
      firstSeenAt: '2025-10-30T11:53:00.000Z',
      lastHeartbeat: '2026-01-31T12:00:00.000Z',
      durationSinceLastMs: 4_000,
      brightness: 42,
      key: { name: 'Gateway in the hall', isRevoked: false },
      refusedKey: null,
      notes: 'Behind the mirror',
      alertAfterMinutes: null,
      isMuted: false,
      isTold: false,
      isAcknowledged: false,
    },
  } satisfies NamedSchema<NodeDetails>,
  history: {
    name: 'NodeHistory',
    schema: history,
    example: {
      span: 'day',
      until: '2026-01-31T12:05:00.000Z',
      stepMinutes: 5,
      heartbeats: [300, 0],
      listened: [1, 1],
      mean: [42, null],
      low: [40, null],
      high: [44.5, null],
    },
  } satisfies NamedSchema<NodeHistory>,
};
