import type { InstallationStatus } from '#contract/home/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchInstallation(token: string): Promise<InstallationStatus> {
  return http({ token }).get(ADMIN_PATHS.installation).json<InstallationStatus>();
}
