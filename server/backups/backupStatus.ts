import type { ServerStatus } from '#contract/server/schemas.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { BackupSchedule } from './backupSchedule.ts';

/** The newest backup and the last failure, for admins. */
export async function backupStatus(backups: BackupSchedule): Promise<ServerStatus['backup']> {
  // When the record of the last backup cannot be read, the readiness says so.
  const last = await backups.last().catch(() => undefined);
  const { madeAt = null, folder = null, photos = null, files = null } = last ?? {};
  return {
    isAutomatic: (await backups.plan()) !== undefined,
    newest: madeAt === null || folder === null ? null : { madeAt: isoTime(madeAt), folder, photos, files },
    ...(backups.follower.followedAt !== null && { followedAt: isoTime(backups.follower.followedAt) }),
    failure: last?.outcome === 'failed' ? { at: isoTime(last.startedAt), message: last.message } : null,
  };
}
