// `npm run lab -- programme [--years N] [--from SEED]`: what lab/results/walls.md says of the programme. Each seed draws a place, a year
// and a programme of rules, and lives that year in simulated time. What counts at a moment is compared with a list of
// hours that is made another way: from day to day, with times of the sun by the equations of NOAA.
import { parseArgs } from 'node:util';
import type { Place, Rule } from '#contract/programme/schemas.ts';
import { zonedMoment } from '../../src/domain/clock/zones.ts';
import { ruleAt } from '#domain/programme/programme.ts';
import { seededRandom, type Random } from '../../tests/support/curation/random.ts';
import { type Hours, hoursOf, isInHours, type Stretch, sunTimes } from './hours.ts';

const { values } = parseArgs({
  options: { years: { type: 'string', default: '1' }, from: { type: 'string', default: '1' } },
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Around a sunrise or a sunset so much is left out, since both equations are right to a minute only. */
const UNSURE_MS = 3 * MINUTE_MS;
const MINUTES_AT_RANDOM = 500;
const WRONG_SHOWN = 20;

const ZONES: Record<string, Place> = {
  'Europe/Berlin': { latitude: 52.5, longitude: 13.4 },
  'Europe/London': { latitude: 51.5, longitude: -0.1 },
  'Europe/Helsinki': { latitude: 60.2, longitude: 24.9 },
  'Europe/Oslo': { latitude: 69.6, longitude: 18.9 },
  'Atlantic/Reykjavik': { latitude: 64.1, longitude: -21.9 },
  'America/New_York': { latitude: 40.7, longitude: -74 },
  'America/St_Johns': { latitude: 47.6, longitude: -52.7 },
  'America/Havana': { latitude: 23.1, longitude: -82.4 },
  'America/Sao_Paulo': { latitude: -23.5, longitude: -46.6 },
  'Africa/Casablanca': { latitude: 33.6, longitude: -7.6 },
  'Asia/Kolkata': { latitude: 22.6, longitude: 88.4 },
  'Australia/Sydney': { latitude: -33.9, longitude: 151.2 },
  'Australia/Lord_Howe': { latitude: -31.6, longitude: 159.1 },
};
const YEARS = { first: 2010, count: 40 };

interface World {
  zone: string;
  year: number;
  place: Place;
  programme: Rule[];
}

const sums = { years: 0, switches: 0, moments: 0, unsure: 0, wrong: 0 };
const begunAt = performance.now();
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.years); seed += 1) live(seed);
const seconds = Math.round((performance.now() - begunAt) / 1_000);
console.log(`${JSON.stringify(sums)}, ${seconds} s`);
process.exitCode = sums.wrong === 0 ? 0 : 1;

function live(seed: number): void {
  const random = seededRandom(seed);
  const world = worldOf(random);
  const stretches = stretchesOf(world);
  const suns = sunTimes(world.place, world.year);
  const hours = world.programme.map((rule) => hoursOf(rule, { stretches, suns }));
  const unsure = suns.flatMap(({ isSure, noon, sunrise, sunset }) =>
    isSure
      ? [sunrise, sunset].flatMap((at) => (at === undefined ? [] : [[at - UNSURE_MS, at + UNSURE_MS] as const]))
      : [[noon - DAY_MS, noon + DAY_MS] as const],
  );
  const isSunny = world.programme.some(({ from, to }) => [from, to].some((time) => time?.startsWith('sun')));
  sums.years += 1;
  for (const [at, stretch] of momentsOf(hours, { stretches, random })) {
    if (isSunny && unsure.some(([from, to]) => at >= from && at <= to)) sums.unsure += 1;
    else compare({ at, stretch, world, hours, seed });
  }
}

function compare(of: { at: number; stretch: Stretch; world: World; hours: Hours[]; seed: number }): void {
  const { at, stretch, world, hours, seed } = of;
  const expected = hours.findIndex((ofRule) => isInHours(ofRule, at));
  const rule = ruleAt(world, { atMs: at, wallMs: at + stretch.offset });
  const found = rule ? world.programme.indexOf(rule) : -1;
  sums.moments += 1;
  if (found === expected) return;
  sums.wrong += 1;
  if (sums.wrong > WRONG_SHOWN) return;
  const when = `${new Date(at + stretch.offset).toISOString().slice(0, 23)} in ${world.zone}`;
  console.log(`seed ${seed}, ${when}: rule ${found} instead of ${expected} of ${JSON.stringify(world.programme)}`);
}

/** Before, at and between all switches, and minutes at random. */
function* momentsOf(hours: Hours[], { stretches, random }: { stretches: Stretch[]; random: Random }) {
  const first = stretches[0]?.from ?? 0;
  const last = stretches.at(-1)?.to ?? 0;
  const found = new Set(stretches.map(({ from }) => from));
  for (const ofRule of hours) for (const [from, to] of ofRule) found.add(from).add(to);
  const switches = [...found].filter((at) => at > first && at < last).toSorted((a, b) => a - b);
  sums.switches += switches.length;
  const moments = switches.flatMap((at, index) => [at - 1, at, Math.floor((at + (switches[index + 1] ?? at)) / 2)]);
  for (let count = 0; count < MINUTES_AT_RANDOM; count += 1)
    moments.push(first + random((last - first) / MINUTE_MS) * MINUTE_MS);
  for (const at of moments) {
    const stretch = stretches.find(({ from, to }) => at >= from && at < to);
    if (stretch) yield [at, stretch] as const;
  }
}

/** The year with a day before it and after it, cut where the clocks change. */
function stretchesOf({ zone, year }: World): Stretch[] {
  const offsetAt = (at: number) => zonedMoment(zone, at).wallMs - at;
  const end = Date.UTC(year + 1, 0, 2);
  const found: Stretch[] = [];
  let from = Date.UTC(year, 0, 0);
  let offset = offsetAt(from);
  for (let day = from; day < end; day += DAY_MS) {
    if (offsetAt(day + DAY_MS) === offset) continue;
    let [before, after] = [day, day + DAY_MS];
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    found.push({ from, to: after, offset });
    [from, offset] = [after, offsetAt(after)];
  }
  return [...found, { from, to: end, offset }];
}

function worldOf(random: Random): World {
  const [zone, place] = Object.entries(ZONES)[random(Object.keys(ZONES).length)] ?? [
    'UTC',
    { latitude: 0, longitude: 0 },
  ];
  const programme = Array.from({ length: 1 + random(6) }, () => drawnRule(random));
  return { zone, place, year: YEARS.first + random(YEARS.count), programme };
}

function drawnRule(random: Random): Rule {
  const rule: Rule = { shows: 'black' };
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random(2) === 0);
  if (random(2) === 0 && days.length > 0) rule.days = days;
  if (random(4) === 0) rule.dates = { from: drawnDate(random), to: drawnDate(random) };
  if (random(8) > 0) Object.assign(rule, { from: drawnTime(random), to: drawnTime(random) });
  return rule;
}

function drawnDate(random: Random): string {
  // 29 February, and the days around New Year, more often than other days.
  const special = ['02-29', '02-28', '03-01', '12-31', '01-01'];
  if (random(2) === 0) return special[random(special.length)] ?? '01-01';
  return new Date(Date.UTC(2024, 0, 1 + random(366))).toISOString().slice(5, 10);
}

function drawnTime(random: Random): string {
  const kind = random(10);
  if (kind < 2) return kind === 0 ? 'sunrise' : 'sunset';
  // The hours in which clocks change, more often than others.
  const hour = kind < 5 ? random(4) : random(24);
  return [hour, random(3) === 0 ? 0 : random(60)].map((part) => String(part).padStart(2, '0')).join(':');
}
