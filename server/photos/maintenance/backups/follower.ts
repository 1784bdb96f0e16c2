import { databaseMark } from '#server/db/sqlite/snapshot.ts';
import { isRecord } from '#domain/records.ts';
import { repeat } from '#server/repeating.ts';
import type { BackupPlan } from './backupPlans.ts';

interface FollowerOptions {
  /** The longest time from a change to its copy; undefined: nothing is copied between whole backups. */
  followMs?: number | undefined;
  dataDir: string;
  /** A PostgreSQL, which has copies of its own and would have to be read whole each time, is not followed. */
  databaseUrl?: string | undefined;
  /** Undefined: there are no backups, or another server makes them. */
  plan: () => Promise<BackupPlan | undefined>;
  /** Copies what changed, in a process of its own, and resolves to what that says. */
  copy: (dir: string) => Promise<unknown>;
}

/** Half of the time: a change may come right after a look, and the copy takes a while. */
const LOOKS = 2;
const FAILED = 'What changed could not be copied into the folder for backups; it is tried again';

/** Copies what changed between two whole backups, soon after it was stored. */
export class Follower {
  readonly #options: FollowerOptions;
  #stop: (() => Promise<void>) | undefined;
  #copied: string | undefined;
  #followedAt: number | null = null;
  #failure: string | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get followedAt(): number | null {
    return this.#followedAt;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  start(): void {
    const { followMs, databaseUrl } = this.#options;
    if (followMs !== undefined && databaseUrl === undefined) this.#stop = repeat(followMs / LOOKS, () => this.#look());
  }

  close(): Promise<void> | undefined {
    return this.#stop?.();
  }

  async #look(): Promise<void> {
    try {
      const plan = await this.#options.plan();
      const mark = databaseMark(this.#options.dataDir);
      if (!plan || mark === this.#copied) return;
      const said = await this.#options.copy(plan.dir);
      if (!isRecord(said) || !('followedAt' in said)) throw new Error(FAILED);
      this.#failure = undefined;
      if (typeof said.followedAt !== 'number') return;
      this.#followedAt = said.followedAt;
      this.#copied = mark;
    } catch {
      this.#failure = FAILED;
    }
  }
}
