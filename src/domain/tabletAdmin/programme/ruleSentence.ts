import type { Album } from '#contract/schemas/photos.ts';
import type { Rule } from '#contract/schemas/tabletSettings.ts';
import { accessText } from '../albumAccess.ts';

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
