import { isoTime } from '#domain/clock/isoTime.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReadinessCode } from '#contract/server/schemas.ts';
import { BACKENDS } from '#server/core/db/backends.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import { fits } from '#server/core/schemaChecks.ts';
import { requireApart, requireWithinRoots } from '#server/photos/store/backupPlaces.ts';
import { STORES } from '#server/photos/store/stores.ts';
import type { BackupPlan, BackupPlans } from './backupPlans.ts';
import { BackupFollower } from './follow.ts';
import { LastBackup, newestBackup, readLastBackup, saveLastBackup } from './scheduledBackup.ts';

interface ScheduleOptions {
  plans: BackupPlans;
  dataDir: string;
  databaseUrl?: string | undefined;
  now: () => number;
  leader: { isHere(): boolean };
}

interface BackupProblem {
  code: Extract<ReadinessCode, `backup-${string}`>;
  /** A sentence for the operator, which may name folders. */
  detail: string;
}

const CHECK_EVERY_MS = 60_000;
/** Passed instead of the number of backups, this argument asks for a copy of the changes since the newest backup. */
export const FOLLOW = 'follow';
const RETRY_MS = 60 * 60 * 1000;
const ENTRY = fileURLToPath(new URL('./backupProcess.ts', import.meta.url));

/** Makes a backup whenever one is due, in a separate process, and knows the outcome of the last one. */
export class BackupSchedule {
  readonly plans: BackupPlans;
  readonly follower: BackupFollower;
  readonly #options: ScheduleOptions;
  readonly #since: number;
  #last: LastBackup | undefined;
  #stop: (() => Promise<void>) | undefined;
  readonly #children = new Set<ChildProcess>();
  #making: Promise<void> | undefined;
  /** A plan that was chosen just now is not overdue at once. */
  #changedAt = 0;
  #started = false;
  #closed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.plans = options.plans;
    this.#since = options.now();
    this.follower = new BackupFollower({
      ...options,
      followMs: options.plans.followMs,
      plan: async () => (options.leader.isHere() ? this.plan() : undefined),
      requireFit: (plan) => this.#requireFit(plan),
      copy: (dir) => this.#ask(dir, FOLLOW),
    });
  }

  /** Begins to make backups, at once if one is due; only the process that claimed the data folder calls this. */
  start(): void {
    this.#started = true;
    this.follower.start();
    this.#stop = repeat(Math.min(this.plans.everyMs, CHECK_EVERY_MS), () => this.#backUpIfDue(), { atOnce: true });
  }

  /** The outcome of the last backup into the folder of the plan, by the schedule or by hand. */
  async last(): Promise<LastBackup | undefined> {
    const saved = await readLastBackup(this.#options.dataDir);
    if (!saved || (this.#last && this.#last.finishedAt > saved.finishedAt)) return this.#last;
    return saved;
  }

  /** The plan for automatic backups; undefined when there is none. */
  plan(): Promise<BackupPlan | undefined> {
    return this.plans.current();
  }

  /** Whether a backup is being made at this moment. */
  get isRunning(): boolean {
    return this.#making !== undefined;
  }

  /** Makes a backup by the plan now. Returns false when one is being made already. */
  makeNow(plan: BackupPlan): boolean {
    if (this.#making || this.#closed) return false;
    this.#making = this.#make(plan).finally(() => {
      this.#making = undefined;
    });
    return true;
  }

  /** Checks at once whether a backup is due, after a plan was changed; does nothing before the start. */
  planChanged(): void {
    this.#changedAt = this.#options.now();
    if (this.#started && !this.#closed) void this.#backUpIfDue();
  }

  /** The problem of the backups; undefined when there is none, or no backups are wanted. */
  async problem(): Promise<BackupProblem | undefined> {
    const plan = await this.plan();
    if (!plan) return undefined;
    const last = await this.last();
    if (last?.outcome === 'failed') return { code: 'backup-failed', detail: last.message };
    const { failure } = this.follower;
    if (failure !== undefined) return { code: 'backup-failed', detail: failure };
    const since = Math.max(last?.madeAt ?? this.#since, this.#changedAt);
    if (this.#options.now() - since > 2 * plan.everyMs)
      return { code: 'backup-overdue', detail: overdue(last?.madeAt) };
    return last?.outcome === 'incomplete' ? { code: 'backup-incomplete', detail: last.message } : undefined;
  }

  close(): void {
    this.#closed = true;
    void this.#stop?.();
    void this.follower.close();
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #backUpIfDue(): Promise<void> {
    try {
      const plan = await this.plan();
      if (!plan || this.#closed || !this.#options.leader.isHere()) return;
      if (isDue(plan, { last: await this.last(), now: this.#options.now() })) this.makeNow(plan);
      await this.#making;
    } catch {
      // The disk could not be read: the next check tries again, and the server's own checks report it.
    }
  }

  async #make(plan: BackupPlan): Promise<void> {
    const { dataDir, now } = this.#options;
    const startedAt = now();
    const before = await this.last();
    const failed = (message: string): LastBackup => ({
      startedAt,
      finishedAt: now(),
      outcome: 'failed',
      message,
      dir: plan.dir,
      ...newestBackup(before),
    });
    try {
      await this.#requireFit(plan);
      const made = await this.#run(plan);
      if (this.#closed) return;
      this.#last = made ?? failed('the program that makes it ended before its time');
      if (!made) await saveLastBackup(dataDir, this.#last);
      else if (before?.dir !== plan.dir || before.madeAt === null) void this.follower.afterFirst();
    } catch (error) {
      this.#last = failed(reasonOf(error));
      await saveLastBackup(dataDir, this.#last).catch(() => undefined);
    }
  }

  /** Returns a sentence if no backup can be made by the operator's setting. */
  async whyUnfit(): Promise<string | undefined> {
    const plan = await this.plan();
    if (plan?.isOfEnvironment !== true) return undefined;
    return this.#requireFit(plan).then(() => undefined, reasonOf);
  }

  /** A folder may have become a link since it was chosen, and one above it too. */
  async #requireFit({ dir, isOfEnvironment }: BackupPlan): Promise<void> {
    if (isOfEnvironment) return requireApart(dir, this.#options.dataDir);
    const folder = await requireWithinRoots(dir, { roots: this.plans.roots, dataDir: this.#options.dataDir });
    if (folder !== dir) throw new UserError(500, `${dir} leads to ${folder} now: choose the folder again`);
  }

  /** Resolves to what the child process sent, or to undefined when it ended without sending anything. */
  async #run({ dir, keep }: BackupPlan): Promise<LastBackup | undefined> {
    const result = await this.#ask(dir, String(keep));
    return fits(LastBackup, result) ? result : undefined;
  }

  /** Resolves to the message of a child process; to undefined when it ended without one. */
  async #ask(dir: string, keep: string): Promise<unknown> {
    if (this.#closed) return undefined;
    const { dataDir, databaseUrl } = this.#options;
    const modules = new Set([...BACKENDS, ...STORES].map(({ module }) => module));
    const child = fork(ENTRY, [dataDir, dir, keep, ...modules], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The address holds a password, and everybody on the machine can read the arguments of a process.
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    this.#children.add(child);
    return new Promise((resolve) => {
      child.on('message', resolve);
      child.on('error', () => resolve(undefined));
      child.on('exit', () => {
        this.#children.delete(child);
        resolve(undefined);
      });
    });
  }
}

function isDue(plan: BackupPlan, { last, now }: { last: LastBackup | undefined; now: number }): boolean {
  // The first backup into another folder does not wait. Earlier releases did not record the folder.
  if (last?.dir !== undefined && last.dir !== plan.dir) return true;
  const age = now - (last?.startedAt ?? 0);
  // A time in the future comes from a clock that was wrong then.
  return age < 0 || age >= (last?.outcome === 'failed' ? Math.min(RETRY_MS, plan.everyMs) : plan.everyMs);
}

function overdue(madeAt: number | null | undefined): string {
  if (madeAt == null) return 'No backup has been made yet, and one is overdue';
  return `The last backup was made at ${isoTime(madeAt)}, and the next is overdue`;
}
