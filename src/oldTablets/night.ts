import type { OldTabletSettings } from '#domain/oldTablets/oldTabletSettings.ts';
import { AWAKE_MS, momentOf, ruleAt, wallRuleAt } from '#domain/tablets/programme.ts';
import { showDim, showNight } from './page.ts';
import { showKnown } from './show.ts';

type Wanted = Pick<OldTabletSettings, 'startsWith' | 'albumId'>;
type Settings = Wanted & Pick<OldTabletSettings, 'programme' | 'place'>;

let settings: Settings = { startsWith: 'photos', albumId: null, programme: [], place: null };
let touchedAtMs: number | undefined;
let shownFor: Wanted['startsWith'] | undefined;

/** The mode and the album that the programme wants now; without a rule for them, those that the tablet begins with. */
export function wantedNow({ startsWith, albumId, programme, place }: Settings): Wanted {
  const rule = wallRuleAt({ programme, place }, momentOf(new Date()));
  if (!rule) return { startsWith, albumId };
  const ids = rule.albumIds || [];
  const only = ids[0];
  return {
    startsWith: rule.shows === 'clock' ? 'clock' : 'photos',
    // This page knows one album, or all.
    albumId: only !== undefined && ids.length === 1 ? only : null,
  };
}

/** Called every second: which rule counts follows from the wall clock alone, which may jump. */
export function lookAtNight(): void {
  const isAwake = touchedAtMs !== undefined && performance.now() - touchedAtMs < AWAKE_MS;
  const rule = isAwake ? undefined : ruleAt(settings, momentOf(new Date()));
  const { shows, dim = 0 } = rule || {};
  const wanted = wantedNow(settings).startsWith;
  if (wanted !== shownFor) showKnown(wanted);
  shownFor = wanted;
  showNight(shows === 'dark-clock' ? 'clock' : shows === 'black' ? 'black' : undefined);
  showDim(dim);
}

export function setProgramme({ startsWith, albumId, programme, place }: Settings): void {
  settings = { startsWith, albumId, programme, place };
  lookAtNight();
}

/** A touch in the night shows the wall for a while. */
export function noteTouch(): void {
  touchedAtMs = performance.now();
  lookAtNight();
}
