import type { BackupSettings, BackupSettingsPayload } from '#contract/backups/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchBackups(token: string): Promise<BackupSettings> {
  return http({ token }).get(ADMIN_PATHS.backups).json<BackupSettings>();
}

export function saveBackups(token: string, settings: BackupSettingsPayload): Promise<BackupSettings> {
  return http({ token }).put(ADMIN_PATHS.backups, { json: settings }).json<BackupSettings>();
}

export function backUpNow(token: string): Promise<BackupSettings> {
  return http({ token }).post(ADMIN_PATHS.backUpNow).json<BackupSettings>();
}
