import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { BackupSettings, BackupSettingsPayload } from '#contract/backups/schemas.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { disksBelow, isOnSameDisk, usableBackupFolder } from '#server/photos/store/backupPlaces.ts';
import type { BackupPlan } from './backupPlans.ts';
import type { BackupSchedule } from './backupSchedule.ts';

interface BackupServices {
  photos: { backups: BackupSchedule };
  settings: { dataDir: string };
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['The server'];
const asTheyAre = json('The backups as they are now', BackupSettings);
const settingsSchema = {
  tags,
  summary: 'Where backups are made, and how the last one went',
  response: { 200: asTheyAre },
};
const changeSchema = {
  tags,
  summary: 'Choose where backups are made',
  description: 'The folder is made if it is not there. A new one gets its first backup at once.',
  body: BackupSettingsPayload,
  response: {
    200: asTheyAre,
    400: errorWhen('The folder does not lie below one of the roots, or cannot be written to'),
    409: errorWhen('The setting BACKUP_DIR names the folder'),
  },
};
const nowSchema = {
  tags,
  summary: 'Make a backup now',
  description: 'It takes its time; `isRunning` says when it is over.',
  response: { 202: asTheyAre, 409: errorWhen('There is no folder, or a backup is being made already') },
};
const access = { config: { access: ADMINS } };
const SET_BY_OPERATOR = 'The setting BACKUP_DIR of the server names the folder: change it there';

/** The backups that the server makes by itself. */
export function registerBackupRoutes(app: TypedApp, { photos, settings, audit }: BackupServices): void {
  const { backups } = photos;
  const { plans } = backups;
  const { dataDir } = settings;

  const all = async (): Promise<BackupSettings> => {
    const plan = await plans.current();
    return {
      folder: plan?.dir ?? null,
      keep: plan?.keep ?? plans.usualKeep,
      everyHours: plans.everyMs / 3_600_000,
      isSetByOperator: plan?.isOfEnvironment ?? false,
      isOnSameDisk: plan ? ((await isOnSameDisk(plan.dir, dataDir)) ?? null) : null,
      isOpenToOthers: plan ? await isOpenToOthers(plan, backups) : null,
      isRunning: backups.isRunning,
      roots: [...plans.roots],
      disks: await disksBelow(plans.roots),
    };
  };

  app.get(ADMIN_PATTERNS.backups, { ...access, schema: settingsSchema }, all);

  app.put(ADMIN_PATTERNS.backups, { ...access, schema: changeSchema }, async (request) => {
    const { folder, keep } = request.body;
    const before = await plans.current();
    if (before?.isOfEnvironment) throw new UserError(409, SET_BY_OPERATOR);
    const dir = folder === null ? undefined : await usableBackupFolder(folder, { roots: plans.roots, dataDir });
    await plans.choose(dir === undefined ? undefined : { dir, keep: keep ?? before?.keep ?? plans.usualKeep });
    const what = dir === undefined ? 'none are made any more' : `the folder is ${dir}`;
    audit.record({ action: 'backups-changed', ...askedBy(request), what });
    if (dir !== before?.dir) backups.planChanged();
    return all();
  });

  app.post(ADMIN_PATTERNS.backUpNow, { ...access, schema: nowSchema }, async (_request, reply) => {
    const plan = await plans.current();
    if (!plan) throw new UserError(409, 'Choose a folder for backups first');
    if (!backups.makeNow(plan)) throw new UserError(409, 'A backup is being made already');
    return reply.status(202).send(await all());
  });
}

/** Found out by the last backup; null: no backup has been made there yet. */
async function isOpenToOthers({ dir }: BackupPlan, backups: Pick<BackupSchedule, 'last'>): Promise<boolean | null> {
  const last = await backups.last().catch(() => undefined);
  return last?.dir === dir ? (last.isOpenToOthers ?? null) : null;
}
