import type { UploadResponse } from '#contract/photos/schemas.ts';
import type { ShareUpload } from '#contract/access/shareKeys.ts';
import { countOf } from '../curation/counts.ts';
import { MESSAGES } from '../messages.ts';
import { bytesText } from '../text/sizes.ts';
import { BATCH_MAX_FILES } from './uploadPlan.ts';
import { isPending, photosIn, type UploadItem, type UploadItemStatus, type UploadQueue } from './uploadQueue.ts';

/** The state of an upload, either of one request or of all files chosen for an album. */
type UploadState<Data> =
  | { status: 'progress'; percent: number }
  | { status: 'complete'; data: Data }
  | { status: 'error'; message: string; httpStatus?: number };

/** A photo is sent when its progress reaches this share; the server then still has to store it. */
const SENT_SHARE = 0.9;

export type RequestState = UploadState<UploadResponse>;

export interface UploadSummary {
  items: UploadItem[];
  counts: Record<UploadItemStatus, number>;
  /** The photos that are in the album by now, and the expected number at the end, without rejected ones. */
  done: number;
  total: number;
  /** The progress of one bar. A photo that is being sent moves it too; only the last stored photo fills it. */
  percent: number;
  /** Undefined while there is nothing to show. */
  state: UploadState<{ count: number }> | undefined;
}

/** The state of the chosen files, as an album's screen shows it. */
export function summaryOf(queue: UploadQueue, albumId: string): UploadSummary {
  const items = photosIn(queue.items).filter((item) => item.albumId === albumId);
  const counts = { waiting: 0, preparing: 0, sending: 0, stored: 0, duplicate: 0, refused: 0, failed: 0 };
  let sent = 0;
  for (const { status, sentBytes, size } of items) {
    counts[status] += 1;
    if (status === 'sending' && size > 0) sent += (sentBytes / size) * SENT_SHARE;
  }
  const done = counts.stored + counts.duplicate;
  const total = items.length - counts.refused;
  const percent = total === 0 ? 0 : ((done + sent) / total) * 100;
  return { items, counts, done, total, percent, state: stateOf(items, { counts, percent }) };
}

/** The end of an upload in numbers, with what is new first: '140 added, 60 were here, 4 were refused'. */
export function outcomeText(items: readonly UploadItem[]): string {
  const count = (wanted: UploadItemStatus) => items.filter(({ status }) => status === wanted).length;
  return [
    `${count('stored').toLocaleString('en')} added`,
    ...were(count('duplicate'), 'here'),
    ...were(count('refused'), 'refused'),
  ].join(', ');
}

function were(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? 'was' : 'were'} ${what}`];
}

/**
 * The summary of an upload to several albums once it has ended, with the albums in which something was rejected or
 * failed. Undefined when nothing is left of the upload, for instance after cancelling it.
 */
export function uploadsText(
  all: readonly UploadItem[],
): 'busy' | { text: string; troubled: ReadonlySet<string> } | undefined {
  const items = photosIn(all);
  if (items.some(isPending)) return 'busy';
  if (items.length === 0) return undefined;
  const there = items.filter(({ status }) => status === 'duplicate').length;
  const stored = items.filter(({ status }) => status === 'stored').length;
  const trouble = items.filter(({ status }) => status === 'failed' || status === 'refused');
  const known = there > 0 ? ` (${there.toLocaleString('en')} more ${there === 1 ? 'was' : 'were'} there already)` : '';
  return {
    text: `Uploaded ${countOf(stored, 'photo')}${known}`,
    troubled: new Set(trouble.map(({ albumId }) => albumId)),
  };
}

/**
 * The few files to show: as many as one request takes, in their order, from the first file that is not done yet. Near
 * the end of the upload these are the last files, done or not, so that the list keeps its length. After a failure the
 * list begins with the first file that failed.
 */
export function filesInSight(items: UploadItem[]): UploadItem[] {
  const onItsWay = items.findIndex(isPending);
  const first = onItsWay >= 0 ? onItsWay : items.findIndex(({ status }) => status === 'failed');
  const last = Math.max(0, items.length - BATCH_MAX_FILES);
  const start = first >= 0 ? Math.min(first, last) : last;
  return items.slice(start, start + BATCH_MAX_FILES);
}

/** How far a file is made into what is sent; undefined for one that is not being made. */
export function preparingText({ status, prepared }: UploadItem): string | undefined {
  return status === 'preparing' ? `preparing, ${Math.floor(prepared * 100)} %` : undefined;
}

interface Progress {
  counts: UploadSummary['counts'];
  percent: number;
}

function stateOf(items: UploadItem[], { counts, percent }: Progress): UploadSummary['state'] {
  if (items.length === 0) return undefined;
  if (items.some(isPending)) return { status: 'progress', percent };
  const nothingStored = counts.stored === 0 && counts.duplicate === 0;
  if (counts.failed > 0 || nothingStored) {
    const failed = items.find((item) => item.status === 'failed') ?? items[0];
    return { status: 'error', message: failed?.message || MESSAGES.uploadFailed };
  }
  return { status: 'complete', data: { count: counts.stored } };
}

interface GuestUploads {
  items: readonly UploadItem[];
  mayUpload: ShareUpload;
}

/** The thanks to a visitor once photos have arrived; undefined while some are still to be sent, or when none arrived. */
export function thanksText({ items, mayUpload }: GuestUploads): string | undefined {
  const arrived = items.filter(({ status }) => status === 'stored' || status === 'duplicate').length;
  if (arrived === 0 || items.some((item) => isPending(item) || item.status === 'failed')) return undefined;
  const are = arrived === 1 ? 'is' : 'are';
  const where =
    mayUpload === 'at-once'
      ? `${are} in the album`
      : `${are} shown once your hosts have looked at ${arrived === 1 ? 'it' : 'them'}`;
  return `Thank you! ${countOf(arrived, 'photo')} arrived and ${where}.`;
}

/** The photos and bytes that visitors may still send by a link. */
interface Left {
  left: number;
  leftBytes: number;
}

const FEW_PHOTOS = 20;
const FEW_BYTES = 100_000_000;
/** Nearly all photos are larger than this. */
const LEAST_BYTES = 100_000;

/** Whether a link takes no photos any more. */
export function isFull({ left, leftBytes }: Left): boolean {
  return left === 0 || leftBytes === 0;
}

/** The photos, or the bytes, that visitors may still send, where they are few. */
export function leftText({ left, leftBytes }: Left): string | undefined {
  if (isFull({ left, leftBytes })) return 'This link has taken as many photos as it may.';
  if (leftBytes < LEAST_BYTES) return 'This link has almost no room for photos any more.';
  const few = [
    ...(left <= FEW_PHOTOS ? [countOf(left, 'more photo')] : []),
    ...(leftBytes < FEW_BYTES ? [`${bytesText(leftBytes)}${left <= FEW_PHOTOS ? ' at most' : ' more'}`] : []),
  ];
  return few.length > 0 ? `This link takes ${few.join(', ')}.` : undefined;
}

export function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
