import { HASHES_PER_CALL } from '#contract/limits.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { backoff } from '../backoff.ts';
import { photosIn, type UploadItem } from './uploadQueue.ts';

/** The state of an album's upload that is shown while another screen is open. */
export type UploadTarget = Pick<Album, 'id' | 'name' | 'slug'>;

/** Requests are small, so that a lost connection costs little, but large enough that the round trip hardly matters. */
export const BATCH_MAX_FILES = 8;
export const BATCH_MAX_BYTES = 12 * 1024 * 1024;

/**
 * The number of attempts in a row that may lose their connection, which takes about a minute. After that the person
 * decides.
 */
export const MAX_ATTEMPTS = 7;
export const pauseBeforeAttemptMs = backoff({ firstMs: 1_000, longestMs: 16_000 });

/**
 * The next request: files for one album, in order, with no name twice (the response identifies files by name), and none
 * whose hash still has to be checked with the server.
 */
export function nextBatch(items: UploadItem[]): UploadItem[] {
  const waiting = photosIn(items).filter((item) => item.status === 'waiting' && !item.unasked);
  const first = waiting[0];
  if (!first || first.alone) return first ? [first] : [];
  const batch: UploadItem[] = [];
  let bytes = 0;
  for (const item of waiting) {
    const fits = batch.length < BATCH_MAX_FILES && (batch.length === 0 || bytes + item.size <= BATCH_MAX_BYTES);
    if (!fits || item.alone || item.albumId !== first.albumId) break;
    if (batch.some(({ name }) => name === item.name)) break;
    batch.push(item);
    bytes += item.size;
  }
  return batch;
}

/** The pause until a file whose turn has not come is tried again. */
export const PAUSE_IN_LINE_MS = 2_000;

const TRY_AGAIN_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/** True when the server takes enough files of others at the moment, which is no failure of this upload. */
export function isInLine(status: number | undefined): boolean {
  return status === 429;
}

/** True when there was no response at all, or one whose status may be temporary. */
export function isWorthAnotherTry(status: number | undefined): boolean {
  return status === undefined || TRY_AGAIN_STATUSES.includes(status);
}

/** Statuses that are about the whole upload and not about the files in this request. */
export function stopsEverything(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404 || status === 507;
}

/**
 * No file is sent before its hash has been checked with the server. Small pages let the sending begin earlier, so this
 * is less than a call allows.
 */
const LARGEST_PAGE = Math.min(256, HASHES_PER_CALL);

/**
 * The number of files that are hashed and checked together. The first page is a single request's worth of photos, so
 * that sending begins soon. Each page is twice as large as the one before, so that the hashing stays ahead of the
 * sending, and a thousand photos take seven calls.
 */
export function pageSize(pagesBefore: number): number {
  return Math.min(LARGEST_PAGE, BATCH_MAX_FILES * 2 ** Math.min(pagesBefore, 10));
}

/** The next files to check: of one album, in the order in which they are sent. */
export function nextPage(items: readonly UploadItem[], size: number): UploadItem[] {
  const unasked = items.filter(isUnasked);
  return unasked.filter(({ albumId }) => albumId === unasked[0]?.albumId).slice(0, size);
}

export function isUnasked(item: UploadItem): boolean {
  return item.status === 'waiting' && item.unasked;
}
