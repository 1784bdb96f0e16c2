import type { Album } from '#contract/photos/schemas.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { type Moment, ruleAt } from './programme.ts';
import { accessText } from '#domain/curation/albumAccess.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
/** Monday is 1. */
const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'] as const;
const SHOWS: Record<Exclude<Rule['shows'], 'slideshow'>, string> = {
  home: 'home',
  clock: 'clock',
  'dark-clock': 'dark clock',
  black: 'black',
};

/** A rule in words: 'Mondays to Fridays from 22:00 until 7:00: black'. */
export function ruleSentence(rule: Rule, albums: readonly Album[]): string {
  const when = [joined([daysText(rule.days), datesText(rule)]), hoursText(rule)].filter(Boolean).join(' ');
  const what = [showsText(rule, albums), rule.dim ? `dimmed by ${rule.dim} %` : ''].filter(Boolean).join(', ');
  return `${when === '' ? 'Always' : when.charAt(0).toUpperCase() + when.slice(1)}: ${what}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(', ');
}

function daysText(days: readonly number[] = []): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const names = sorted.map((day) => DAYS[day - 1] ?? '');
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (names.length === 0 || names.length === DAYS.length) return '';
  if (names.length === 1) return first;
  const areInARow = sorted.every((day, index) => index === 0 || day === (sorted[index - 1] ?? 0) + 1);
  if (areInARow && names.length > 2) return `${first} to ${last}`;
  return `${names.slice(0, -1).join(', ')} and ${last}`;
}

function datesText({ dates }: Rule): string {
  if (!dates) return '';
  return dates.from === dates.to ? dayText(dates.from) : `${dayText(dates.from)} to ${dayText(dates.to)}`;
}

function dayText(monthAndDay: string): string {
  const [month = 1, day = 1] = monthAndDay.split('-').map(Number);
  return `${day} ${monthName(month)}`;
}

export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}

function hoursText({ from, to }: Rule): string {
  if (from === undefined || to === undefined || from === to) return '';
  return `from ${timeText(from)} until ${timeText(to)}`;
}

function timeText(time: string): string {
  return time.replace(/^0/, '');
}

function showsText({ shows, albumIds = [] }: Rule, albums: readonly Album[]): string {
  if (shows !== 'slideshow') return SHOWS[shows];
  const chosen = accessText(albums, albumIds);
  return chosen === 'No albums' ? 'slideshow of everything' : `slideshow of ${chosen}`;
}

/** Rules to start from. */
export const READY_RULES: readonly { name: string; rule: Rule }[] = [
  { name: 'Dark at night', rule: { from: '22:00', to: '07:00', shows: 'dark-clock' } },
  { name: 'Dimmed from sunset', rule: { from: 'sunset', to: 'sunrise', shows: 'slideshow', dim: 40 } },
  { name: 'Christmas in December', rule: { dates: { from: '12-01', to: '12-31' }, shows: 'slideshow' } },
];

export function goesByTheSun({ from, to }: { from?: Rule['from'] | undefined; to?: Rule['to'] | undefined }): boolean {
  return isOfSun(from) || isOfSun(to);
}

function isOfSun(time: string | undefined): boolean {
  return time === 'sunrise' || time === 'sunset';
}

/** Adds or removes a day of the week; all days are the same as none. */
export function withDayToggled({ days = ALL_DAYS, ...rule }: Rule, day: number): Rule {
  const changed = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b);
  // The last day stays: a rule without days would never apply.
  if (changed.length === 0) return { ...rule, days };
  return changed.length === ALL_DAYS.length ? rule : { ...rule, days: changed };
}

const ALL_DAYS: number[] = [1, 2, 3, 4, 5, 6, 7];

/** The rules with one of them at another place. */
export function withRuleMoved(rules: readonly Rule[], from: number, to: number): Rule[] {
  const moved = rules[from];
  if (!moved || to < 0 || to >= rules.length) return [...rules];
  const others = rules.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Removes fields without an effect, which the server would store all the same. */
export function tidyRule({ albumIds = [], dim = 0, ...rule }: Rule): Rule {
  return {
    ...rule,
    ...(rule.shows === 'slideshow' && albumIds.length > 0 && { albumIds }),
    ...(dim > 0 && rule.shows !== 'black' && { dim }),
  };
}

const DAYS_OF_WEEK = 7;
const STEP_MINUTES = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 24 * 60;

/** A part of a day in which one rule applies, in minutes. */
interface Span {
  from: number;
  to: number;
  /** The index of the rule in the programme; -1 for none. */
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

/** The place of a moment in its week: the day, from Monday on, and the minute of the day. */
export function placeInWeek({ wallMs }: Moment): { day: number; minute: number } {
  const today = Math.floor(wallMs / DAY_MS);
  return { day: (today + 3) % DAYS_OF_WEEK, minute: Math.floor((wallMs - today * DAY_MS) / MINUTE_MS) };
}
