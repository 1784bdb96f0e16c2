import type { Overview, ServerStatus } from '#contract/server/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

export function fetchServerStatus(token: string): Promise<ServerStatus> {
  return http({ token }).get(ADMIN_PATHS.serverStatus).json<ServerStatus>();
}

export function fetchOverview(token: string): Promise<Overview> {
  return http({ token }).get(ADMIN_PATHS.overview).json<Overview>();
}
