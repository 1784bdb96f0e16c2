// `npm run lab -- month [--seed 7 --days 30]`: the built app on a tablet in real Chromium, with its service worker, before a
// real server, for days of simulated time: nights, lost networks, restarts, updates, broken builds, changes of the album,
// power cuts, a clock that is set, the end of summer time. Each minute what is on the wall is held against a model. Prints
// its seed: the same seed is the same month. Exit code 1 when anything was wrong.
//   -- --days 30  the whole month; without it three days
//   -- --walls --seed 7 --mishaps 12  the first mishaps of a seed of the simulated wall, lived there and here: both must
//                 show the same and have stored the same after each. Exit code 1 when they differ.
//   -- --report   only writes the table of lab/results/month.md anew
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { liveAgain } from './bothLives.ts';
import { type DayFigures, FINDING_KINDS, Month } from './month.ts';
import { TIME_ZONE } from './monthTablet.ts';
import { HEAP_LIMIT, heapGrowth, keptGrowth, REPORT_COMMAND, reportOf, type Results } from './report.ts';

const RESULTS = new URL('../results/month.json', import.meta.url);
const PAGE = new URL('../results/month.md', import.meta.url);
const ERRORS_SHOWN = 20;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string' },
    walls: { type: 'boolean' },
    mishaps: { type: 'string' },
    report: { type: 'boolean' },
    quiet: { type: 'boolean' },
  },
});

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(2)} MB`;
}

function dayLine({ day, minutesByDay, changes, loads, heap, build }: DayFigures): string {
  const { heapBytes, keptBytes } = heap;
  return `day ${day}: ${minutesByDay} minutes by day, ${changes} photos, ${loads} loads, ${build}, heap ${megabytes(heapBytes)}, kept ${megabytes(keptBytes)}`;
}

/** Stores the results of each day as soon as it is over. */
async function live(seed: number, days: number): Promise<Results> {
  const started = performance.now();
  const month = await Month.begin({ seed, days });
  try {
    const figures: DayFigures[] = [];
    let results = resultsOf(month, { seed, figures, started });
    for (let day = 1; day <= days; day += 1) {
      const today = await month.day(day, (line) => values.quiet || console.log(`    ${line}`));
      figures.push(today);
      results = resultsOf(month, { seed, figures, started });
      console.log(`${dayLine(today)} (${results.realMinutes} min, ${month.findings.length} findings)`);
      writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
    }
    for (const error of month.errors.slice(0, ERRORS_SHOWN)) console.log(`    the page threw: ${error}`);
    return results;
  } finally {
    await month.end();
  }
}

interface Lived {
  seed: number;
  figures: DayFigures[];
  /** The start, by the clock of this program. */
  started: number;
}

function resultsOf(month: Month, { seed, figures, started }: Lived): Results {
  const countOf = (kind: string) => month.findings.filter((one) => one.kind === kind).length;
  return {
    machine: machineName(),
    measuredAt: new Date().toISOString(),
    seed,
    days: figures,
    realMinutes: Math.round((performance.now() - started) / 6_000) / 10,
    happened: Object.fromEntries(month.happened),
    findings: Object.fromEntries(FINDING_KINDS.map((kind) => [kind, countOf(kind)])),
  };
}

function writePage(results: Results): void {
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, reportOf(results)));
}

if (values.walls) {
  // The clock of the simulated tablet.
  process.env.TZ = TIME_ZONE;
  const differences = await liveAgain(Number(values.seed ?? 1_000), Number(values.mishaps ?? 12), console.log);
  if (differences > 0) process.exitCode = 1;
} else if (values.report) writePage(JSON.parse(readFileSync(RESULTS, 'utf8')));
else {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  console.log(`seed ${seed}`);
  const results = await live(seed, Number(values.days ?? 3));
  writePage(results);
  console.log(reportOf(results));
  const wrong = Object.values(results.findings).reduce((sum, count) => sum + count, 0);
  if (wrong > 0 || heapGrowth(results) > HEAP_LIMIT || keptGrowth(results) > HEAP_LIMIT) process.exitCode = 1;
}
