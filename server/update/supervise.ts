import { join } from 'node:path';
import { reasonOf } from '#server/core/errors.ts';
import { removeAll } from '#server/core/files/durableFiles.ts';
import { becomeVersion, killLeftBehind, RunningVersion } from './runVersion.ts';
import { rightsReturn } from '#domain/library/endedRights.ts';
import { databasesOf, ownVersion, readUpdates, writeUpdates } from './updateFile.ts';
import { confirmed, isHandingOver, returned, type Start, type Step } from './updateSteps.ts';
import { whyNot } from './versionChecks.ts';

type Switching = Extract<Step, { name: 'switching' }>;
type Returning = Extract<Step, { name: 'returning' }>;

/** The time to stop for a version that is replaced: it has nothing to finish, and nobody gets a response meanwhile. */
const STOP_MS = 200;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const GIVEN_UP = 'given-up.sqlite';

/**
 * Starts the new version in a separate process and stays its parent: passes signals on, and ends when it ends. If the
 * new version fails before it is confirmed, the database is put back, and this process becomes the version before.
 */
export async function supervise(dataDir: string, start: Extract<Start, { act: 'switch' | 'return' }>): Promise<void> {
  // Only the owner can read what it writes, as with everything in the data folder.
  process.umask(0o077);
  try {
    if (start.act === 'return') {
      killLeftBehind(dataDir, start.pid, start.step.to);
      await giveBack(dataDir, start.step);
    } else await change(dataDir, start.step);
  } catch (error) {
    tell(`The update could not be finished: ${reasonOf(error)}`);
    process.exit(1);
  }
}

async function change(dataDir: string, step: Switching): Promise<void> {
  const { to, copy, times, expected } = step;
  const updates = readUpdates(dataDir);
  const from = updates.current ?? ownVersion(dataDir);
  await copyAside(dataDir, copy);
  await writeUpdates(dataDir, { ...updates, step: { name: 'watching', to, copy, pid: null } });
  const running = new RunningVersion(dataDir, { version: to, stage: 'watched', parameters: process.argv.slice(2) });
  const pid = running.child.pid ?? null;
  await writeUpdates(dataDir, { ...updates, step: { name: 'watching', to, copy, pid } });
  const signals = passSignalsOn(running);
  const why =
    (await running.started(times.startMs)) ??
    (await whyNot(running, { version: to, expected, ...times, loss: () => lossOf(dataDir, copy) }));
  if (signals.stopping) return endWith(dataDir, running);
  if (why !== undefined) {
    signals.off();
    const back = { name: 'returning', to, copy, why } as const;
    await writeUpdates(dataDir, { ...updates, step: back });
    await running.stop(STOP_MS);
    return giveBack(dataDir, back);
  }
  await writeUpdates(dataDir, confirmed(updates, { from, to, copy }, Date.now()));
  running.confirm();
  tell(`Circuit Tree ${to.version} has taken over from ${from.version}`);
  return endWith(dataDir, running);
}

/** The copy is made again after an interruption: no other version has run since. */
async function copyAside(dataDir: string, copy: string): Promise<void> {
  const { copyDatabaseTo } = await import('#server/core/db/sqlite/databaseCopies.ts');
  await removeAll(join(dataDir, copy));
  await copyDatabaseTo(dataDir, copy);
}

async function lossOf(dataDir: string, copy: string): Promise<string | undefined> {
  const { countedSince } = await import('#server/core/db/sqlite/databaseCopies.ts');
  const lost = countedSince(dataDir, copy).find(({ before, now }) => now < before);
  return lost && `it lost ${lost.before - lost.now} of ${lost.before} ${lost.what}`;
}

/** Puts the copy back, and becomes the version before. All of it can be repeated from the beginning. */
async function giveBack(dataDir: string, step: Returning): Promise<never> {
  const { putBack } = await import('#server/core/db/sqlite/databaseCopies.ts');
  await endWhatEnded(dataDir, step);
  putBack(dataDir, { copy: step.copy, replaced: GIVEN_UP });
  const after = returned(readUpdates(dataDir), step, Date.now());
  await writeUpdates(dataDir, after);
  if (after.failed) tell(`Version ${step.to.version} gave way: ${step.why}. Nothing that was stored is lost`);
  return becomeVersion(dataDir, null);
}

/**
 * When somebody goes back, ends in the copy the rights that ended since it was made. A version that failed before it
 * was confirmed took no writes, so it has ended none.
 */
async function endWhatEnded(dataDir: string, { copy }: Returning): Promise<void> {
  const { before } = readUpdates(dataDir);
  if (before?.copy !== copy) return;
  const { carryEndedRights, rightsIn } = await import('#server/core/db/sqlite/endedRights.ts');
  const { newer, older } = databasesOf(dataDir, copy);
  try {
    carryEndedRights({ newer, older, asOf: before.at, isNoted: true });
  } catch (error) {
    tell(`${rightsReturn(rightsIn(older))}: ${reasonOf(error)}`);
  }
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Passes each signal on to the running version, in whose place this process was started. */
function passSignalsOn({ child }: RunningVersion): { stopping: boolean; off: () => void } {
  const state = { stopping: false, off: () => SIGNALS.forEach((signal) => process.off(signal, handle)) };
  function handle(signal: NodeJS.Signals): void {
    state.stopping = true;
    child.kill(signal);
  }
  for (const signal of SIGNALS) process.on(signal, handle);
  return state;
}

/** Ends as the version ends, or becomes the version that the updates name by then. */
async function endWith(dataDir: string, { child }: RunningVersion): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  if (!isOver()) await new Promise((resolve) => child.once('exit', resolve));
  if (isHandingOver(readUpdates(dataDir))) return becomeVersion(dataDir, null);
  if (child.signalCode === null) process.exit(child.exitCode ?? 1);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  process.kill(process.pid, child.signalCode);
  // Waits for the signal, passed to the version, to end this process too.
  await new Promise(() => undefined);
}
