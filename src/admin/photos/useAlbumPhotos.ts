import { useCallback, useEffect, useMemo, useState } from 'react';
import { fetchPhotos, longAlbumSource } from '#src/shared/api/albums.ts';
import type { Album, Photo, AlbumOutline } from '#contract/photos/schemas.ts';
import { sectionsOf, titledSections, type TitledSection, isLongAlbum } from '#domain/albums/longAlbums.ts';
import { photosWithEdits } from '#domain/curation/pendingEdits.ts';
import { arrivedPhotos } from '#domain/uploads/uploadQueue.ts';
import { summaryOf, type UploadSummary } from '#domain/uploads/uploadState.ts';
import type { Credential } from '#src/shared/api/http.ts';
import { type PartialItems, usePartialList } from '#src/shared/state/partialList.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useUploadQueue } from '#src/admin/uploads/tabUploader.ts';
import { hasDeparted, reloadAfterEdits, usePendingEdits } from '#src/admin/shell/libraryEdits.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';

export interface AlbumContent extends Pick<AlbumBeginning, 'want' | 'hurry'> {
  load: AdminResource<Photo[]>;
  /** Undefined until they are loaded. */
  photos: Photo[] | undefined;
  /** The photos of the grid: all or, of a long album at first, the loaded ones, each in its place. */
  shown: PartialItems<Photo> | undefined;
  sections: readonly TitledSection[];
  summary: UploadSummary;
  pausing: boolean;
}

const NO_SECTIONS: readonly TitledSection[] = [];

/** An album's photos; none without an album. Those just uploaded are added at the end, until the upload is over and the list is reloaded. */
export function useAlbumPhotos(album: Album | undefined): AlbumContent {
  const albumId = album?.id ?? '';
  const { beginning, whenWholeIsDue, want, hurry } = useAlbumBeginning(album);
  const load = useAdminResource(
    useCallback(
      async (token: string) => {
        if (albumId === '') return [];
        await whenWholeIsDue;
        return fetchPhotos({ token }, { albumId });
      },
      [albumId, whenWholeIsDue],
    ),
  );
  const queue = useUploadQueue();
  const summary = useMemo(() => summaryOf(queue, albumId), [queue, albumId]);

  const { reload } = load;
  const status = summary.state?.status;
  useEffect(() => {
    // New photos come after all others, so the whole list has to be loaded now.
    if (status !== undefined) hurry();
    if (status !== undefined && status !== 'progress') void reload();
  }, [status, reload, hurry]);

  useEffect(
    () =>
      reloadAfterEdits(() => {
        hurry();
        return reload();
      }),
    [reload, hurry],
  );

  const { data } = load;
  const { arrived } = queue;
  const edits = usePendingEdits();
  const photos = useMemo(() => {
    const all = data && withArrived(data, arrivedPhotos(arrived, albumId).filter(hasStayedIn(albumId)));
    return all && photosWithEdits(all, albumId, edits);
  }, [data, arrived, albumId, edits]);

  const order = album?.order;
  const months = beginning?.outline.months;
  const sections = useMemo(() => {
    if (photos) return sectionsOf(photos, order);
    return months ? titledSections(months) : NO_SECTIONS;
  }, [photos, months, order]);
  const shown = photos ?? beginning?.items;
  return { load, photos, shown, sections, want, hurry, summary, pausing: queue.pausing };
}

function hasStayedIn(albumId: string) {
  return ({ filename }: Photo) => !hasDeparted(albumId, filename);
}

function withArrived(loaded: Photo[], arrived: Photo[]): Photo[] {
  const known = new Set(loaded.map(({ filename }) => filename));
  const added = arrived.filter(({ filename }) => !known.has(filename));
  return added.length === 0 ? loaded : [...loaded, ...added];
}

interface AlbumBeginning {
  /** The part of a long album that is loaded before its whole list; undefined for other albums. */
  beginning: { outline: AlbumOutline; items: PartialItems<Photo> } | undefined;
  /** Resolves when it is time to load the whole list. */
  whenWholeIsDue: Promise<void>;
  /** Loads the photos between two places, both included. */
  want: (first: number, last: number) => void;
  /** Loads the whole list without waiting until the first photos have been looked at. */
  hurry: () => void;
}

/** The outline of a long album and the parts of it that are shown, until its whole list is loaded. */
function useAlbumBeginning(album: Album | undefined): AlbumBeginning {
  const [opened, setOpened] = useState<{ id: string; isLong: boolean }>();
  // Decided when the album is opened: an album that grows while it is shown is already loaded completely.
  if (album && opened?.id !== album.id) setOpened({ id: album.id, isLong: isLongAlbum(album) });
  const albumId = album?.id ?? '';
  const isLong = opened?.id === albumId && opened.isLong;
  const source = useMemo(() => (isLong ? longAlbumSource(albumId, callAsAdmin) : undefined), [albumId, isLong]);
  const { beginning, want, isWholeDue, hurry } = usePartialList<AlbumOutline, Photo>(source);
  // One for each album.
  // oxlint-disable-next-line react/exhaustive-deps
  const due = useMemo(() => createSignal(), [albumId]);
  useEffect(() => {
    if (isWholeDue) due.give();
  }, [isWholeDue, due]);
  const loaded = beginning.status === 'loaded' ? beginning.value : undefined;
  return { beginning: loaded, whenWholeIsDue: due.given, want, hurry };
}

function callAsAdmin<Data>(load: (credential: Credential) => Promise<Data>): Promise<Data> {
  return adminCall((token) => load({ token }));
}

const nothing = () => undefined;

function createSignal(): { given: Promise<void>; give: () => void } {
  let give: () => void = nothing;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
