import type { Database } from '#server/core/db/open.ts';
import type { Settings } from '#server/core/settings/settings.ts';

export interface BackupPlan {
  dir: string;
  everyMs: number;
  /** The number of backups to store. */
  keep: number;
  /** Whether the operator set the folder with BACKUP_DIR, which no admin can change. */
  isOfEnvironment: boolean;
}

export interface BackupPlans {
  /** Undefined: the server makes no backups by itself. */
  current(): Promise<BackupPlan | undefined>;
  /** Sets the folder that is used while BACKUP_DIR is not set. */
  choose(choice: Pick<BackupPlan, 'dir' | 'keep'> | undefined): Promise<void>;
  /** The folders below which an admin may choose one. */
  roots: readonly string[];
  /** The number of backups to store where nobody has chosen another. */
  usualKeep: number;
  everyMs: number;
  /** The longest time from a change to its copy; undefined: only whole backups are made. */
  followMs?: number | undefined;
}

const PLAN_ID = 1;

export function backupPlans(db: Database, { dir, everyMs, followMs, keep, roots }: Settings['backups']): BackupPlans {
  return {
    roots,
    usualKeep: keep,
    everyMs,
    followMs,
    current: async () => {
      if (dir !== undefined) return { dir, everyMs, keep, isOfEnvironment: true };
      const row = await db.selectFrom('backup_plan').select(['folder', 'keep']).executeTakeFirst();
      return row && { dir: row.folder, everyMs, keep: row.keep, isOfEnvironment: false };
    },
    choose: (choice) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('backup_plan').execute();
        if (!choice) return;
        const row = { id: PLAN_ID, folder: choice.dir, keep: choice.keep };
        await transaction.insertInto('backup_plan').values(row).execute();
      }),
  };
}
