import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { type Moment, ruleAt } from '../../tablets/programme.ts';

const DAYS_OF_WEEK = 7;
const STEP_MINUTES = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;

/** A part of a day in which one rule counts, in minutes. */
export interface Span {
  from: number;
  to: number;
  /** The place of the rule in the programme; -1 for none. */
  rule: number;
}

/** The week of a moment from Monday on: the spans of each day, without a gap. */
export function weekOf(settings: Pick<TabletSettings, 'programme' | 'place'>, now: Moment): Span[][] {
  const today = Math.floor(now.wallMs / DAY_MS);
  // The first day of 1970 was a Thursday.
  const monday = today - ((today + 3) % DAYS_OF_WEEK);
  return Array.from({ length: DAYS_OF_WEEK }, (_, day) => {
    const spans: Span[] = [];
    for (let minute = 0; minute < DAY_MINUTES; minute += STEP_MINUTES) {
      const wallMs = (monday + day) * DAY_MS + minute * MINUTE_MS;
      const found = ruleAt(settings, { wallMs, atMs: now.atMs + wallMs - now.wallMs });
      const rule = found ? settings.programme.indexOf(found) : -1;
      const last = spans.at(-1);
      if (last?.rule === rule) last.to = minute + STEP_MINUTES;
      else spans.push({ from: minute, to: minute + STEP_MINUTES, rule });
    }
    return spans;
  });
}

/** Where a moment is in its week: the day from Monday on, and the minute of it. */
export function placeInWeek({ wallMs }: Moment): { day: number; minute: number } {
  const today = Math.floor(wallMs / DAY_MS);
  return { day: (today + 3) % DAYS_OF_WEEK, minute: Math.floor((wallMs - today * DAY_MS) / MINUTE_MS) };
}
