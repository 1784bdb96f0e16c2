import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { datedName } from '#domain/clock/when.ts';
import { claimLock, isLocked } from '#server/core/db/dataFolder.ts';
import { copyDatabaseTo, countedSince } from '#server/core/db/sqlite/databaseCopies.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { LOCK_FILES } from '#server/core/locks.ts';
import { namesIn, removeAll } from '#server/core/files/durableFiles.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import { VERSION } from '#server/core/settings/version.ts';
import { build, Checkout } from './checkout.ts';
import { breaksItsPage, killLeftBehind, RunningVersion } from './runVersion.ts';
import { readUpdates, VERSIONS_FOLDER, writeStep, writeUpdates } from './updateFile.ts';
import { isNewer, startTimeOf, type Times, type Version, versionOfTag } from './updateSteps.ts';
import { whyNot } from './versionChecks.ts';

const UNFIT = 409;
const GAVE_WAY = 500;
const NEEDED_BYTES = 1_000_000_000;
const TRIAL_FOLDER = join(VERSIONS_FOLDER, 'trial');
const AS_IT_WAS = 'as-it-was.sqlite';
const TRIAL_START_MS = 60_000;
const STOP_MS = 3_000;
/** The time for a server to notice the update; a server that does not is older than updates. */
const NOTICE_MS = 30_000;
const POLL_MS = 200;
const MAX_COPIES = 3;
const COPY = /^before-update-.+\.sqlite$/;
const USUAL = { trialMs: 10_000, watchMs: 60_000, everyMs: 500, answerMs: 2_000 };

interface Trial {
  /** A key in the copy. */
  key: string;
  image: string | null;
}

interface Updating {
  dataDir: string;
  checkout: Checkout;
  /** The version of this installation. */
  own?: string;
  wanted?: string | undefined;
  /** The commit that the release has to be, already fetched: nothing else is then asked for. */
  commit?: string | undefined;
  say: (line: string) => void;
  /** Makes a data folder with a copy of the database. */
  prepareTrial: (folder: string) => Promise<Trial>;
  times?: Partial<typeof USUAL> & { startMs?: number };
}

/** The release to update to; throws when there is none. */
export async function wantedRelease({
  checkout,
  wanted,
  own = VERSION,
}: Pick<Updating, 'checkout' | 'wanted' | 'own'>) {
  const version = wanted === undefined ? await checkout.newest() : versionOfTag(wanted.replace(/^v?/, 'v'));
  if (version === undefined) throw new UserError(UNFIT, 'There is no release with a tag such as v1.2.3');
  if (!isNewer(version, own)) throw new UserError(UNFIT, `${version} is not newer than this version, ${own}`);
  return version;
}

/**
 * Brings a release beside the running version, tries it on a copy of the database, and makes the server change to it.
 * Resolves when the new version was confirmed; throws when it failed, or its trial did.
 */
export async function update(updating: Updating): Promise<string> {
  const { dataDir, say } = updating;
  const release = claimLock(dataDir, LOCK_FILES.update, 'Another update is in progress: wait for its end');
  try {
    const { step } = readUpdates(dataDir);
    if (step?.name === 'trying') killLeftBehind(dataDir, step.pid ?? null, step.to);
    const version = await wantedRelease(updating);
    const to = { version, folder: join(VERSIONS_FOLDER, `v${version}`) };
    const startedIn = await bring(updating, to).catch((error: unknown) => refuse(updating, to, error));
    const { times } = updating;
    const startMs = times?.startMs ?? startTimeOf(startedIn.ms);
    const copy = `before-update-${datedName(Date.now())}-from-${updating.own ?? VERSION}.sqlite`;
    const isRunning = isLocked(dataDir, LOCK_FILES.server);
    const all: Times = { ...USUAL, ...times, startMs };
    await writeStep(dataDir, { name: 'switching', to, copy, times: all, expected: { image: startedIn.image } });
    if (!isRunning) return `No server runs on ${dataDir}: its next start switches to ${version}`;
    say(`The server switches to ${version}, and back automatically if that fails`);
    await outcome(dataDir, to, all);
    await removeOld(updating, to);
    return `Version ${version} has taken over`;
  } finally {
    release();
  }
}

async function bring(
  updating: Updating,
  to: Version & { folder: string },
): Promise<{ ms: number; image: string | null }> {
  const { dataDir, checkout, say } = updating;
  const { version } = to;
  const folder = join(dataDir, to.folder);
  if ((await freeBytesOf(dataDir)) < NEEDED_BYTES)
    throw new UserError(UNFIT, 'there is less than 1 GB free on its disk');
  say(`Fetching ${version}`);
  await writeStep(dataDir, { name: 'fetching', to });
  const commit = await commitOf(updating, version);
  await checkout.lay(commit, folder);
  say(`Installing and building it, the commit ${commit}, beside the running version`);
  await writeStep(dataDir, { name: 'building', to });
  await build(folder);
  say('Trying it on a copy of the database');
  return tryOut(updating, to);
}

async function commitOf({ checkout, commit }: Updating, version: string): Promise<string> {
  if (commit === undefined) return checkout.fetch(version);
  const found = await checkout.commitOf(version);
  if (found === commit) return found;
  throw new UserError(UNFIT, `its tag names the commit ${found}, and ${commit} was asked for`);
}

/** Starts the version on the copy, and makes the calls that tablets make. */
async function tryOut({ dataDir, prepareTrial, times }: Updating, to: Version) {
  if (breaksItsPage(dataDir, to)) throw new UserError(GAVE_WAY, 'its page throws an error');
  const folder = join(dataDir, TRIAL_FOLDER);
  await removeAll(folder);
  const { key, image } = await prepareTrial(folder);
  await copyDatabaseTo(folder, AS_IT_WAS);
  const began = performance.now();
  const running = new RunningVersion(dataDir, {
    version: to,
    stage: 'trial',
    parameters: ['--accept-new'],
    env: trialEnvironment(folder),
  });
  await writeStep(dataDir, { name: 'trying', to, pid: running.child.pid });
  try {
    const late = await running.started(times?.startMs ?? TRIAL_START_MS);
    const ms = performance.now() - began;
    const { trialMs, everyMs, answerMs } = { ...USUAL, ...times };
    const checks = { version: to, expected: { image }, key, watchMs: trialMs, everyMs, answerMs };
    const why = late ?? (await whyNot(running, checks));
    await running.stop(STOP_MS);
    const lost = countedSince(folder, AS_IT_WAS).find(({ before, now }) => now < before);
    if (why !== undefined) throw new UserError(GAVE_WAY, why);
    if (lost) throw new UserError(GAVE_WAY, `it lost ${lost.before - lost.now} of ${lost.before} ${lost.what}`);
    return { ms, image };
  } finally {
    await running.stop(STOP_MS);
    await removeAll(folder);
  }
}

/**
 * Passes on none of the household's settings: a trial sends no alerts, makes no backups and has no name in the network.
 */
function trialEnvironment(folder: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TZ, LANG } = process.env;
  const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, NODE_ENV: 'production', LOG_LEVEL: 'error' };
  return { PATH, HOME, ...(TZ && { TZ }), ...(LANG && { LANG }), ...own };
}

async function refuse(
  { dataDir, checkout }: Updating,
  to: Version & { folder: string },
  error: unknown,
): Promise<never> {
  const why = reasonOf(error);
  const failed = { version: to.version, why, at: Date.now() };
  await writeUpdates(dataDir, { ...readUpdates(dataDir), step: null, failed });
  await checkout.remove(join(dataDir, to.folder)).catch(() => undefined);
  throw new UserError(GAVE_WAY, `Version ${to.version} was not started on the library: ${why}`);
}

async function outcome(dataDir: string, to: Version, { startMs, watchMs }: Times): Promise<void> {
  const noticed = performance.now() + NOTICE_MS;
  const over = noticed + 2 * startMs + watchMs + NOTICE_MS;
  for (;;) {
    await wait(POLL_MS);
    const { step, failed, current } = readUpdates(dataDir);
    if (step === null && current?.version === to.version) return;
    if (step === null) throw new UserError(GAVE_WAY, `Version ${to.version} gave way: ${failed?.why ?? 'unknown why'}`);
    const now = performance.now();
    if (step.name === 'switching' && now > noticed) {
      await writeStep(dataDir, null);
      throw new UserError(UNFIT, 'The running server does not switch: restart it, then update');
    }
    if (now > over) throw new UserError(GAVE_WAY, 'The update was interrupted: the next start has the version before');
  }
}

/** Removes all but the version before, and the last copies of databases. */
async function removeOld({ dataDir, checkout }: Updating, to: Version): Promise<void> {
  const needed = [to.folder, readUpdates(dataDir).before?.version.folder];
  for (const name of await namesIn(join(dataDir, VERSIONS_FOLDER))) {
    const folder = join(VERSIONS_FOLDER, name);
    if (!needed.includes(folder)) await checkout.remove(join(dataDir, folder));
  }
  const copies = (await namesIn(dataDir)).filter((name) => COPY.test(name));
  for (const name of copies.toSorted().slice(0, -MAX_COPIES)) await removeAll(join(dataDir, name));
}
