import type { Rule } from '#contract/programme/schemas.ts';
import type { OldTabletSettings } from '#domain/oldTablets/oldTabletSettings.ts';
import { AWAKE_MS, momentOf, ruleAt, wallRuleAt } from '#domain/programme/programme.ts';
import { showNight, part } from './page.ts';
import { showKnown } from './show.ts';

type Wanted = Pick<OldTabletSettings, 'startsWith' | 'albumId'>;
type Settings = Wanted & Pick<OldTabletSettings, 'programme' | 'place'>;

const ASLEEP: Pick<Rule, 'shows' | 'dim'> = { shows: 'black' };

let settings: Settings = { startsWith: 'photos', albumId: null, programme: [], place: null };
/** The index of the rule, or -1, during which a command has sent the wall to sleep. */
let asleepDuring: number | undefined;
let touchedAtMs: number | undefined;
let shownFor: Wanted['startsWith'] | undefined;

/** The mode and the album that the programme sets now; without a rule, those that the tablet starts with. */
export function wantedNow({ startsWith, albumId, programme, place }: Settings): Wanted {
  const rule = wallRuleAt({ programme, place }, momentOf(new Date()));
  if (!rule) return { startsWith, albumId };
  const ids = rule.albumIds || [];
  const only = ids[0];
  return {
    startsWith: rule.shows === 'clock' ? 'clock' : 'photos',
    // This page supports one album, or all.
    albumId: only !== undefined && ids.length === 1 ? only : null,
  };
}

/** Called every second: the wall clock, which may jump, decides alone which rule applies. */
export function applyProgramme(): void {
  const isAwake = touchedAtMs !== undefined && performance.now() - touchedAtMs < AWAKE_MS;
  const now = ruleAt(settings, momentOf(new Date()));
  if (asleepDuring !== indexOf(now)) asleepDuring = undefined;
  const rule = isAwake ? undefined : now;
  const { shows, dim = 0 } = asleepDuring === undefined ? rule || {} : ASLEEP;
  const wanted = wantedNow(settings).startsWith;
  if (wanted !== shownFor) showKnown(wanted);
  shownFor = wanted;
  showNight(shows === 'dark-clock' ? 'clock' : shows === 'black' ? 'black' : undefined);
  showDim(dim);
}

export function setProgramme({ startsWith, albumId, programme, place }: Settings): void {
  settings = { startsWith, albumId, programme, place };
  applyProgramme();
}

/** A touch at night, or a command, shows the wall for a while. */
export function noteTouch(): void {
  touchedAtMs = performance.now();
  asleepDuring = undefined;
  applyProgramme();
}

/** Covers everything with this percentage of black. */
function showDim(percent: number): void {
  part('dim').style.opacity = String(percent / 100);
}

/** Makes the wall black until another rule of its programme applies or somebody touches it. */
export function sleep(): void {
  touchedAtMs = undefined;
  asleepDuring = indexOf(ruleAt(settings, momentOf(new Date())));
  applyProgramme();
}

function indexOf(rule: Rule | undefined): number {
  return rule ? settings.programme.indexOf(rule) : -1;
}
