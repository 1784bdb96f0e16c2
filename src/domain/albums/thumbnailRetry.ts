import { backoff } from '../backoff.ts';

/** A thumbnail that failed to load is requested again for as long as it is on the page, at growing intervals. */
export const thumbnailRetryMs = backoff({ firstMs: 5_000, longestMs: 120_000 });
