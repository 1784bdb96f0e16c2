import { useMemo, useState } from 'react';
import { longAlbumSource } from '#src/shared/api/albums.ts';
import type { Album, AlbumOutline, Photo } from '#contract/photos/schemas.ts';
import { isLongAlbum, sectionsOf, titledSections, type TitledSection } from '#domain/albums/longAlbums.ts';
import { type PartialItems, usePartialList } from '#src/shared/state/partialList.ts';
import type { Watched } from '#src/shared/state/useRemoteResource.ts';
import { arePhotosLoaded, usePhotos } from './albumData.ts';

const NO_SECTIONS: readonly TitledSection[] = [];

export interface AlbumPhotosData {
  /** All photos of the album itself. */
  whole: Watched<Photo[]>;
  /** The photos of the grid, where those not loaded yet are undefined; undefined itself before the first response. */
  shown: PartialItems<Photo> | undefined;
  sections: readonly TitledSection[];
  /** Loads the photos between two places, both included. */
  want: (first: number, last: number) => void;
  /** Loads the whole list without waiting until the first photos have been looked at. */
  hurry: () => void;
}

/** The photos of an album for its page. A long album begins with its outline; its whole list comes after that. */
export function useAlbumPhotos(apiKey: string, album: Album): AlbumPhotosData {
  const albumId = album.id;
  const query = { apiKey, albumId, includeChildAlbums: false };
  // Decided once, because a complete list never becomes a partial one again.
  const [beginsWithOutline] = useState(() => isLongAlbum(album) && !arePhotosLoaded(query));
  const source = useMemo(
    () => (beginsWithOutline ? longAlbumSource(albumId, (load) => load({ apiKey })) : undefined),
    [beginsWithOutline, apiKey, albumId],
  );
  const { beginning, want, isWholeDue, hurry } = usePartialList<AlbumOutline, Photo>(source);
  const whole = usePhotos(isWholeDue ? query : undefined);

  const all = whole.status === 'loaded' ? whole.value : undefined;
  const partial = all || beginning.status !== 'loaded' ? undefined : beginning.value;
  const { order } = album;
  const months = partial?.outline.months;
  const sections = useMemo(() => {
    if (all) return sectionsOf(all, order);
    return months ? titledSections(months) : NO_SECTIONS;
  }, [all, months, order]);
  return { whole, shown: all ?? partial?.items, sections, want, hurry };
}
