/** The spans of time of a node's charts. */
export const HISTORY_SPANS = ['day', 'month', 'year'] as const;

export type HistorySpan = (typeof HISTORY_SPANS)[number];

export const NODE_NOTES_MAX_CHARACTERS = 2_000;

export interface NodeDetails {
  nodeId: string;
  /** ISO 8601; null when it has never reported, or did so before the server kept this. */
  firstSeenAt: string | null;
  /** ISO 8601, or null when the node never reported. */
  lastHeartbeat: string | null;
  durationSinceLastMs: number | null;
  /** The last reading. */
  brightness: number | null;
  /** The key that the node belongs to; null when the one that reports next takes it, as a node that the operator added. */
  key: { name: string; isRevoked: boolean } | null;
  /** Another active key that reports the node and is refused, with the time of its last report (ISO 8601). */
  refusedKey: { name: string; at: string } | null;
  notes: string;
  /** Told of after so many minutes of silence; null: as the rule for all nodes says; 0: never. */
  alertAfterMinutes: number | null;
  isMuted: boolean;
  /** Whether an alert told that it is silent. */
  isTold: boolean;
  isAcknowledged: boolean;
}

export interface NodeChangesPayload {
  notes?: string;
  alertAfterMinutes?: number | null;
  isMuted?: boolean;
  isAcknowledged?: boolean;
}

/** Lists with one entry for each step, oldest first. */
export interface NodeHistory {
  span: HistorySpan;
  /** The end of the last step, ISO 8601. */
  until: string;
  stepMinutes: number;
  heartbeats: number[];
  /**
   * The share of the step, 0 to 1, in which the server itself was running and the node had been seen. Only then a
   * missing heartbeat means something.
   */
  listened: number[];
  /** The smallest and largest reading of the step; null when there were none. */
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}
