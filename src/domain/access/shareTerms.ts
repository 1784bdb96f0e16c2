import { SHARE_TERMS, type ShareTerm } from '#contract/shares.ts';
import type { Share } from '#contract/schemas/arrivals/shares.ts';
import { untilText, whenText } from '../clock/when.ts';

const WORDS: Record<ShareTerm, string> = { day: '24 hours', week: '7 days', open: 'Until it is taken back' };

/** The terms for which a share may be valid, with the words for each. */
export const SHARE_TERM_CHOICES = SHARE_TERMS.map((term) => ({ term, words: WORDS[term] }));

type Facts = Pick<Share, 'until' | 'lastUsedAt' | 'guests' | 'seesAlbum' | 'mayDownload'>;

/** Until when a share is open, when it was last opened, and what it takes, in the reader's language and time zone. */
export function shareFacts(
  { until, lastUsedAt, guests, seesAlbum, mayDownload }: Facts,
  reader: { now: number; locale?: string | undefined },
): string {
  const end = until === null ? 'Open until it is taken back' : `Open until ${untilText(until, reader)}`;
  const use = lastUsedAt === null ? 'not opened yet' : `last opened ${whenText(lastUsedAt, reader)}`;
  const approval = guests?.mayUpload === 'after-approval' ? ', after approval' : '';
  const takes =
    guests && `takes photos${approval}: ${guests.sent} of ${guests.maxPhotos}${seesAlbum ? '' : ', shows none'}`;
  const downloads = mayDownload ? ['originals may be downloaded'] : [];
  return [end, use, ...downloads, ...(takes === undefined ? [] : [takes])].join(' · ');
}
