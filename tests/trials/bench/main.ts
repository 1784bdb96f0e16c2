// `npm run bench [-- --only ID,ID]`: the figures of docs/figures.md, each with what it is measured against in the same run.
// `npm run bench -- --report` measures nothing and only writes that page anew from the last results.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, isMet, printTable } from './bench.ts';
import { albumGridBench } from './albumGridBench.ts';
import { clockBench } from './clockBench.ts';
import { firstThumbnailsBench } from './firstThumbnailsBench.ts';
import { firstVisitBench } from './firstVisitBench.ts';
import { healthScreenBench } from './healthScreenBench.ts';
import { nodeMemoryBench } from './nodeMemoryBench.ts';
import { nodesBench } from './nodesBench.ts';
import { offlineStartBench } from './offlineStartBench.ts';
import { photoListBench } from './photoListBench.ts';
import { photoStartBench } from './photoStartBench.ts';
import { photoUploadBench } from './photoUploadBench.ts';
import { type MeasuredRow, reportOf, type Results, withGenerated } from './report.ts';
import { restBench } from './restBench.ts';
import { slideAdvancesBench } from './slideAdvancesBench.ts';
import { thumbnailBench } from './thumbnailBench.ts';

const BENCHES: Bench[] = [
  photoUploadBench,
  firstThumbnailsBench,
  thumbnailBench,
  photoListBench,
  photoStartBench,
  nodesBench,
  nodeMemoryBench,
  healthScreenBench,
  firstVisitBench,
  clockBench,
  offlineStartBench,
  albumGridBench,
  restBench,
  slideAdvancesBench,
];
const RESULTS = new URL('results.json', import.meta.url);
const PAGE = new URL('../../../docs/figures.md', import.meta.url);

function readResults(): Results {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { machine: '', rows: [] };
}

function writePage(): void {
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), reportOf(readResults())));
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
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
  console.log(`${machine}\n`);
  const measured = await measure(benches);
  console.log();
  printTable(measured);
  // What was not run this time keeps its last figures, each with its own time.
  const kept = readResults().rows.filter((row) => !benches.some(({ id }) => id === row.bench));
  const order = BENCHES.map(({ id }) => id);
  const rows = [...kept, ...measured].sort((one, other) => order.indexOf(one.bench) - order.indexOf(other.bench));
  writeFileSync(RESULTS, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

const { values } = parseArgs({ options: { only: { type: 'string' }, report: { type: 'boolean' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !BENCHES.some((bench) => bench.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}", only ${BENCHES.map(({ id }) => id).join(', ')}`);
  process.exit(1);
}
if (!values.report) await runBenches(BENCHES.filter(({ id }) => wanted?.includes(id) ?? true));
writePage();
