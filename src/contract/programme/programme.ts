// The limits of a tablet's programme. Separate from the others, which every page loads at its start.

/** Everything that a rule may let the tablet show. */
export const RULE_SHOWS = ['home', 'clock', 'slideshow', 'dark-clock', 'black'] as const;
export const RULES = { max: 20, mostDim: 90 } as const;
