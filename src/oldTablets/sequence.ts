import type { Photo } from '#contract/photos/schemas.ts';
import type { PhotoSequence } from '#contract/limits.ts';
import { isSamePhoto, dayOf, isOnThisDay } from '#domain/slideshow/slideList.ts';
import { photosInRound } from '#domain/oldTablets/oldTabletSettings.ts';

interface Sequence {
  photos: readonly Photo[];
  order: PhotoSequence;
  /** The day on the tablet's own calendar. */
  today: string;
}

/** A reloaded page shuffles again. */
const seed = Math.floor(Math.random() * 0x7fffffff);

let sequence: Sequence = { photos: [], order: 'album', today: dayOf(new Date()) };
/** The round on screen; its order stays the same while nothing changes. */
let listed: { round: number; photos: Photo[] } | undefined;

function photosOf(round: number): Photo[] {
  if (!listed || listed.round !== round) {
    listed = { round, photos: photosInRound(sequence.photos, { ...sequence, seed, round }) };
  }
  return listed.photos;
}

export function rearrange(change: Partial<Sequence>): void {
  sequence = { ...sequence, ...change };
  listed = undefined;
}

export function currentSequence(): Sequence {
  return sequence;
}

export function photoAt({ round, index }: { round: number; index: number }): Photo | undefined {
  return photosOf(round)[index];
}

/** The photo's index in this round; undefined when it is no longer there. */
export function indexOf(photo: Photo | undefined, round: number): number | undefined {
  const index = photosOf(round)
    .map((one) => isSamePhoto(one, photo))
    .indexOf(true);
  return index < 0 ? undefined : index;
}

/** Whether there are photos of this day in earlier years; they are shown as soon as the day begins. */
export function beginsWithThisDay(round: number): boolean {
  const [first] = photosOf(round);
  return sequence.order === 'on-this-day' && first !== undefined && isOnThisDay(first, sequence.today);
}
