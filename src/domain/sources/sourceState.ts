import type { Source } from '#contract/sources/schemas.ts';
import { type Reader, whenText } from '../clock/when.ts';
import { countOf } from '../curation/counts.ts';

const STATES: Record<Source['state'], string> = {
  reading: 'Being read just now',
  ok: 'All is taken',
  away: 'Away',
  failed: 'Needs attention',
  paused: 'Paused',
};

/** The state of a source in words. */
export function sourceStateText({ state, message, lastReadAt, photos }: Source, reader: Reader): string {
  const why = message === undefined ? '' : `: ${message}`;
  const when = lastReadAt === null ? 'not read yet' : `last read ${whenText(lastReadAt, reader)}`;
  return `${STATES[state]}${why} · ${countOf(photos, 'photo')} · ${when}`;
}

const FEW_LEAVING = 20;

/** Whether so many of the photos that a source made would leave with one reading that an admin is asked first. */
export function mustAskBefore({ leaving, made }: { leaving: number; made: number }): boolean {
  return leaving > FEW_LEAVING && leaving > made / 2;
}

interface LeftPhoto {
  albumName: string;
  /** The source has another picture in its place. */
  isReplaced: boolean;
}

/** For instance '3 photos of “Family” and 1 photo of “Summer” left Immich, 1 photo of “Family” was replaced there'. */
export function leftText(photos: readonly LeftPhoto[]): string {
  const replaced = photos.filter(({ isReplaced }) => isReplaced);
  const left = photos.filter(({ isReplaced }) => !isReplaced);
  const replacedText = `${countsByAlbum(replaced)} ${replaced.length === 1 ? 'was' : 'were'} replaced`;
  if (left.length === 0) return `${replacedText} in Immich`;
  return `${countsByAlbum(left)} left Immich${replaced.length === 0 ? '' : `, ${replacedText} there`}`;
}

function countsByAlbum(photos: readonly LeftPhoto[]): string {
  const counts = new Map<string, number>();
  for (const { albumName } of photos) counts.set(albumName, (counts.get(albumName) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${countOf(count, 'photo')} of “${name}”`).join(' and ');
}

/** For instance '25 photos of “Family” that left Immich', with the name of the source. */
export function leavingText({ photos, name }: { photos: number; name: string }): string {
  return `${countOf(photos, 'photo')} of “${name}” that left Immich`;
}
