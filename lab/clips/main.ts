// `npm run lab -- clips`: damaged videos and motion photos, of ten good ones by seed, at the door of a server. Each is taken
// or refused; the exit code is 1 when one is neither, or when the server's memory grows. The page is lab/results/clips.md.
//   -- --files N --from N   how many (10,000), and the first (1); a run of fewer than 1,000 is not recorded
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sendDamaged } from '../../tests/clips/support/damagedClips.ts';
import { PhotoClient } from '../../tests/support/server/photoClient.ts';
import { startTestServer } from '../../tests/support/server/testServer.ts';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { REPORT_COMMAND, reportOf, type Run, withRun } from './report.ts';

const RESULTS = new URL('../results/clips.json', import.meta.url);
const PAGE = new URL('../results/clips.md', import.meta.url);
const MB = 1024 * 1024;
/** The growth of the server's memory that is allowed once the first files have filled its caches. */
const MOST_GROWTH_MB = 60;
const WARM_UP = 500;
/** Fewer files say nothing about the memory. */
const LEAST_RECORDED = 2 * WARM_UP;

async function sendAll(first: number, count: number): Promise<Run> {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const server = await startTestServer();
  try {
    const client = await PhotoClient.on(server);
    const started = performance.now();
    const all = { taken: 0, refused: 0 };
    const broken: string[] = [];
    const ended: string[] = [];
    let before = 0;
    for (let from = first; from < first + count; from += WARM_UP) {
      const some = await sendDamaged({ client, server }, { from, count: Math.min(WARM_UP, first + count - from) });
      all.taken += some.taken;
      all.refused += some.refused;
      broken.push(...some.broken);
      ended.push(...some.ended);
      if (before === 0) before = memoryMb();
    }
    const grown = memoryMb() - before;
    if (grown > MOST_GROWTH_MB) broken.push(`The memory grew by ${grown} MB`);
    if (!(await client.isSound())) broken.push('The library is not sound');
    return {
      from: first,
      files: count,
      ...all,
      broken,
      ended,
      memoryMb: before,
      grownMb: grown,
      seconds: Math.round((performance.now() - started) / 1_000),
      measuredAt: new Date().toISOString(),
      machine: machineName(),
      commit,
    };
  } finally {
    await server.close();
  }
}

function memoryMb(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / MB);
}

function record(run: Run): void {
  const earlier: Run[] = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
  const runs = withRun(earlier, run);
  writeFileSync(RESULTS, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, reportOf(runs)));
}

const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, from: { type: 'string', default: '1' } },
});
const run = await sendAll(Number(values.from), Number(values.files));
console.log(`${run.files} files in ${run.seconds} s: ${run.taken} taken, ${run.refused} refused`);
console.log(
  `Files that ended their decoder: ${run.ended.join(', ') || 'none'}. Memory: ${run.memoryMb} MB, grown by ${run.grownMb} MB`,
);
for (const sentence of run.broken) console.log(sentence);
if (run.files >= LEAST_RECORDED) record(run);
if (run.broken.length > 0) process.exitCode = 1;
