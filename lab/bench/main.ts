// `npm run lab -- bench [--only ID,ID]`: the figures of docs/figures.md and lab/results/bench.md,
// each with what it is measured against in the same run.
// `npm run lab -- bench --report` measures nothing and only writes those pages anew from the last results.
// `npm run lab -- bench --compare RESULTS` also prints what got slower than in those results, and then ends with exit code 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { followBench } from '../backups/followBench.ts';
import { clipBenches } from '../clips/benches.ts';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { slowerThan, withHistory } from './history.ts';
import { type Bench, isMet, printTable } from './measuring/bench.ts';
import { growthBench } from './growth/growthBench.ts';
import { albumGridBench } from './rows/albumGridBench.ts';
import { clockBench } from './rows/clockBench.ts';
import { fleetBench } from './rows/fleetBench.ts';
import { firstThumbnailsBench } from './rows/firstThumbnailsBench.ts';
import { firstVisitBench } from './rows/firstVisitBench.ts';
import { healthScreenBench } from './rows/healthScreenBench.ts';
import { keyCheckBench } from './rows/keyCheckBench.ts';
import { longAlbumBench } from './rows/longAlbumBench.ts';
import { movePhotosBench } from './rows/movePhotosBench.ts';
import { nodeMemoryBench } from './rows/nodeMemoryBench.ts';
import { nodesBench } from './rows/nodesBench.ts';
import { offlineStartBench } from './rows/offlineStartBench.ts';
import { photoListBench } from './rows/photoListBench.ts';
import { pingBench } from './rows/pingBench.ts';
import { photoStartBench } from './rows/photoStartBench.ts';
import { photoUploadBench } from './rows/photoUploadBench.ts';
import { type MeasuredRow, REPORT_COMMAND, reportOf, type Results, summaryOf } from './report.ts';
import { restBench } from './rows/restBench.ts';
import { restMemoryBench } from './rows/restMemoryBench.ts';
import { scopedListsBench } from './rows/scopedListsBench.ts';
import { slideAdvancesBench } from './rows/slideAdvancesBench.ts';
import { smallComputerBench } from './rows/smallComputerBench.ts';
import { tabletsBench } from './rows/tabletsBench.ts';
import { wallCommandsBench } from './rows/wallCommandsBench.ts';
import { nginxBench } from './rows/nginxBench.ts';
import { thumbnailBench } from './rows/thumbnailBench.ts';

const BENCHES: Bench[] = [
  photoUploadBench,
  restMemoryBench,
  smallComputerBench,
  firstThumbnailsBench,
  thumbnailBench,
  nginxBench,
  photoListBench,
  scopedListsBench,
  keyCheckBench,
  pingBench,
  photoStartBench,
  movePhotosBench,
  nodesBench,
  nodeMemoryBench,
  tabletsBench,
  wallCommandsBench,
  fleetBench,
  healthScreenBench,
  firstVisitBench,
  clockBench,
  offlineStartBench,
  albumGridBench,
  longAlbumBench,
  restBench,
  slideAdvancesBench,
  ...clipBenches,
  growthBench,
  followBench,
];
const RESULTS = new URL('../results/bench.json', import.meta.url);
const PAGE = new URL('../results/bench.md', import.meta.url);
const SUMMARY = new URL('../../docs/figures.md', import.meta.url);

function readResults(file: URL | string = RESULTS): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { machine: '', rows: [] };
}

function writePages(): void {
  const results = readResults();
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, reportOf(results)));
  writeFileSync(SUMMARY, withGenerated(readFileSync(SUMMARY, 'utf8'), REPORT_COMMAND, summaryOf(results)));
}

async function measure(benches: readonly Bench[]): Promise<MeasuredRow[]> {
  const measured: MeasuredRow[] = [];
  for (const bench of benches) {
    console.log(`… ${bench.id}`);
    const rows = await bench.run();
    const measuredAt = new Date().toISOString();
    measured.push(...rows.map((row) => Object.assign({ bench: bench.id, measuredAt, met: isMet(row) }, row)));
  }
  return measured;
}

async function runBenches(benches: readonly Bench[]): Promise<void> {
  const machine = machineName();
  console.log(`${machine}\n`);
  const measured = await measure(benches);
  console.log();
  printTable(measured);
  // Rows that were not run this time keep their last figures, each with its own time.
  const before = readResults().rows;
  const kept = before.filter((row) => !benches.some(({ id }) => id === row.bench));
  const order = BENCHES.map(({ id }) => id);
  const rows = [...kept, ...measured.map((row) => withHistory(row, before))].sort(
    (one, other) => order.indexOf(one.bench) - order.indexOf(other.bench),
  );
  writeFileSync(RESULTS, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, report: { type: 'boolean' }, compare: { type: 'string' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !BENCHES.some((bench) => bench.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}", only ${BENCHES.map(({ id }) => id).join(', ')}`);
  process.exit(1);
}
// Read first, since it may be the file that is written.
const compared = values.compare === undefined ? undefined : readResults(values.compare);
if (values.compare !== undefined && !existsSync(values.compare)) {
  console.error(`There are no results in ${values.compare}`);
  process.exit(1);
}
if (!values.report) await runBenches(BENCHES.filter(({ id, isLong }) => wanted?.includes(id) ?? !isLong));
writePages();
if (compared) {
  const slower = slowerThan(compared.rows, readResults().rows);
  console.log(slower.length > 0 ? `\nSlower than kept:\n${slower.join('\n')}` : '\nNothing got slower than kept.');
  if (slower.length > 0) process.exitCode = 1;
}
