import { useCallback, useMemo, useState } from 'react';
import { search } from '#src/api/curation.ts';
import type { SearchResponse } from '#contract/schemas/curation.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import { photosWithEdits } from '#domain/curation/pendingEdits.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';
import { reloadAfterEdits, usePendingEdits } from '../shell/libraryEdits.ts';

interface Found {
  load: AdminResource<SearchResponse>;
  /** The results of the last finished search, while a newer one is running; undefined before the first. */
  result: SearchResponse | undefined;
  /** With the changes that the server has not confirmed yet. */
  photos: Photo[];
  isNewest: boolean;
}

/** Searches for a text. The response to an older text never replaces the one to a newer text. */
export function useFound(text: string): Found {
  const load = useAdminResource(
    useCallback((token: string) => search(token, text), [text]),
    { reloadOn: reloadAfterEdits },
  );
  const { data } = load;
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const edits = usePendingEdits();
  const photos = useMemo(
    () => (last?.photos ?? []).flatMap((photo) => photosWithEdits([photo], photo.albumId, edits)),
    [last, edits],
  );
  return { load, result: last, photos, isNewest: data !== undefined };
}
