// Lives years on a wall in simulated time, with the tablet's own worker and page; README.md says what is simulated.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { CheckResult } from './check.ts';
import { Crew } from './crew.ts';
import type { Lived } from './life.ts';
import { PLANTED, withFault } from './planted.ts';
import { buildCode } from './real/build.ts';
import type { Code } from './world.ts';
import { DAYS_OF_YEAR, type Event, eventsOf, MISHAPS_OF_YEAR } from './year.ts';

const MS_OF_YEAR = DAYS_OF_YEAR * 86_400_000;
const LEAST_RIGHT = 0.999;
/** One seed in so many is lived again in a real Chromium, as far as its first mishaps. */
const LIVED_AGAIN = { every: 1_000, mishaps: '24' };

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** The number of mishaps in a year. */
    mishaps: { type: 'string', default: String(MISHAPS_OF_YEAR) },
    /** The number of years that are lived at the same time. */
    threads: { type: 'string', default: String(availableParallelism()) },
    /** Plants each fault in turn, which must be found within so many years; with a text, those that have it in their name. */
    planted: { type: 'boolean', default: false },
    fault: { type: 'string', default: '' },
  },
});
const years = Number(values.years);
const firstSeed = Number(values.seed);
const threads = Number(values.threads);
const perYear = Number(values.mishaps);

async function main(): Promise<number> {
  const code = await buildCode();
  return values.planted ? findPlanted(code) : liveYears(code);
}

class Sums {
  minutes = 0;
  failures = 0;
  readonly mishaps: Record<string, number> = {};
  readonly checks: Record<string, CheckResult> = {};

  add({ minutes, mishaps, checks, failure }: Lived): void {
    this.minutes += minutes;
    for (const [about, result] of Object.entries(checks)) {
      const sum = (this.checks[about] ??= { minutes: 0, agreed: 0, wrong: [] });
      sum.minutes += result.minutes;
      sum.agreed += result.agreed;
      sum.wrong.push(...result.wrong);
    }
    for (const [kind, count] of Object.entries(mishaps)) this.mishaps[kind] = (this.mishaps[kind] ?? 0) + count;
    if (failure) this.failures += 1;
  }
}

/** Returns the number of years in which something did not hold. */
async function liveYears(code: Code): Promise<number> {
  const begunAt = performance.now();
  const used = process.cpuUsage();
  const crew = new Crew(code, threads);
  const sums = new Sums();
  const failed: { seed: number; events: Event[]; sentence: string }[] = [];
  const lives = seeds().map((seed) => {
    const events = eventsOf(seed, DAYS_OF_YEAR * Math.min(1, years), perYear);
    return { seed, events, lived: crew.live(seed, events) };
  });
  for (const { seed, events, lived } of lives) {
    const life = await lived;
    sums.add(life);
    if (!life.failure) continue;
    const { sentence, last } = life.failure;
    console.log(`✗ seed ${seed}: ${sentence}\n  ${last.join('\n  ')}`);
    failed.push({ seed, events, sentence });
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const cores = (user + system) / 1e6;
  for (const { seed, events, sentence } of failed) {
    const least = await shrunk(crew, seed, { events, sentence });
    console.log(`  seed ${seed} fails the same way after: ${least.map(({ kind }) => kind).join(' → ')}`);
  }
  await crew.close();
  for (const [kind, count] of Object.entries(sums.mishaps).sort(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${count} × ${kind}`);
  let wrongChecks = 0;
  for (const [about, { minutes, agreed, wrong }] of Object.entries(sums.checks)) {
    const share = agreed / Math.max(1, minutes);
    console.log(`  the ${about} is right about ${(share * 100).toFixed(3)} % of ${minutes} minutes`);
    if (share >= LEAST_RIGHT) continue;
    wrongChecks += 1;
    console.log(`✗ The ${about} is wrong:\n  ${wrong.slice(0, 20).join('\n  ')}`);
  }
  const mishaps = Object.values(sums.mishaps).reduce((sum, count) => sum + count, 0);
  console.log(
    `${years} wall-years with ${mishaps} mishaps, ${Math.round(sums.minutes)} minutes of them lived, ${sums.failures} failed, in ${seconds.toFixed(0)} s, ${cores.toFixed(0)} s of a core: ${((years / seconds) * 60).toFixed(0)} a minute`,
  );
  return sums.failures + wrongChecks + differing();
}

/** Returns the number of seeds of which the real wall shows something else than the simulated one. */
function differing(): number {
  const again = seeds().filter((seed) => seed % LIVED_AGAIN.every === 0);
  const outcomes = again.map((seed) => {
    console.log(`seed ${seed} again, in a real Chromium:`);
    const options = ['--walls', '--seed', String(seed), '--mishaps', LIVED_AGAIN.mishaps];
    return spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts'), 'month', ...options], {
      stdio: 'inherit',
    });
  });
  return outcomes.filter(({ status }) => status !== 0).length;
}

function seeds(): number[] {
  return Array.from({ length: Math.ceil(years) }, (_, index) => firstSeed + index);
}

/** A sentence without its numbers. */
function kindOf(sentence = ''): string {
  return sentence.replaceAll(/\d+/g, '');
}

/** Leaves out mishaps for as long as the same sentence comes of the rest. */
async function shrunk(
  crew: Crew,
  seed: number,
  { events, sentence }: { events: readonly Event[]; sentence: string },
): Promise<Event[]> {
  const fails = async (some: readonly Event[]) =>
    kindOf((await crew.live(seed, some)).failure?.sentence) === kindOf(sentence);
  let least = [...events];
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = least.length - size; at >= 0; at -= size) {
      const without = least.toSpliced(at, size);
      if (await fails(without)) least = without;
    }
  }
  return least;
}

async function findPlanted(code: Code): Promise<number> {
  const faults = PLANTED.filter(({ name, script }) => `${script}: ${name}`.includes(values.fault));
  let missed = 0;
  for (const fault of faults) {
    const found = await yearOf(code, fault);
    if (!found) missed += 1;
    console.log(found ? `✓ ${fault.name}: ${found}` : `✗ ${fault.name}: not found in ${years} years`);
  }
  console.log(`${faults.length - missed} of ${faults.length} planted faults found`);
  return missed;
}

/** The first year in which the fault is found, of those that are lived side by side. */
async function yearOf(code: Code, fault: (typeof PLANTED)[number]): Promise<string | undefined> {
  const crew = new Crew(withFault(code, fault), threads);
  const found: string[] = [];
  const left = seeds();
  const take = async (): Promise<void> => {
    const seed = left.shift();
    if (seed === undefined || found.length > 0) return;
    const events = eventsOf(seed, DAYS_OF_YEAR, perYear);
    const { failure, untilMs } = await crew.live(seed, events);
    const lived = seed - firstSeed + untilMs / MS_OF_YEAR;
    if (failure) found.push(`${failure.sentence} (seed ${seed}, after ${lived.toFixed(2)} years)`);
    else await take();
  };
  // The first thread that finds it ends the search.
  await Promise.race([
    Promise.all(Array.from({ length: threads }, take)),
    new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (found.length === 0) return;
        clearInterval(look);
        resolve();
      }, 50);
      look.unref();
    }),
  ]);
  await crew.close();
  return found[0];
}

process.exitCode = (await main()) > 0 ? 1 : 0;
