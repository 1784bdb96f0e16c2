import { isBackupMissing } from '#domain/troubles.ts';
import { one } from '#server/core/metric.ts';
import { subject } from '#server/core/subject.ts';
import { registerBackupRoutes } from './backupRoutes.ts';
import { backupCommands } from './backupCommands.ts';
import { backupPlans } from './backupPlans.ts';
import { backupStatus } from './backupStatus.ts';
import { BackupSchedule } from './backupSchedule.ts';

/** Copies of the whole library in another folder, made every night, and the one that follows each change. */
export const backups = subject(
  'backups',
  (core) => {
    const { audit, db, installation, now, leader, settings, slots } = core;
    const { dataDir, databaseUrl } = settings;
    const plans = backupPlans(db, settings.backups);
    const schedule = new BackupSchedule({ plans, dataDir, databaseUrl, now, leader });
    slots.listening.add({ troubles: () => troublesOf(schedule), started: () => schedule.start() });
    slots.closing.add(() => schedule.close());
    slots.routes.add((app) => registerBackupRoutes(app, { settings, audit, photos: { backups: schedule } }));
    slots.readinessChecks.add(40, { code: 'backup-failed', find: () => schedule.problem() });
    slots.statusParts.add(async () => ({ backup: await backupStatus(schedule) }));
    slots.metrics.add(50, {
      kind: 'gauge',
      name: 'backup_age_seconds',
      help: 'The age of the newest backup that the server knows; absent when there is none',
      read: async () => {
        const madeAt = (await schedule.last().catch(() => undefined))?.madeAt;
        return madeAt == null ? [] : one(Math.max(0, now() - madeAt) / 1_000);
      },
    });
    slots.copyFolders.add(async () => (await schedule.plan())?.dir);
    slots.otherTroubles.add(async () => {
      // When the record of the last backup cannot be read, the readiness says so.
      const last = await schedule.last().catch(() => undefined);
      return isBackupMissing(last?.madeAt ?? installation.createdAt, now()) ? ['no-backup'] : [];
    });
    return { backups: schedule };
  },
  backupCommands,
);

async function troublesOf(schedule: BackupSchedule): Promise<string[]> {
  const unfit = await schedule.whyUnfit();
  return unfit === undefined ? [] : [`BACKUP_DIR: ${unfit}. No backups are made`];
}
