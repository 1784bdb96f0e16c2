import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Photo } from '#contract/schemas/photos.ts';
import { selectedOf } from '#domain/albums/selection.ts';
import type { PartialItems } from '#src/state/partialList.ts';
import { type SelectionControl, useSelection } from './useSelection.ts';

export interface AlbumInGrid {
  /** All photos of the album; undefined until all are loaded. */
  photos: Photo[] | undefined;
  /** The selected photos of the grid: those that are not loaded yet are undefined. */
  shown: PartialItems<Photo>;
  /** Loads all photos now. */
  hurry: () => void;
}

interface LoadedSelection extends SelectionControl {
  /** The selected photos, in the order shown. */
  chosen: () => Photo[];
}

const keyOf = ({ filename }: Photo) => filename;

/**
 * The selection among the photos that are loaded. The first one that is selected makes a long album load the others, and
 * what is about photos between or behind those that are loaded waits for them.
 */
export function useLoadedSelection({ photos, shown, hurry }: AlbumInGrid): LoadedSelection {
  const loaded = useMemo(() => photos ?? shown.filter((photo) => photo !== undefined), [photos, shown]);
  const selection = useSelection(useMemo(() => loaded.map(keyOf), [loaded]));
  const [waiting, setWaiting] = useState<{ until?: string }>();
  const { keys, selectAll, extendTo } = selection;
  const isWhole = photos !== undefined;
  if (isWhole && waiting) {
    setWaiting(undefined);
    if (waiting.until === undefined) selectAll();
    else extendTo(waiting.until);
  }
  const isWanted = keys.size > 0 || waiting !== undefined;
  useEffect(() => {
    if (isWanted) hurry();
  }, [isWanted, hurry]);
  const selectAllLater = useCallback(() => setWaiting({}), []);
  const extendLater = useCallback((until: string) => setWaiting({ until }), []);
  return {
    ...selection,
    ...(isWhole ? {} : { selectAll: selectAllLater, extendTo: extendLater }),
    chosen: () => selectedOf(loaded, keys, keyOf),
  };
}
