// `npm run bench [-- --only ID,ID]`: every figure of the README, with what it is measured against in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, isMet, printTable, type Row } from './bench.ts';
import { albumGridBench } from './albumGridBench.ts';
import { healthScreenBench } from './healthScreenBench.ts';
import { nodesBench } from './nodesBench.ts';
import { offlineStartBench } from './offlineStartBench.ts';
import { photoListBench } from './photoListBench.ts';
import { photoStartBench } from './photoStartBench.ts';
import { photoUploadBench } from './photoUploadBench.ts';
import { thumbnailBench } from './thumbnailBench.ts';

const BENCHES: Bench[] = [
  photoUploadBench,
  thumbnailBench,
  photoListBench,
  photoStartBench,
  nodesBench,
  healthScreenBench,
  offlineStartBench,
  albumGridBench,
];
const RESULTS = new URL('../../bench/results.json', import.meta.url);

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !BENCHES.some((bench) => bench.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}", only ${BENCHES.map(({ id }) => id).join(', ')}`);
  process.exit(1);
}

const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
console.log(`${machine}\n`);
const rows: Row[] = [];
for (const bench of BENCHES.filter(({ id }) => wanted?.includes(id) ?? true)) {
  console.log(`… ${bench.id}`);
  rows.push(...(await bench.run()));
}
console.log();
printTable(rows);
mkdirSync(new URL('.', RESULTS), { recursive: true });
const results = {
  machine,
  measuredAt: new Date().toISOString(),
  rows: rows.map((row) => Object.assign(row, { met: isMet(row) })),
};
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
