import { useCallback, useEffect, useMemo } from 'react';
import { fetchPhotos } from '../../../api/albums.ts';
import type { Photo } from '../../../contract/entities.ts';
import { photosWithEdits } from '../../../domain/curation/pendingEdits.ts';
import { arrivedPhotos } from '../../../domain/uploads/uploadQueue.ts';
import { summaryOf, type UploadSummary } from '../../../domain/uploads/uploadState.ts';
import { useUploadQueue } from '../uploads/tabUploader.ts';
import { hasDeparted, reloadAfterEdits, usePendingEdits } from './edits/libraryEdits.ts';
import { type AdminResource, useAdminResource } from '../frame/useAdminResource.ts';

export interface AlbumContent {
  load: AdminResource<Photo[]>;
  /** Undefined until they are loaded. */
  photos: Photo[] | undefined;
  summary: UploadSummary;
  pausing: boolean;
}

/** An album's photos; none without an album. Those just uploaded are added at the end, until the upload is over and the list is reloaded. */
export function useAlbumPhotos(albumId = ''): AlbumContent {
  const load = useAdminResource(
    useCallback(async (token: string) => (albumId === '' ? [] : fetchPhotos({ token }, { albumId })), [albumId]),
  );
  const queue = useUploadQueue();
  const summary = useMemo(() => summaryOf(queue, albumId), [queue, albumId]);

  const { reload } = load;
  const uploaded = summary.state !== undefined && summary.state.status !== 'progress';
  useEffect(() => {
    if (uploaded) void reload();
  }, [uploaded, reload]);

  useEffect(() => reloadAfterEdits(reload), [reload]);

  const { data } = load;
  const { arrived } = queue;
  const edits = usePendingEdits();
  const photos = useMemo(() => {
    const all = data && withArrived(data, arrivedPhotos(arrived, albumId).filter(hasStayedIn(albumId)));
    return all && photosWithEdits(all, albumId, edits);
  }, [data, arrived, albumId, edits]);
  return { load, photos, summary, pausing: queue.pausing };
}

function hasStayedIn(albumId: string) {
  return ({ filename }: Photo) => !hasDeparted(albumId, filename);
}

function withArrived(loaded: Photo[], arrived: Photo[]): Photo[] {
  const known = new Set(loaded.map(({ filename }) => filename));
  const added = arrived.filter(({ filename }) => !known.has(filename));
  return added.length === 0 ? loaded : [...loaded, ...added];
}
