import { useCallback, useEffect, useMemo } from 'react';
import { fetchPhotos } from '../../../api/albums.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { arrivedPhotos } from '../../../domain/uploads/uploadQueue.ts';
import { summaryOf } from '../../../domain/uploads/uploadState.ts';
import { useUploadQueue } from '../uploads/tabUploader.ts';
import { useAdminResource } from '../frame/useAdminResource.ts';

/** An album's photos. Those just uploaded are added at the end, until the upload is over and the list is reloaded. */
export function useAlbumPhotos(album: Album) {
  const load = useAdminResource(
    useCallback((token: string) => fetchPhotos({ token }, { albumId: album.id }), [album.id]),
  );
  const queue = useUploadQueue();
  const summary = useMemo(() => summaryOf(queue, album.id), [queue, album.id]);

  const { reload } = load;
  const uploaded = summary.state !== undefined && summary.state.status !== 'progress';
  useEffect(() => {
    if (uploaded) void reload();
  }, [uploaded, reload]);

  const { data } = load;
  const { arrived } = queue;
  const photos = useMemo(() => data && withArrived(data, arrivedPhotos(arrived, album.id)), [data, arrived, album.id]);
  return { load, photos, summary, pausing: queue.pausing };
}

function withArrived(loaded: Photo[], arrived: Photo[]): Photo[] {
  const known = new Set(loaded.map(({ filename }) => filename));
  const added = arrived.filter(({ filename }) => !known.has(filename));
  return added.length === 0 ? loaded : [...loaded, ...added];
}
