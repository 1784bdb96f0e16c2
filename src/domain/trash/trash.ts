import type { TrashEntry } from '#contract/trash/schemas.ts';
import { albumContentsText, countOf } from '#domain/curation/counts.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const USUAL_DAYS = 30;

/** The time for which the trash stores deleted things: '30 days', unless the server's settings say otherwise. */
export function trashTimeText(days = USUAL_DAYS): string {
  return countOf(days, 'day');
}

/** Counts the things in these entries of the trash: '2 albums and 31 photos'. */
export function trashContentsText(entries: readonly TrashEntry[]): string {
  let albums = 0;
  let photos = 0;
  for (const entry of entries) {
    albums += entry.kind === 'album' ? entry.albums : 0;
    photos += entry.kind === 'album' ? entry.photos : 1;
  }
  return albumContentsText({ albums, photos }) ?? 'Nothing';
}

/** Counts the things deleted together with an album: '2 albums and 31 photos'; undefined for an empty one. */
export function deletedWithText({ albums, photos }: { albums: number; photos: number }): string | undefined {
  return albumContentsText({ albums: albums - 1, photos });
}

/** Says how long an entry still stays in the trash. */
export function timeLeftText(until: string, now: number): string {
  const days = Math.ceil((Date.parse(until) - now) / DAY_MS);
  return days <= 0 ? 'gone within the day' : `${countOf(days, 'day')} left`;
}
