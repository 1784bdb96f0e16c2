// `npm run lab -- update`: bad releases by seed, each let loose on a house with a wall, and kills at every step of an
// update. Exit code 1 when a row was lost, a wall was dark, or the version before did not come back.
//   -- --releases N (100)   --from N: the first seed   --kills N: rounds of kills at every step (1)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { goBack } from '../../server/update/updateFile.ts';
import { VERSION } from '#server/core/settings/version.ts';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { House } from './house.ts';
import { type BadRelease, badRelease, Repositories } from './releases.ts';

const PAGE = new URL('../results/update.md', import.meta.url);
const LONGEST_GAP_MS = 10_000;
const STEPS = ['fetching', 'building', 'trying', 'switching', 'watching', 'returning'] as const;
const VICTIMS = ['the updater', 'the server’s process', 'both'] as const;
const BACK_MS = 120_000;

const { values } = parseArgs({
  options: { releases: { type: 'string' }, from: { type: 'string' }, kills: { type: 'string' } },
});
const [count, from, rounds] = [values.releases ?? 100, values.from ?? 0, values.kills ?? 1].map(Number);

interface Outcome {
  name: string;
  said: string;
  gapMs: number;
  broken: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-lab-update-'));
const repositories = new Repositories(folder);
const house = new House(folder, repositories.house);

function startUpdater(version: string) {
  const updater = join(import.meta.dirname, 'updater.ts');
  const parameters = [updater, repositories.house, repositories.releases, house.dataDir, version];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const ended = once(child, 'exit');
  return { child, ended, said: () => said.join('').trim() };
}

async function untilBack(): Promise<boolean> {
  const deadline = performance.now() + BACK_MS;
  while (performance.now() < deadline) {
    if ((await house.version()) === VERSION && house.step() === undefined) return true;
    await wait(100);
  }
  return false;
}

function compared(before: Record<string, number>): string[] {
  const now = house.rows();
  const changed = Object.entries(before).filter(([table, rows]) => now[table] !== rows);
  return changed.map(([table, rows]) => `${table}: ${rows} rows before, ${now[table]} after`);
}

async function letLoose(bad: BadRelease): Promise<Outcome> {
  repositories.release(bad);
  const before = house.rows();
  house.watch();
  const { ended, said } = startUpdater(bad.version);
  await ended;
  const isBack = await untilBack();
  await wait(300);
  house.stopWatching();
  const broken = compared(before);
  if (!isBack) broken.push(`${VERSION} did not come back`);
  if (house.gapMs > LONGEST_GAP_MS) broken.push(`no answer for ${Math.round(house.gapMs)} ms`);
  broken.push(...new Set(house.dark));
  const when = bad.when === 'serving' ? `, once it serves` : '';
  return { name: `${bad.fault}${when}`, said: said(), gapMs: house.gapMs, broken };
}

/** The control: a release without a fault takes over, and is replaced when somebody goes back. */
async function letIn(): Promise<Outcome> {
  repositories.release({ version: '1.0.9', fault: 'nothing', when: 'always', delayMs: 0 });
  const before = house.rows();
  house.watch();
  const { ended, said } = startUpdater('1.0.9');
  await ended;
  const broken = (await house.version()) === '1.0.9' ? [] : ['a sound release was not taken'];
  if (broken.length === 0) await goBack(house.dataDir);
  if (!(await untilBack())) broken.push(`${VERSION} did not come back`);
  house.stopWatching();
  broken.push(...compared(before), ...new Set(house.dark));
  if (house.gapMs > LONGEST_GAP_MS) broken.push(`no answer for ${Math.round(house.gapMs)} ms`);
  return { name: 'nothing (it stays, and somebody goes back)', said: said(), gapMs: house.gapMs, broken };
}

/** Kills at one step; then a start has to bring the house up again. */
async function killAt(step: (typeof STEPS)[number], victim: (typeof VICTIMS)[number], seed: number): Promise<Outcome> {
  const bad: BadRelease = { version: `1.2.${seed}`, fault: 'ends after a while', when: 'serving', delayMs: 1_500 };
  repositories.release(bad);
  const before = house.rows();
  const { child, ended } = startUpdater(bad.version);
  const isOver = () => child.exitCode !== null;
  // This step takes a few milliseconds: the next check finds what is left of it.
  while (house.step() !== step && !isOver()) await wait(1);
  const met = house.step() === step;
  if (victim !== 'the server’s process') child.kill('SIGKILL');
  if (victim !== 'the updater') await house.end('SIGKILL');
  if (victim !== 'the server’s process') await ended;
  const broken: string[] = [];
  if (victim !== 'the updater') await wait(300).then(() => house.start());
  if (!(await untilServed())) broken.push('nothing answers');
  if (victim === 'the server’s process') await ended;
  if (!(await untilBackOrFree())) broken.push(`${VERSION} did not come back`);
  broken.push(...compared(before));
  return { name: `kill -9 of ${victim} while ${step}${met ? '' : ' (missed)'}`, said: '', gapMs: 0, broken };
}

async function untilServed(): Promise<boolean> {
  const deadline = performance.now() + BACK_MS;
  while (performance.now() < deadline) {
    if (await house.version()) return true;
    await wait(100);
  }
  return false;
}

/** A step of a dead updater stays written until the next one: it changes nothing. */
async function untilBackOrFree(): Promise<boolean> {
  const deadline = performance.now() + BACK_MS;
  while (performance.now() < deadline) {
    const step = house.step();
    const isQuiet = step === undefined || ['fetching', 'building', 'trying'].includes(step);
    if (isQuiet && (await house.version()) === VERSION) return true;
    await wait(100);
  }
  return false;
}

const outcomes: Outcome[] = [];
function tell(outcome: Outcome): void {
  outcomes.push(outcome);
  const { name, said, gapMs, broken } = outcome;
  console.log(`${broken.length === 0 ? '✓' : '✗'} ${name}: gap ${Math.round(gapMs)} ms; ${said}`);
  for (const sentence of broken) console.log(`    BROKEN: ${sentence}`);
  // A run takes half an hour: one that is ended early leaves what it saw.
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), 'npm run lab -- update', reportOf()));
}

function reportOf(): string {
  const byName = Map.groupBy(outcomes, ({ name }) => name);
  const rows = [...byName].map(([name, all]) => {
    const held = all.filter(({ broken }) => broken.length === 0).length;
    const gap = Math.max(...all.map(({ gapMs }) => gapMs));
    return `| ${name} | ${held} of ${all.length} | ${gap === 0 ? '–' : `${(gap / 1000).toFixed(1)} s`} |`;
  });
  return [`On ${machineName()}.`, '', '| planted | held | longest gap |', '|---|---|---|', ...rows].join('\n');
}

try {
  await house.fill();
  tell(await letIn());
  let killed = 0;
  for (let round = 0; round < (rounds ?? 0); round += 1) {
    for (const step of STEPS) for (const victim of VICTIMS) tell(await killAt(step, victim, (killed += 1)));
  }
  for (let seed = from ?? 0; seed < (from ?? 0) + (count ?? 0); seed += 1) tell(await letLoose(badRelease(seed)));
} finally {
  house.stopWatching();
  await house.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
const failed = outcomes.filter(({ broken }) => broken.length > 0).length;
console.log(`${outcomes.length - failed} of ${outcomes.length} held`);
if (failed > 0) process.exitCode = 1;
