import type { Overview } from '#contract/server/schemas.ts';
import { fetchOverview } from '#src/admin/api/server.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/** Counts and last uploads, reloaded whenever the page is shown again. */
export function useOverview(): AdminResource<Overview> {
  return useAdminResource(fetchOverview, { reloadOn: whenShown });
}

/** Values may have changed while the page was in the background. */
export function whenShown(reload: () => Promise<void>): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') void reload();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => document.removeEventListener('visibilitychange', onVisibilityChange);
}
