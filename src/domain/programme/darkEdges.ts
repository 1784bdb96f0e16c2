import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { isDarkRule, momentOf, ruleAt } from './programme.ts';

/**
 * The number of days of dark hours that are stored for starts without a network. After that the first frame is bright
 * at night again.
 */
const DAYS = 60;
const DAY_MS = 86_400_000;
const STEP_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The moments, in milliseconds, at which the wall turns dark and bright by turns, beginning with a dark one: now, if it
 * is dark. The first frame has no code for rules: it is dark after an odd number of these moments.
 */
export function darkEdges(settings: Pick<TabletSettings, 'programme' | 'place'>, now: number): number[] {
  const isDarkAt = (time: number) => {
    const rule = ruleAt(settings, momentOf(new Date(time)));
    return rule !== undefined && isDarkRule(rule);
  };
  if (!settings.programme.some(isDarkRule)) return [];
  let isDark = isDarkAt(now);
  const edges = isDark ? [now] : [];
  const times = timesOf(settings.programme);
  for (let time = now, next; time < now + DAYS * DAY_MS; time = next) {
    next = time + stepFrom(time, times);
    if (isDarkAt(next) === isDark) continue;
    let [before, after] = [time, next];
    while (after - before > MINUTE_MS) {
      const middle = (before + after) / 2;
      if (isDarkAt(middle) === isDark) before = middle;
      else after = middle;
    }
    edges.push(Math.round(after));
    isDark = !isDark;
  }
  return edges;
}

/** The minutes of a day at which a rule may begin or end, with midnight; undefined where some follow the sun. */
function timesOf(programme: TabletSettings['programme']): number[] | undefined {
  const times = programme.flatMap(({ from, to }) => [from, to].filter((time) => time !== undefined));
  if (times.some((time) => time === 'sunrise' || time === 'sunset')) return undefined;
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return [...minutes, 24 * 60].sort((one, other) => one - other);
}

/**
 * Returns the time until the next minute of `times`, since nothing changes before it. A shorter step is taken if the
 * clock of the zone changes before.
 */
function stepFrom(time: number, times: readonly number[] | undefined): number {
  const here = momentOf(new Date(time));
  const inDay = here.wallMs % DAY_MS;
  const minute = times?.find((one) => one * MINUTE_MS > inDay);
  if (minute === undefined) return STEP_MS;
  const stepMs = minute * MINUTE_MS - inDay;
  const next = momentOf(new Date(time + stepMs));
  return next.wallMs - next.atMs === here.wallMs - here.atMs ? stepMs : Math.min(stepMs, STEP_MS);
}
