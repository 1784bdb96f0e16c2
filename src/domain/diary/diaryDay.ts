import { MINUTES_PER_QUARTER } from '#contract/day/quarters.ts';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import type { Quarter, QuarterState } from '#domain/day/dayStrip.ts';

/** A quarter hour with this many minutes of trouble is drawn as trouble, whatever its other minutes were. */
const SEEN_MINUTES = 3;
const SPANS_NAMED = 3;

interface Day {
  /** In minutes since 1970. */
  from: number;
  minutes: number;
}

/** A day of a tablet's diary as quarter hours. */
export function diaryStrip(entries: readonly DiaryEntry[], { from, minutes }: Day): Quarter[] {
  return Array.from({ length: Math.ceil(minutes / MINUTES_PER_QUARTER) }, (_, index): Quarter => {
    const begin = from + index * MINUTES_PER_QUARTER;
    const minutesThat = (is: (entry: DiaryEntry) => boolean) =>
      entries.reduce((sum, entry) => sum + (is(entry) ? overlap(entry, begin) : 0), 0);
    const dark = minutesThat(({ shows }) => shows === 'dark');
    const known = minutesThat(() => true);
    return { state: quarterStateOf({ dark, known, minutesThat }), share: 1 };
  });
}

interface Counted {
  dark: number;
  known: number;
  minutesThat: (is: (entry: DiaryEntry) => boolean) => number;
}

function quarterStateOf({ dark, known, minutesThat }: Counted): QuarterState {
  if (known === 0) return 'unknown';
  if (minutesThat(({ shows }) => shows === 'off') >= Math.min(SEEN_MINUTES, known)) return 'silent';
  if (minutesThat(({ offline }) => offline === true) >= Math.min(SEEN_MINUTES, known)) return 'partial';
  return dark > known / 2 ? 'dark' : 'full';
}

function overlap({ at, minutes }: DiaryEntry, begin: number): number {
  return Math.max(0, Math.min(at + minutes, begin + MINUTES_PER_QUARTER) - Math.max(at, begin));
}

/** A day of a tablet's diary in words. `timeOf` writes a time of the day for a minute since 1970. */
export function diaryWords(entries: readonly DiaryEntry[], timeOf: (minute: number) => string): string[] {
  const lines: [string, DiaryEntry[], 'spans'?][] = [
    ['Photos', entries.filter(({ shows }) => shows === 'photo')],
    ['Clock or menu', entries.filter(({ shows }) => shows === 'page')],
    ['Dark by its programme', entries.filter(({ shows }) => shows === 'dark')],
    ['Off, without power or closed', entries.filter(({ shows }) => shows === 'off'), 'spans'],
    ['Without the server', entries.filter(({ offline }) => offline === true), 'spans'],
  ];
  const spent = lines
    .filter(([, some]) => some.length > 0)
    .map(([text, some, spans]) => {
      const named = spans ? ` (${spansText(some, timeOf)})` : '';
      return `${text}: ${lengthText(some.reduce((sum, { minutes }) => sum + minutes, 0))}${named}`;
    });
  const timesOf = (mark: DiaryEntry['mark']) =>
    listText(
      entries.filter((entry) => entry.mark === mark).map(({ at }) => timeOf(at)),
      'time',
    );
  const [started, back] = [timesOf('started'), timesOf('back')];
  return [
    ...spent,
    ...(started === '' ? [] : [`Reloaded: ${started}`]),
    ...(back === '' ? [] : [`Went back to the version before, since the newer one did not start: ${back}`]),
  ];
}

function spansText(entries: readonly DiaryEntry[], timeOf: (minute: number) => string): string {
  const spans: { from: number; to: number }[] = [];
  for (const { at, minutes } of entries) {
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + minutes;
    else spans.push({ from: at, to: at + minutes });
  }
  return listText(
    spans.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`),
    'time',
  );
}

/** Names the last items, and counts the others. */
function listText(all: readonly string[], what: string): string {
  const others = all.length - SPANS_NAMED;
  const named = all.slice(-SPANS_NAMED).join(', ');
  return others <= 0 ? named : `${others} other ${what}${others === 1 ? '' : 's'}, ${named}`;
}

function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
