import { fetchAlbums } from '#src/shared/api/albums.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { albumsWithEdits } from '#domain/curation/pendingEdits.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { reloadAfterEdits, usePendingEdits } from '#src/admin/shell/libraryEdits.ts';

const loadAlbums = (token: string) => fetchAlbums({ token });

/** All albums, with the changes that the server has not confirmed yet. */
export function useAlbums(): AdminResource<Album[]> {
  const load = useAdminResource(loadAlbums, { reloadOn: reloadAfterEdits });
  const edits = usePendingEdits();
  return { ...load, data: load.data && albumsWithEdits(load.data, edits) };
}
