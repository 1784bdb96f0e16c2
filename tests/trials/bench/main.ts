// `npm run bench [-- --only ID,ID]`: every figure of the README, with what it is measured against in the same run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, isMet, printTable, type Row } from './bench.ts';
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
interface MeasuredRow extends Row {
  bench: string;
  measuredAt: string;
  met: boolean;
}

const RESULTS = new URL('./results.json', import.meta.url);

function readResults(): MeasuredRow[] {
  if (!existsSync(RESULTS)) return [];
  const results: { rows: MeasuredRow[] } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  return results.rows;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !BENCHES.some((bench) => bench.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}", only ${BENCHES.map(({ id }) => id).join(', ')}`);
  process.exit(1);
}

const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
console.log(`${machine}\n`);
const benches = BENCHES.filter(({ id }) => wanted?.includes(id) ?? true);
const measured: MeasuredRow[] = [];
for (const bench of benches) {
  console.log(`… ${bench.id}`);
  const rows = await bench.run();
  const measuredAt = new Date().toISOString();
  measured.push(...rows.map((row) => Object.assign({ bench: bench.id, measuredAt, met: isMet(row) }, row)));
}
console.log();
printTable(measured);
// What was not run this time keeps its last figures, each with its own time.
const kept = readResults().filter((row) => !benches.some(({ id }) => id === row.bench));
const order = BENCHES.map(({ id }) => id);
const rows = [...kept, ...measured].sort((one, other) => order.indexOf(one.bench) - order.indexOf(other.bench));
mkdirSync(new URL('.', RESULTS), { recursive: true });
writeFileSync(RESULTS, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
