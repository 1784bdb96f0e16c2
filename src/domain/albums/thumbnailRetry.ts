import { backoff } from '../backoff.ts';

/** A thumbnail that failed is asked for again for as long as it is on a page, ever more rarely. */
export const thumbnailRetryMs = backoff({ firstMs: 5_000, longestMs: 120_000 });
