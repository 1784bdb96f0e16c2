// The limits of a tablet's messages and reports. Separate from the others, which every page loads at its start.

export const MESSAGE_MAX_CHARACTERS = 140;
/** The photos that a tablet has shown: the most in one report, and the most that the server stores. */
export const SHOWN = { perReport: 20, stored: 50 } as const;
