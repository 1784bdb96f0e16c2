export const CHANNEL_KINDS = ['mail', 'webhook', 'ntfy', 'push'] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Times are `HH:MM`, in a zone such as `Europe/Paris`. */
export interface QuietHours {
  from: string;
  to: string;
  zone: string;
}

/** The rule for all nodes; each node may have minutes of its own. */
export interface AlertRule {
  isOn: boolean;
  silentMinutes: number;
  quietHours: QuietHours | null;
}

export const SILENT_MINUTES = { least: 1, most: 10_080 } as const;

/** The destination of alerts. Passwords, tokens and addresses that are secrets stay on the server. */
export interface AlertChannel {
  /** The SHA-256 of a browser's push endpoint, so that it finds itself in the list. */
  id: string;
  kind: ChannelKind;
  name: string;
  /** The outcome of the last message, in words; null before the first. */
  lastResult: { at: string; isSent: boolean; text: string } | null;
}

export type NewChannel =
  /** Without `smtpUrl` the server's setting SMTP_URL is used. */
  | { kind: 'mail'; to: string; smtpUrl?: string }
  | { kind: 'webhook'; url: string }
  | { kind: 'ntfy'; url: string; token?: string }
  | { kind: 'push'; subscription: PushSubscriptionKeys };

/** The address of a browser at its push service, as `PushSubscription.toJSON()` returns it. */
export interface PushSubscriptionKeys {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface AlertSettings {
  rule: AlertRule;
  channels: AlertChannel[];
  /** Whether the server has a mail server of its own (SMTP_URL). */
  hasMailServer: boolean;
  /** By which push services know this installation: what a browser needs to subscribe (VAPID). */
  pushKey: string;
}

export interface AlertMessage {
  /** The same for every attempt and every channel, so that receivers can drop what they have. */
  id: string;
  kind: 'silent' | 'back' | 'test';
  title: string;
  body: string;
  nodeIds: string[];
  /** ISO 8601. */
  at: string;
}

/** The marks that the table of nodes shows beside the status. Nodes without a mark are not listed. */
export interface NodeMark {
  nodeId: string;
  isMuted: boolean;
  /** Whether an alert told that it is silent. */
  isTold: boolean;
  isAcknowledged: boolean;
}
