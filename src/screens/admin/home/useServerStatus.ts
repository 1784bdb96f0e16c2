import { fetchInstallation, fetchOverview, fetchServerStatus } from '#src/api/installation.ts';
import type { Overview, InstallationStatus, ServerStatus } from '#contract/schemas/server.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';

/** The status of the server, loaded anew whenever the page is shown again; undefined for those who are no admins. */
export function useServerStatus(isAdmin: boolean): AdminResource<ServerStatus | undefined> {
  return useAdminResource<ServerStatus | undefined>(isAdmin ? fetchServerStatus : nothing, { reloadOn: whenShown });
}

/** Where the data lies, and whether there is any; undefined for those who are no admins. */
export function useInstallation(isAdmin: boolean): AdminResource<InstallationStatus | undefined> {
  return useAdminResource<InstallationStatus | undefined>(isAdmin ? fetchInstallation : nothing);
}

/** Counts and last uploads, loaded anew whenever the page is shown again. */
export function useOverview(): AdminResource<Overview> {
  return useAdminResource(fetchOverview, { reloadOn: whenShown });
}

async function nothing(): Promise<undefined> {
  return undefined;
}

/** Values may have changed while the page was in the background. */
function whenShown(reload: () => Promise<void>): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') void reload();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => document.removeEventListener('visibilitychange', onVisibilityChange);
}
