import type { Random } from '#support/random.ts';
import { BAD_WEATHER, type Weather } from '../../tests/support/browser/networkConditions.ts';

export type Happening =
  | { kind: 'weather'; weather: Weather }
  | { kind: 'server stops'; signal: 'SIGTERM' | 'SIGKILL' }
  | { kind: 'server starts' }
  | { kind: 'update' }
  | { kind: 'broken build' }
  | { kind: 'photo added' }
  | { kind: 'photo deleted' }
  | { kind: 'photos arranged' }
  | { kind: 'clock set'; byMinutes: number }
  | { kind: 'power cut' };

export type Entry = Happening & { atMinute: number };

const DAY = 24 * 60;
const HALF_DAY = DAY / 2;
const LONGEST_TROUBLE = 5 * 60;
/** A server that hangs costs real time: the page's requests time out one by one. */
const LONGEST_HANGING = 15;
const ADMIN_ACTS = ['photo added', 'photo deleted', 'photos arranged'] as const;
const CLOCK_SET_AT_MOST_MINUTES = 90;

/** The events of this many days, each counted in minutes from the beginning. The same numbers give the same month. */
export function monthOf(days: number, random: Random): Entry[] {
  const entries: Entry[] = [];
  for (let day = 0; day < days; day += 1) {
    const at = () => day * DAY + random(DAY);
    for (const half of [0, HALF_DAY]) entries.push(...trouble(day * DAY + half, random));
    for (let acts = 1 + random(2); acts > 0; acts -= 1) {
      entries.push({ atMinute: at(), kind: ADMIN_ACTS[random(ADMIN_ACTS.length)] ?? 'photo added' });
    }
    // The second event of a pair repairs the first: a broken build stays until the next update.
    if (day % 3 === 1) entries.push({ atMinute: at(), kind: day % 2 === 1 ? 'broken build' : 'update' });
    if (day % 3 === 2) entries.push({ atMinute: at(), kind: 'update' });
    if (random(3) === 0) entries.push({ atMinute: at(), kind: 'power cut' });
    if (random(3) === 0) {
      const byMinutes = random(2 * CLOCK_SET_AT_MOST_MINUTES) - CLOCK_SET_AT_MOST_MINUTES;
      entries.push({ atMinute: at(), kind: 'clock set', byMinutes });
    }
  }
  return entries.sort((a, b) => a.atMinute - b.atMinute);
}

/** At most one trouble in each half of a day, over before its end. */
function trouble(from: number, random: Random): Entry[] {
  const what = random(4);
  if (what === 0) return [];
  const weather = what === 1 ? 'dead' : (BAD_WEATHER[random(BAD_WEATHER.length)] ?? 'dead');
  const begins = random(HALF_DAY - LONGEST_TROUBLE);
  const lasts = 1 + random(what < 3 && weather === 'hanging' ? LONGEST_HANGING : LONGEST_TROUBLE - 1);
  const [first, last] = [from + begins, from + begins + lasts];
  if (what === 3) {
    const signal = random(2) === 0 ? 'SIGTERM' : 'SIGKILL';
    return [
      { atMinute: first, kind: 'server stops', signal },
      { atMinute: last, kind: 'server starts' },
    ];
  }
  return [
    { atMinute: first, kind: 'weather', weather },
    { atMinute: last, kind: 'weather', weather: 'fine' },
  ];
}
