import { Type } from '@fastify/type-provider-typebox';
import { HISTORY_SPANS, type NodeDetails, type NodeHistory } from '../../../src/contract/admin/nodePage.ts';
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
    notes: Type.String(),
  }),
);

const history = schemaOf<NodeHistory>()(
  Type.Object({
    span: oneOf(HISTORY_SPANS),
    until: time,
    stepMinutes: count,
    heartbeats: Type.Array(count),
    listened: Type.Array(Type.Number(), { description: 'How much of the step the server itself was running: 0 to 1' }),
    mean: Type.Array(numberOrNull),
    low: Type.Array(numberOrNull),
    high: Type.Array(numberOrNull),
  }),
);

export const NODE_SCHEMAS = {
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
      notes: 'Behind the mirror',
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
