import { expect, onTestFinished, test } from 'vitest';
import { Crew } from '#lab/walls/crew.ts';
import { live } from '#lab/walls/life.ts';
import { PLANTED, withFault } from '#lab/walls/planted.ts';
import { buildCode } from '#lab/walls/real/build.ts';
import { scriptsOf, World } from '#lab/walls/world.ts';
import { DAYS_OF_YEAR, eventsOf } from '#lab/walls/year.ts';

// The tablet's own worker and page, on a simulated wall; `npm run test:full` lives a thousand years.

/** Years take as long as the processor lets them. */
const timeout = 900_000;
const THREADS = 2;
const DAYS = 60;
/** In so many each of the faults below is found out. */
const YEARS = 3;
/** Built once for all tests. */
const code = buildCode();

async function failuresIn(years: number, firstSeed: number): Promise<string[]> {
  const crew = new Crew(await code, THREADS);
  onTestFinished(() => crew.close());
  const seeds = Array.from({ length: years }, (_, index) => firstSeed + index);
  const lived = await Promise.all(seeds.map((seed) => crew.live(seed, eventsOf(seed, DAYS_OF_YEAR))));
  return lived.flatMap(({ failure }, index) => (failure ? `seed ${seeds[index]}: ${failure.sentence}` : []));
}

test('for three years of storms the wall shows what it may, and goes on', { timeout }, async () => {
  expect(await failuresIn(YEARS, 1)).toEqual([]);
});

test('a year has storms of mishaps that differ, and each kind of mishap comes', () => {
  const events = eventsOf(1, DAYS_OF_YEAR);
  const storms = Map.groupBy(events, ({ storm }) => storm);
  const sizes = [...storms.values()].map((storm) => new Set(storm.map(({ kind }) => kind)).size);
  expect(sizes).toEqual([...storms.values()].map(({ length }) => length));
  expect(sizes.filter((size) => size >= 3).length).toBeGreaterThanOrEqual(15);
  expect(new Set(events.map(({ kind }) => kind)).size).toBeGreaterThan(20);
});

test('the same seed leads to the same days', { timeout }, async () => {
  const scripts = scriptsOf(await code);
  const [one, other] = [
    await live(new World(scripts, 5), eventsOf(5, DAYS)),
    await live(new World(scripts, 5), eventsOf(5, DAYS)),
  ];
  expect(one.told.length).toBeGreaterThan(5);
  expect(other.told).toEqual(one.told);
});

test('each planted fault has its place in the scripts', async () => {
  const built = await code;
  for (const fault of PLANTED) expect(withFault(built, fault)[fault.script], fault.name).not.toBe(built[fault.script]);
});

test.each([
  'deletes nothing when the key is revoked',
  'sends an untrusted response on instead of the stored one',
  'reacts to no event of the server',
])('a worker or page that %s is found out', { timeout }, async (name) => {
  const fault = PLANTED.find((one) => one.name === name);
  if (!fault) throw new Error(`There is no such fault: ${name}`);
  const scripts = scriptsOf(withFault(await code, fault));
  for (let seed = 1; seed <= YEARS; seed += 1) {
    const { failure } = await live(new World(scripts, seed), eventsOf(seed, DAYS_OF_YEAR));
    if (failure) return;
  }
  expect.unreachable('No year found it out');
});
