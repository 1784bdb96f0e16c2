import { subject } from '#server/core/subject.ts';
import { registerBackupRoutes } from './backupRoutes.ts';
import { backupPlans } from './backupPlans.ts';
import { BackupSchedule } from './backupSchedule.ts';

/** Copies of the whole library in another folder, made every night, and the one that follows each change. */
export const backups = subject('backups', (core) => {
  const { db, now, leader, settings, slots } = core;
  const { dataDir, databaseUrl } = settings;
  const plans = backupPlans(db, settings.backups);
  const schedule = new BackupSchedule({ plans, dataDir, databaseUrl, now, leader });
  slots.listening.add({ troubles: () => troublesOf(schedule), started: () => schedule.start() });
  slots.closing.add(() => schedule.close());
  slots.routes.add((app) => registerBackupRoutes(app, { ...core, photos: { backups: schedule } }));
  return { backups: schedule };
});

async function troublesOf(schedule: BackupSchedule): Promise<string[]> {
  const unfit = await schedule.whyUnfit();
  return unfit === undefined ? [] : [`BACKUP_DIR: ${unfit}. No backups are made`];
}
