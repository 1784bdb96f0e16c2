/**
 * In the local storage: the tablet's account of its minutes, in numbered parts. Apart from the other names
 * (storageKeys.ts), which the first script carries.
 */
export const DIARY = { until: 'diary', photos: 'diary-photos', part: 'diary:' } as const;
