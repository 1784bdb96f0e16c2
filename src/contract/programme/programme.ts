// The limits of a tablet's programme, messages and reports. Separate from the others, which every page loads at its
// start.

/** Everything that a rule may let the tablet show. */
export const RULE_SHOWS = ['home', 'clock', 'slideshow', 'dark-clock', 'black'] as const;
export const RULES = { max: 20, mostDim: 90 } as const;
export const MESSAGE_MAX_CHARACTERS = 140;
/** The photos that a tablet has shown: the most in one report, and the most that the server stores. */
export const SHOWN = { perReport: 20, stored: 50 } as const;
/** Limits of a tablet's diary of its minutes: on the tablet until it is sent, in one report, and on the server. */
export const DIARY_LIMITS = { bytes: 50_000, perReport: 100, days: 31 } as const;

/**
 * In the local storage: the tablet's diary of its minutes, in numbered parts. Separate from the other names
 * (storageKeys.ts), which the first script contains.
 */
export const DIARY = { until: 'diary', photos: 'diary-photos', part: 'diary:' } as const;
