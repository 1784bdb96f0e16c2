import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
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
 * The moments, in milliseconds, at which the wall becomes dark and bright in turn; if it is dark now, now is the first.
 * The first frame, which has no code for rules, is dark when an odd number of them have passed.
 */
export function darkEdges(settings: Pick<TabletSettings, 'programme' | 'place'>, now: number): number[] {
  const isDarkAt = (time: number) => {
    const rule = ruleAt(settings, momentOf(new Date(time)));
    return rule !== undefined && isDarkRule(rule);
  };
  if (!settings.programme.some(isDarkRule)) return [];
  let isDark = isDarkAt(now);
  const edges = isDark ? [now] : [];
  for (let time = now; time < now + DAYS * DAY_MS; time += STEP_MS) {
    if (isDarkAt(time + STEP_MS) === isDark) continue;
    let [before, after] = [time, time + STEP_MS];
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
