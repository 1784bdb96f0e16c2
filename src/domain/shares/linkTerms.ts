import type { Share } from '#contract/shares/schemas.ts';
import { type ShareTerm, SHARE_TERMS } from '#contract/shares/shares.ts';
import { untilText, whenText } from '#domain/clock/when.ts';
import { bytesText } from '#domain/text/sizes.ts';

const DAY_MS = 24 * 3_600_000;

/** Null: the share is valid until somebody takes it back. */
export function shareEnd(term: ShareTerm, now: number): number | null {
  if (term === 'open') return null;
  return now + (term === 'day' ? DAY_MS : 7 * DAY_MS);
}

const WORDS: Record<ShareTerm, string> = { day: '24 hours', week: '7 days', open: 'Until it is taken back' };

/** The terms for which a share may be valid, with the words for each. */
export const SHARE_TERM_CHOICES = SHARE_TERMS.map((term) => ({ term, words: WORDS[term] }));

type Facts = Pick<Share, 'until' | 'lastUsedAt' | 'guests' | 'seesAlbum' | 'mayDownload'>;

/**
 * The end of a share, the time it was last opened, and whether it accepts photos, in the reader's language and time
 * zone.
 */
export function shareFacts(
  { until, lastUsedAt, guests, seesAlbum, mayDownload }: Facts,
  reader: { now: number; locale?: string | undefined },
): string {
  const end = until === null ? 'Open until it is taken back' : `Open until ${untilText(until, reader)}`;
  const use = lastUsedAt === null ? 'not opened yet' : `last opened ${whenText(lastUsedAt, reader)}`;
  const approval = guests?.mayUpload === 'after-approval' ? ', after approval' : '';
  const takes = guests && `takes photos${approval}: ${amountOf(guests)}${seesAlbum ? '' : ', shows none'}`;
  const downloads = mayDownload ? ['originals may be downloaded'] : [];
  return [end, use, ...downloads, ...(takes === undefined ? [] : [takes])].join(' · ');
}

/** The amount that visitors have sent, and the most that the share takes: '3 of 500 (11.2 MB of 2.0 GB)'. */
function amountOf({ sent, maxPhotos, sentBytes, maxBytes }: NonNullable<Facts['guests']>): string {
  return `${sent} of ${maxPhotos} (${bytesText(sentBytes)} of ${bytesText(maxBytes)})`;
}
