import { fetchInstallation, fetchServerStatus } from '#src/api/installation.ts';
import type { InstallationStatus, ServerStatus } from '#contract/entities.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';
import { useReloadWhenShown } from './useReloadWhenShown.ts';

/** The status of the server, loaded anew whenever the page is shown again; undefined for those who are no admins. */
export function useServerStatus(isAdmin: boolean): AdminResource<ServerStatus | undefined> {
  const status = useAdminResource<ServerStatus | undefined>(isAdmin ? fetchServerStatus : nothing);
  useReloadWhenShown(status.reload);
  return status;
}

/** Where the data lies, and whether there is any; undefined for those who are no admins. */
export function useInstallation(isAdmin: boolean): AdminResource<InstallationStatus | undefined> {
  return useAdminResource<InstallationStatus | undefined>(isAdmin ? fetchInstallation : nothing);
}

async function nothing(): Promise<undefined> {
  return undefined;
}
