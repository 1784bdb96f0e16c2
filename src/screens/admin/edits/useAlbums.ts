import { fetchAlbums } from '#src/api/albums.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { albumsWithEdits } from '#domain/curation/pendingEdits.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';
import { reloadAfterEdits, usePendingEdits } from '../shell/libraryEdits.ts';

const loadAlbums = (token: string) => fetchAlbums({ token });

/** All albums, with the changes that the server has not confirmed yet. */
export function useAlbums(): AdminResource<Album[]> {
  const load = useAdminResource(loadAlbums, { reloadOn: reloadAfterEdits });
  const edits = usePendingEdits();
  return { ...load, data: load.data && albumsWithEdits(load.data, edits) };
}
