// `npm run faults [-- --short] [-- --only NAME-PART] [-- --kills N] [-- --cuts N] [-- --aborts N]`: what goes wrong in the world,
// done to a real server on purpose. Exit code 1 when anything acknowledged was lost or left half-done.
import { parseArgs } from 'node:util';
import { abortedUploads } from './abortedUploads.ts';
import { brokenConnections } from './brokenConnections.ts';
import { deafClients } from './deafClients.ts';
import { type Fault, FULL, SHORT } from './fault.ts';
import { fullDisk } from './fullDisk.ts';
import { heartbeatWriting } from './heartbeatWriting.ts';
import { heavyPictures } from './heavyPictures.ts';
import { killedServer } from './killedServer.ts';
import { lockedDatabase } from './lockedDatabase.ts';
import { powerCut } from './powerCut.ts';
import { readOnlyDisk } from './readOnlyDisk.ts';
import { slowLoris } from './slowLoris.ts';
import { slugRace } from './slugRace.ts';
import { trickledBodies } from './trickledBodies.ts';

const FAULTS: Fault[] = [
  slugRace,
  slowLoris,
  brokenConnections,
  trickledBodies,
  deafClients,
  heavyPictures,
  heartbeatWriting,
  lockedDatabase,
  fullDisk,
  readOnlyDisk,
  abortedUploads,
  killedServer,
  powerCut,
];

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    only: { type: 'string' },
    kills: { type: 'string' },
    cuts: { type: 'string' },
    aborts: { type: 'string' },
  },
});
const base = values.short ? SHORT : FULL;
const measure = {
  ...base,
  kills: Number(values.kills ?? base.kills),
  powerCuts: Number(values.cuts ?? base.powerCuts),
  aborts: Number(values.aborts ?? base.aborts),
};

for (const fault of FAULTS.filter(({ name }) => name.includes(values.only ?? ''))) {
  const started = performance.now();
  const { figures, broken } = await fault.run(measure);
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(
    `${broken.length === 0 ? '✓' : '✗'} ${fault.name} (${Math.round((performance.now() - started) / 1000)} s)`,
  );
  console.log(`    ${said.join(', ')}`);
  for (const sentence of broken) console.log(`    BROKEN: ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}
