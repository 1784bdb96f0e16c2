import type { Overview } from '#contract/server/schemas.ts';
import { fetchOverview } from '#src/admin/api/server.ts';
import { reloadAfterEdits } from '#src/admin/shell/libraryEdits.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/** Counts and last uploads, reloaded whenever the page is shown again, and when the person sees other albums. */
export function useOverview(): AdminResource<Overview> {
  return useAdminResource(fetchOverview, { reloadOn: whenShownOrEdited });
}

function whenShownOrEdited(reload: () => Promise<void>): () => void {
  const ends = [whenShown(reload), reloadAfterEdits(reload)];
  return () => ends.forEach((end) => end());
}

/** Values may have changed while the page was in the background. */
export function whenShown(reload: () => Promise<void>): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') void reload();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => document.removeEventListener('visibilitychange', onVisibilityChange);
}
