import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord, textOf } from '#domain/records.ts';
import { programOf } from './updateFile.ts';
import type { Version } from './updateSteps.ts';

/** `trial`: on a copy, without background work. `watched`: also without writes, until it is confirmed. */
type Stage = 'trial' | 'watched';

/** The message that ends the stage `watched`. */
export const CONFIRMED = 'confirmed';
const SERVER = 'server/main.ts';
const KB = 1024;
const PAGE_MS = 60_000;

/**
 * Turns this process into a version, with the same process id, terminal and arguments. `folder: null` is the checkout,
 * which decides again which version to run.
 */
export function becomeVersion(dataDir: string, folder: string | null, program = SERVER): never {
  const root = programOf(dataDir, { version: '', folder });
  const node = nodeOf(root);
  const parameters = [node, ...process.execArgv, join(root, program), ...process.argv.slice(2)];
  const { UPDATE_STAGE: _, ...variables } = environmentFor(dataDir, folder);
  // The type allows for systems without such a call; an update is not started there.
  return process.execve?.(node, parameters, variables) ?? process.exit(1);
}

/** Relative paths in the environment keep their meaning: they start from the folder of the first version. */
function environmentFor(dataDir: string, folder: string | null): NodeJS.ProcessEnv {
  const { DIST_DIR, ...others } = process.env;
  const variables = {
    ...others,
    DATA_DIR: dataDir,
    UPDATE_CHECKOUT: programOf(dataDir, { version: '', folder: null }),
  };
  return folder === null && DIST_DIR !== undefined ? { ...variables, DIST_DIR } : variables;
}

/** The Node that a version brought along because the machine's is too old; otherwise this one. */
export function nodeOf(root: string): string {
  const own = join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

interface Options {
  version: Version;
  stage: Stage;
  parameters?: readonly string[];
  /** Replaces this process's own environment. */
  env?: NodeJS.ProcessEnv;
}

/** A version of the server in a separate process, which reports its address by a message. */
export class RunningVersion {
  readonly child: ChildProcess;
  /** The reason why the process ended by itself; undefined while it runs. */
  ended: string | undefined;
  /** Its address; undefined until it has reported it. */
  origin: string | undefined;

  constructor(dataDir: string, { version, stage, parameters = [], env }: Options) {
    const root = programOf(dataDir, version);
    const variables = env ?? environmentFor(dataDir, version.folder);
    this.child = spawn(nodeOf(root), [join(root, SERVER), ...parameters], {
      env: { ...variables, UPDATE_STAGE: stage },
      stdio: ['inherit', stage === 'trial' ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      // Signals of the terminal's keys go to this process alone, which passes them on once.
      detached: true,
    });
    this.child.once('error', (error) => (this.ended ??= `it could not be started (${error.message})`));
    this.child.once('exit', (code, signal) => (this.ended ??= `it ended by itself (${signal ?? `code ${code}`})`));
    this.child.on('message', (message) => {
      if (isRecord(message) && textOf(message, 'listens') !== '') this.origin = textOf(message, 'listens');
    });
  }

  /** Resolves to the end of a sentence when it did not report its address in time. */
  async started(withinMs: number): Promise<string | undefined> {
    const deadline = performance.now() + withinMs;
    while (this.origin === undefined && this.ended === undefined && performance.now() < deadline) await wait(20);
    if (this.ended !== undefined) return this.ended;
    return this.origin === undefined ? `it did not start within ${(withinMs / 1000).toFixed(0)} s` : undefined;
  }

  confirm(): void {
    if (this.child.connected) this.child.send(CONFIRMED, () => undefined);
  }

  /** Its memory in bytes; 0 where the system does not report it. */
  memory(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KB;
    } catch {
      return 0;
    }
  }

  async stop(withinMs: number): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), withinMs);
    await gone;
    clearTimeout(timer);
  }
}

/** Starts the operator's command for an update, which outlives this process. */
export function startUpdateCommand(dataDir: string, { version, commit }: { version: string; commit: string }): void {
  const { UPDATE_STAGE: _, ...variables } = process.env;
  const parameters = [join(import.meta.dirname, '../cli/main.ts'), 'update', '--to', `v${version}`, '--commit', commit];
  const env = { ...variables, DATA_DIR: dataDir };
  spawn(process.execPath, parameters, { env, stdio: 'ignore', detached: true }).unref();
}

/**
 * Whether the page of a version throws at its start, while that of this version does not. Where neither works, people
 * have to look at the page.
 */
export function breaksItsPage(dataDir: string, version: Version): boolean {
  return !runsItsPage(programOf(dataDir, version)) && runsItsPage(join(import.meta.dirname, '../..'));
}

function runsItsPage(root: string): boolean {
  const parameters = [join(import.meta.dirname, 'shellTrial.ts'), join(root, 'dist')];
  // Without the environment: the script is another version's, and gets no secret.
  return spawnSync(process.execPath, parameters, { env: {}, stdio: 'ignore', timeout: PAGE_MS }).status === 0;
}

/**
 * Ends a version that an interrupted update left running: if it hangs, it does not notice that its supervisor is gone.
 */
export function killLeftBehind(dataDir: string, pid: number | null, version: Version): void {
  if (pid === null) return;
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (commandLine.includes(join(programOf(dataDir, version), SERVER))) process.kill(pid, 'SIGKILL');
  } catch {
    // The process is already gone.
  }
}
