import { HASHES_PER_CALL } from '#contract/limits.ts';
import { BATCH_MAX_FILES } from './uploadPlan.ts';
import type { UploadItem } from './uploadQueue.ts';

/**
 * No file is sent before the server has been asked about its hash. Small pages let the sending begin earlier, so this
 * is less than one call may have.
 */
const LARGEST_PAGE = Math.min(256, HASHES_PER_CALL);

/**
 * The size of each page of files that are hashed, and that the server is then asked about: the first page is a single
 * request's worth of photos, so that sending begins soon. Each one is twice as large as the one before, so that the hashing
 * stays ahead of the sending, and a thousand photos take seven calls.
 */
export function pageSize(pagesBefore: number): number {
  return Math.min(LARGEST_PAGE, BATCH_MAX_FILES * 2 ** Math.min(pagesBefore, 10));
}

/** The next files to ask about: of one album, in the order in which they are sent. */
export function nextPage(items: readonly UploadItem[], size: number): UploadItem[] {
  const unasked = items.filter(isUnasked);
  return unasked.filter(({ albumId }) => albumId === unasked[0]?.albumId).slice(0, size);
}

export function isUnasked(item: UploadItem): boolean {
  return item.status === 'waiting' && item.unasked;
}
