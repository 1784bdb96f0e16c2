import type { InstallationStatus } from '../contract/entities.ts';
import { API_PATHS } from '../contract/paths.ts';
import { http } from './http.ts';

export function fetchInstallation(token: string): Promise<InstallationStatus> {
  return http({ token }).get(API_PATHS.installation).json<InstallationStatus>();
}
