import { useEffect, useRef, useState } from 'react';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { withMoved } from '#domain/curation/manualOrder.ts';
import { arrangePhotos } from '../../edits/arrangement.ts';
import { showEdit } from '../../shell/libraryEdits.ts';

/** The delay in which several steps of the keyboard become one change. */
const SAVE_AFTER_MS = 700;

interface Unsaved {
  timer: ReturnType<typeof setTimeout>;
  save: () => void;
  /** The album's version when the first of the steps was made. */
  version: number;
  /** Shows the photos in their former order. */
  takeBack: () => void;
}

export interface ManualOrder {
  /** The words of a screen reader after a move. */
  announcement: string;
  /** Moves photos to before the one at an index; undefined where the order is not manual. */
  move: ((filenames: ReadonlySet<string>, place: number) => void) | undefined;
}

/** The manual order of an album's photos, once all are loaded. A move is shown at once and saved a moment later. */
export function useManualOrder(
  { id, order, version: shown = 0 }: Album,
  photos: readonly Photo[] | undefined,
): ManualOrder {
  const [announcement, setAnnouncement] = useState('');
  const unsaved = useRef<Unsaved>(undefined);
  // The last move is saved when the album is left, too.
  useEffect(() => () => unsaved.current?.save(), []);

  const move = (moving: ReadonlySet<string>, place: number) => {
    const names = (photos ?? []).map(({ filename }) => filename);
    const filenames = withMoved(names, moving, place);
    const first = filenames.findIndex((name) => moving.has(name)) + 1;
    setAnnouncement(`Moved to place ${first} of ${filenames.length}.`);
    clearTimeout(unsaved.current?.timer);
    unsaved.current?.takeBack();
    const version = unsaved.current?.version ?? shown;
    const takeBack = showEdit({ kind: 'photos-ordered', albumId: id, filenames });
    const save = () => {
      clearTimeout(unsaved.current?.timer);
      unsaved.current = undefined;
      void arrangePhotos({ albumId: id, filenames, seen: version }).finally(takeBack);
    };
    unsaved.current = { timer: setTimeout(save, SAVE_AFTER_MS), save, version, takeBack };
  };
  return { announcement, move: order === 'manual' && photos ? move : undefined };
}
