import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReadinessCode } from '#contract/schemas/server.ts';
import { fits } from '../../schemaChecks.ts';
import { LastBackup, newestOf, readLastBackup, saveLastBackup } from './lastBackup.ts';

interface BackupPlan {
  /** Undefined: no backups are made by the server itself. */
  dir: string | undefined;
  everyMs: number;
  /** The number of backups that are not removed. */
  keep: number;
}

interface ScheduleOptions {
  plan: BackupPlan;
  dataDir: string;
  databaseUrl?: string | undefined;
  now: () => number;
  peers: { isFirst(): boolean };
}

interface BackupProblem {
  code: Extract<ReadinessCode, `backup-${string}`>;
  /** A sentence for the operator, which may name folders. */
  detail: string;
}

const LOOK_EVERY_MS = 60_000;
const RETRY_MS = 60 * 60 * 1000;
const ENTRY = fileURLToPath(new URL('./backupProcess.ts', import.meta.url));

/** Makes a backup whenever one is due, in a process of its own, and knows how the last one went. */
export class BackupSchedule {
  readonly #options: ScheduleOptions;
  readonly #since: number;
  #last: LastBackup | undefined;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #closed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#since = options.now();
  }

  /** Begins to make backups; only the process that claimed the data folder calls this. */
  start(): void {
    const { dir, everyMs } = this.#options.plan;
    if (dir === undefined || this.#closed) return;
    this.#timer = setTimeout(() => void this.#look(dir), Math.min(everyMs, LOOK_EVERY_MS)).unref();
  }

  /** The outcome of the last backup into BACKUP_DIR, by the schedule or by hand. */
  async last(): Promise<LastBackup | undefined> {
    const saved = await readLastBackup(this.#options.dataDir);
    if (!saved || (this.#last && this.#last.finishedAt > saved.finishedAt)) return this.#last;
    return saved;
  }

  /** Whether the server makes backups by itself. */
  get isAutomatic(): boolean {
    return this.#options.plan.dir !== undefined;
  }

  /** The problem of the backups; undefined when there is none, or no backups are wanted. */
  async problem(): Promise<BackupProblem | undefined> {
    const { plan, now } = this.#options;
    if (plan.dir === undefined) return undefined;
    const last = await this.last();
    if (last?.outcome === 'failed') return { code: 'backup-failed', detail: last.message };
    if (now() - (last?.madeAt ?? this.#since) > 2 * plan.everyMs)
      return { code: 'backup-overdue', detail: overdue(last?.madeAt) };
    return last?.outcome === 'incomplete' ? { code: 'backup-incomplete', detail: last.message } : undefined;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
  }

  async #look(dir: string): Promise<void> {
    const last = await this.last();
    if (this.#isDue(last) && this.#options.peers.isFirst()) await this.#make(dir, last);
    this.start();
  }

  #isDue(last: LastBackup | undefined): boolean {
    const { plan, now } = this.#options;
    const age = now() - (last?.startedAt ?? 0);
    // A time in the future comes from a clock that was wrong then.
    return age < 0 || age >= (last?.outcome === 'failed' ? Math.min(RETRY_MS, plan.everyMs) : plan.everyMs);
  }

  async #make(dir: string, before: LastBackup | undefined): Promise<void> {
    const { dataDir, now } = this.#options;
    const startedAt = now();
    const made = await this.#run(dir);
    if (this.#closed) return;
    if (made) {
      this.#last = made;
      return;
    }
    const message = 'the program that makes it ended before its time';
    this.#last = { startedAt, finishedAt: now(), outcome: 'failed', message, ...newestOf(before) };
    await saveLastBackup(dataDir, this.#last).catch(() => undefined);
  }

  /** Resolves to what the child process sent, or to undefined when it ended without sending anything. */
  #run(dir: string): Promise<LastBackup | undefined> {
    const { dataDir, databaseUrl, plan } = this.#options;
    const child = fork(ENTRY, [dataDir, dir, String(plan.keep)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The address holds a password, and everybody on the machine can read the arguments of a process.
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    this.#child = child;
    return new Promise((resolve) => {
      child.on('message', (message) => resolve(fits(LastBackup, message) ? message : undefined));
      child.on('error', () => resolve(undefined));
      child.on('exit', () => resolve(undefined));
    });
  }
}

function overdue(madeAt: number | null | undefined): string {
  if (madeAt == null) return 'No backup has been made yet, and one is overdue';
  return `The last backup was made at ${new Date(madeAt).toISOString()}, and the next is overdue`;
}
