import { type Static, Type } from 'typebox';
import { CHANNEL_KINDS, OFF_WALL_MINUTES, SILENT_MINUTES } from '#contract/admin/limits.ts';
import { EXAMPLES, oneOf, orNull, time } from '#contract/schemas.ts';

/** Times are `HH:MM`, in a zone such as `Europe/Paris`. */
const QuietHours = Type.Object({ from: Type.String(), to: Type.String(), zone: Type.String({ maxLength: 100 }) });
export type QuietHours = Static<typeof QuietHours>;

const exampleRule = { isOn: true, silentMinutes: 5, quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } };

/** The rule for all nodes; each node may have minutes of its own. */
export const AlertRule = Type.Object(
  {
    isOn: Type.Boolean(),
    silentMinutes: Type.Integer({ minimum: SILENT_MINUTES.least, maximum: SILENT_MINUTES.most }),
    quietHours: orNull(QuietHours),
  },
  { examples: [exampleRule] },
);
export type AlertRule = Static<typeof AlertRule>;

/** Whether tablets that are off the wall for this many minutes, outside of their dark hours, are reported. */
const TabletAlerts = Type.Object({
  isOn: Type.Boolean(),
  minutes: Type.Integer({ minimum: OFF_WALL_MINUTES.least, maximum: OFF_WALL_MINUTES.most }),
});
/** Whether troubles of the server are reported: the reasons of `/health/ready`, and no backup for a week. */
const ServerAlerts = Type.Object({ isOn: Type.Boolean() });

const exampleOtherRules = { tablets: { isOn: true, minutes: 30 }, server: { isOn: true } };

/** The rules for all three things that are watched; in the payload the last two may be absent, and then stay. */
const AlertRules = Type.Interface([AlertRule], { tablets: TabletAlerts, server: ServerAlerts });
export type AlertRules = Static<typeof AlertRules>;
export const AlertRulesPayload = Type.Interface(
  [AlertRule],
  { tablets: Type.Optional(TabletAlerts), server: Type.Optional(ServerAlerts) },
  { examples: [{ ...exampleRule, ...exampleOtherRules }] },
);
export type AlertRulesPayload = Static<typeof AlertRulesPayload>;

/** The destination of alerts. Passwords, tokens and addresses that are secrets stay on the server. */
const AlertChannel = Type.Object({
  /** The SHA-256 of a browser's push endpoint, so that it finds itself in the list. */
  id: Type.String(),
  kind: oneOf(CHANNEL_KINDS),
  name: Type.String({ description: 'Where it leads to, without secrets' }),
  madeBy: orNull(Type.String(), { description: 'The id of the admin who added it; null where it is not known' }),
  /** The outcome of the last message, in words; null before the first. */
  lastResult: orNull(Type.Object({ at: time, isSent: Type.Boolean(), text: Type.String() })),
});
export type AlertChannel = Static<typeof AlertChannel>;

const address = Type.String({ minLength: 1, maxLength: 2_000 });
/** In base64url: a point of the curve P-256 without compression, and 16 bytes. */
const p256Point = Type.String({ pattern: '^B[A-Za-z0-9_-]{86}=?$' });
const sixteenBytes = Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' });

/** The address of a browser at its push service, as `PushSubscription.toJSON()` returns it. */
const PushSubscriptionKeys = Type.Object({
  endpoint: address,
  keys: Type.Object({ p256dh: p256Point, auth: sixteenBytes }),
});
export type PushSubscriptionKeys = Static<typeof PushSubscriptionKeys>;

export const NewChannel = Type.Union(
  [
    /** Without `smtpUrl` the server's setting SMTP_URL is used. */
    Type.Object({ kind: Type.Literal('mail'), to: address, smtpUrl: Type.Optional(address) }),
    Type.Object({ kind: Type.Literal('webhook'), url: address }),
    Type.Object({ kind: Type.Literal('ntfy'), url: address, token: Type.Optional(address) }),
    Type.Object({ kind: Type.Literal('push'), subscription: PushSubscriptionKeys }),
  ],
  { examples: [{ kind: 'ntfy', url: 'https://ntfy.sh/my-house' }] },
);
export type NewChannel = Static<typeof NewChannel>;

export const AlertSettings = Type.Object(
  {
    rule: AlertRule,
    tablets: TabletAlerts,
    server: ServerAlerts,
    channels: Type.Array(AlertChannel),
    /** Whether the server has a mail server of its own (SMTP_URL). */
    hasMailServer: Type.Boolean(),
    pushKey: Type.String({
      description: 'What a browser needs to subscribe: the public key of this installation (VAPID)',
    }),
  },
  {
    $id: 'AlertSettings',
    examples: [
      {
        rule: exampleRule,
        ...exampleOtherRules,
        channels: [
          { id: EXAMPLES.channelId, kind: 'ntfy', name: 'ntfy.sh', lastResult: null, madeBy: EXAMPLES.userId },
        ],
        hasMailServer: false,
        pushKey: 'BLc4xRzKlKORKWlbdgFaBrrPK3ydWAHo4M0gs0i1oEKgPpWC5cW8OCzVrOQRv-1npXRWk8udnW3oYhIO4475rds',
      },
    ],
  },
);
export type AlertSettings = Static<typeof AlertSettings>;

/** The message to a channel; a webhook gets it as JSON. */
const AlertMessage = Type.Object({
  /** Every attempt and every channel sends the same id, so that receivers can drop repetitions. */
  id: Type.String(),
  /** `silent` also stands for tablets that are off the wall, a server in trouble and values beyond their limits. */
  kind: oneOf(['silent', 'back', 'test']),
  /**
   * The kind of things it is about: `nodes`, `tablets`, `server`; `values`: nodes whose value is beyond its limits, or
   * which say that they failed; `guests`: photos that wait.
   */
  about: Type.String(),
  title: Type.String(),
  body: Type.String(),
  /** The things it is about; the lists of the other subjects are empty. */
  nodeIds: Type.Array(Type.String()),
  tabletIds: Type.Array(Type.String()),
  /** Codes, such as those of `/health/ready`. */
  troubles: Type.Array(Type.String()),
  at: time,
});
export type AlertMessage = Static<typeof AlertMessage>;
