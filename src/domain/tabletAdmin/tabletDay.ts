import { MINUTES_PER_QUARTER } from '#contract/sockets.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import type { Quarter } from '../nodes/dayStrip.ts';

const QUARTER_MS = MINUTES_PER_QUARTER * 60_000;
/** A tablet that is well tells about itself in at least two of fifteen minutes. */
const STEADY_MINUTES = 2;

/** A tablet's last 24 hours, oldest first. Of the time before it was made nothing can be known. */
export function tabletDay({ day, createdAt }: Pick<Tablet, 'day' | 'createdAt'>, now: number): Quarter[] {
  const newest = Math.floor(now / QUARTER_MS);
  const madeIn = Math.floor(Date.parse(createdAt) / QUARTER_MS);
  return Array.from(day, (digit, index): Quarter => {
    const quarter = newest - day.length + 1 + index;
    const heard = Number.parseInt(digit, 16) || 0;
    // The newest quarter hour is still under way, and in its first minute there may be nothing to hear yet.
    const expected = quarter === newest ? Math.min(STEADY_MINUTES, heard) : STEADY_MINUTES;
    if (heard > 0) return heard >= expected ? { look: 'full', share: 1 } : { look: 'partial', share: 0.5 };
    return { look: quarter < madeIn || quarter === newest ? 'unknown' : 'silent', share: 0 };
  });
}
