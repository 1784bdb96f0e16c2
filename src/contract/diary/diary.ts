// Separate from the schemas, which the server alone loads.

/** Limits of a tablet's diary of its minutes: on the tablet until it is sent, in one report, and on the server. */
export const DIARY_LIMITS = { bytes: 50_000, perReport: 100, days: 31 } as const;
