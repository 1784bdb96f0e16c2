import type { InstallationStatus, ServerStatus, Overview } from '#contract/schemas/server.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from './http.ts';

export function fetchInstallation(token: string): Promise<InstallationStatus> {
  return http({ token }).get(ADMIN_PATHS.installation).json<InstallationStatus>();
}

export function fetchServerStatus(token: string): Promise<ServerStatus> {
  return http({ token }).get(ADMIN_PATHS.serverStatus).json<ServerStatus>();
}

export function fetchOverview(token: string): Promise<Overview> {
  return http({ token }).get(ADMIN_PATHS.overview).json<Overview>();
}

/** The server's description of its own calls: an OpenAPI document. */
export function fetchOpenApi(token: string): Promise<unknown> {
  return http({ token }).get(ADMIN_PATHS.openApi).json();
}
