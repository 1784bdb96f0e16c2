import type { ShareUpload } from '#contract/shares.ts';
import { countOf } from '../curation/counts.ts';
import { isPending, type UploadItem } from './uploadQueue.ts';

export interface GuestUploads {
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

/** The number of photos that visitors may still send, where it is small. */
export function leftText(left: number): string | undefined {
  if (left === 0) return 'This link has taken as many photos as it may.';
  return left <= 20 ? `This link takes ${countOf(left, 'more photo')}.` : undefined;
}
