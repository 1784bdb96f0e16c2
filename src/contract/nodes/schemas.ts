import { type Static, Type } from 'typebox';
import {
  BROKER_DROPS,
  BROKER_NODES,
  HISTORY_SPANS,
  NODE_NOTES_MAX_CHARACTERS,
  PINGS,
  SILENT_MINUTES,
} from '#contract/admin/limits.ts';
import { EXAMPLES, count, oneOf, orNull, time } from '#contract/schemas.ts';

const marks = {
  isMuted: Type.Boolean(),
  isTold: Type.Boolean({ description: 'Whether an alert about its silence was sent' }),
  isAcknowledged: Type.Boolean(),
};

/** The limits of a node's value: it is reported once it is above or below one for this many minutes. */
const ValueLimits = Type.Object({
  above: orNull(Type.Number()),
  below: orNull(Type.Number()),
  minutes: Type.Integer({ minimum: 0, maximum: SILENT_MINUTES.most }),
});
export type ValueLimits = Static<typeof ValueLimits>;

export const NodeDetails = Type.Object(
  {
    nodeId: Type.String(),
    /** Null when it has never reported, or did so before the server stored this. */
    firstSeenAt: orNull(time),
    /** Null when the node never reported, like the next field. */
    lastHeartbeat: orNull(time),
    durationSinceLastMs: orNull(count),
    /** The last reading: a brightness, or the value of a ping. */
    brightness: orNull(Type.Number()),
    unit: orNull(Type.String(), { description: "Of a ping’s value, which may have none (''); null: a brightness" }),
    text: orNull(Type.String({ description: 'The text of the last ping that had one' })),
    isFailing: Type.Boolean({ description: 'Whether the last ping said that something failed (`ok=0`)' }),
    /**
     * The key that the node belongs to; null when the next key that reports takes it, as for a node that the operator
     * added.
     */
    key: orNull(Type.Object({ name: Type.String(), isRevoked: Type.Boolean() })),
    /** The key that was rejected last, with the time of its last report. */
    refusedKey: orNull(Type.Object({ name: Type.String(), at: time }), {
      description: 'Another active key that reports the node and is refused',
    }),
    notes: Type.String(),
    alertAfterMinutes: orNull(count, { description: 'Null: as the rule for all; 0: never' }),
    limits: orNull(ValueLimits),
    ...marks,
  },
  {
    $id: 'Node',
    examples: [
      {
        nodeId: EXAMPLES.nodeId,
        firstSeenAt: '2025-10-30T11:53:00.000Z',
        lastHeartbeat: '2026-01-31T12:00:00.000Z',
        durationSinceLastMs: 4_000,
        brightness: 42,
        unit: null,
        text: null,
        isFailing: false,
        key: { name: 'Gateway in the hall', isRevoked: false },
        refusedKey: null,
        notes: 'Behind the mirror',
        alertAfterMinutes: null,
        limits: null,
        isMuted: false,
        isTold: false,
        isAcknowledged: false,
      },
    ],
  },
);
export type NodeDetails = Static<typeof NodeDetails>;

/** The query of a ping, or its body as JSON or as a form. Other fields are ignored. */
export const PingPayload = Type.Object(
  {
    value: Type.Optional(Type.Number({ examples: [21.5] })),
    unit: Type.Optional(
      Type.String({
        maxLength: PINGS.unitCharacters,
        examples: ['°C'],
        description: 'It stays until there is another',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: PINGS.textCharacters, examples: ['Window open'] })),
    ok: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        examples: [1],
        description: '0: something failed. Without it all is well',
      }),
    ),
  },
  { examples: [{ value: 21.5, unit: '°C' }] },
);

export const NodeChangesPayload = Type.Partial(
  Type.Object({
    notes: Type.String({ maxLength: NODE_NOTES_MAX_CHARACTERS }),
    alertAfterMinutes: orNull(Type.Integer({ minimum: 0, maximum: SILENT_MINUTES.most })),
    limits: orNull(ValueLimits),
    isMuted: Type.Boolean(),
    isAcknowledged: Type.Boolean(),
  }),
  {
    examples: [
      {
        notes: 'Behind the mirror',
        alertAfterMinutes: 10,
        limits: { above: 28, below: null, minutes: 10 },
        isMuted: false,
        isAcknowledged: true,
      },
    ],
  },
);
export type NodeChangesPayload = Static<typeof NodeChangesPayload>;

/** The marks that the table of nodes shows beside the status. Nodes without a mark are not listed. */
export const NodeMark = Type.Object(
  {
    nodeId: Type.String(),
    ...marks,
    isFailing: Type.Boolean({ description: 'Whether the last ping said that something failed (`ok=0`)' }),
  },
  {
    $id: 'NodeMark',
    examples: [{ nodeId: EXAMPLES.nodeId, isMuted: false, isTold: true, isAcknowledged: true, isFailing: false }],
  },
);
export type NodeMark = Static<typeof NodeMark>;

/** The nodes that messages of the MQTT broker made, and that belong to no key. */
export const BrokerNodes = Type.Object(
  {
    count,
    most: count,
    dropped: orNull(
      Type.Object({
        count: Type.Integer({ minimum: 1, description: 'The pings that were dropped since the server started' }),
        at: time,
        /** Why the last one was dropped. */
        why: oneOf(BROKER_DROPS),
      }),
      { description: 'Null: none was dropped since the server started' },
    ),
  },
  {
    $id: 'BrokerNodes',
    examples: [
      {
        count: 12,
        most: BROKER_NODES.most,
        dropped: { count: 3, at: '2026-01-31T12:00:00.000Z', why: 'new-names' },
      },
    ],
  },
);
export type BrokerNodes = Static<typeof BrokerNodes>;

/** The number of nodes of the MQTT broker that were forgotten. */
export const ForgottenBrokerNodes = Type.Object({ forgotten: count }, { examples: [{ forgotten: 12 }] });
export type ForgottenBrokerNodes = Static<typeof ForgottenBrokerNodes>;

const readings = Type.Array(orNull(Type.Number()));

/** Lists with one entry for each step, oldest first. */
export const NodeHistory = Type.Object(
  {
    span: oneOf(HISTORY_SPANS),
    /** The end of the last step. */
    until: time,
    stepMinutes: count,
    heartbeats: Type.Array(count),
    /** A missing heartbeat only counts where the server was running and the node had been seen. */
    listened: Type.Array(Type.Number(), {
      description: 'How much of the step the server itself was running, from the node’s first report on: 0 to 1',
    }),
    /** The mean reading of the step, and the smallest and the largest; null when there were none. */
    mean: readings,
    low: readings,
    high: readings,
  },
  {
    $id: 'NodeHistory',
    examples: [
      {
        span: 'day',
        until: '2026-01-31T12:05:00.000Z',
        stepMinutes: 5,
        heartbeats: [300, 0],
        listened: [1, 1],
        mean: [42, null],
        low: [40, null],
        high: [44.5, null],
      },
    ],
  },
);
export type NodeHistory = Static<typeof NodeHistory>;
