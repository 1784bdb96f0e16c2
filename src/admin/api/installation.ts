import type {
  BackupSettings,
  BackupSettingsPayload,
  InstallationStatus,
  Overview,
  ServerStatus,
  UpdatePayload,
} from '#contract/home/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchInstallation(token: string): Promise<InstallationStatus> {
  return http({ token }).get(ADMIN_PATHS.installation).json<InstallationStatus>();
}

export function fetchServerStatus(token: string): Promise<ServerStatus> {
  return http({ token }).get(ADMIN_PATHS.serverStatus).json<ServerStatus>();
}

export async function beginUpdate(token: string, release: UpdatePayload): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.update, { json: release });
}

export function fetchOverview(token: string): Promise<Overview> {
  return http({ token }).get(ADMIN_PATHS.overview).json<Overview>();
}

export function fetchBackups(token: string): Promise<BackupSettings> {
  return http({ token }).get(ADMIN_PATHS.backups).json<BackupSettings>();
}

export function saveBackups(token: string, settings: BackupSettingsPayload): Promise<BackupSettings> {
  return http({ token }).put(ADMIN_PATHS.backups, { json: settings }).json<BackupSettings>();
}

export function backUpNow(token: string): Promise<BackupSettings> {
  return http({ token }).post(ADMIN_PATHS.backUpNow).json<BackupSettings>();
}
