/**
 * In the local storage: the tablet's diary of its minutes, in numbered parts. Separate from the other names, which the
 * first script contains.
 */
export const DIARY = { until: 'diary', photos: 'diary-photos', part: 'diary:' } as const;
