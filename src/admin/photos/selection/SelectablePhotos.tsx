import { type KeyboardEvent, type RefObject, useState, useRef, useEffect } from 'react';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { PartialItems } from '#src/shared/state/partialList.ts';
import {
  type GridPhoto,
  type GridSection,
  PhotoGrid,
  type PhotoGridHandle,
  type TileMove,
} from '#src/shared/ui/photoGrid/PhotoGrid.tsx';
import type { PhotoGridTileProps } from '#src/shared/ui/photoGrid/PhotoGridTile.tsx';
import { useDragOrder } from '#src/admin/edits/useDragOrder.ts';
import { deleteWithUndo, showEdit } from '#src/admin/shell/libraryEdits.ts';
import { SelectableTile } from './SelectableTile.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import styles from './SelectableTile.module.css';
import {
  SelectionBar,
  type AlbumInGrid,
  useLoadedSelection,
  type SelectionControl,
  useSelectionKeys,
} from './selection.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { SpokenOnly } from '#src/shared/ui/text/SpokenOnly.tsx';
import { withMoved } from '#domain/curation/manualOrder.ts';
import { arrangePhotos } from '#src/admin/edits/arrangement.ts';

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

interface ManualOrder {
  /** The words of a screen reader after a move. */
  announcement: string;
  /** Moves photos to before the one at an index; undefined where the order is not manual. */
  move: ((filenames: ReadonlySet<string>, place: number) => void) | undefined;
}

/** The manual order of an album's photos, once all are loaded. A move is shown at once and saved a moment later. */
function useManualOrder({ id, order, version: shown = 0 }: Album, photos: readonly Photo[] | undefined): ManualOrder {
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

interface Props extends AlbumInGrid {
  album: Album;
  /** All albums, to move photos to. */
  albums: readonly Album[];
  sections: readonly GridSection[];
  headingLevel: 'h3';
  onMissing: (first: number, last: number) => void;
  tileOf: (photo: Photo, index: number) => GridPhoto;
  columnsFor: (width: number) => number;
  /** Opens a photo; without it a press on a photo selects it. */
  onOpen?: (index: number) => void;
  handle: RefObject<PhotoGridHandle | null>;
}

/** The tiles handle a press; the grid only notes which tile it was. */
const noteOnly = () => undefined;

/** The photos of an album for people who may change them: with a selection, and actions on it. */
export function SelectablePhotos(props: Props) {
  const { album, albums, shown, onOpen, handle: grid } = props;
  const { sections, headingLevel, onMissing, tileOf, columnsFor } = props;
  const { announcement, move } = useManualOrder(album, props.photos);
  const selection = useLoadedSelection(props);
  const { keys, clear, selectAll, chosen } = selection;

  /** Call before selected photos disappear: the focus moves to the first one that stays. */
  const leaveSelected = () => {
    const first = shown.findIndex((photo) => photo && keys.has(photo.filename));
    grid.current?.focusTile(Math.max(0, Math.min(first, shown.length - keys.size - 1)));
    clear();
  };
  const remove = () => {
    const gone = chosen();
    leaveSelected();
    void deleteWithUndo(album, gone);
  };
  useSelectionKeys({ count: keys.size, onAll: selectAll, onClear: clear, onDelete: remove });

  const { onMove, drag } = useArranging({ shown, selection, move });
  const renderTile = (photo: Photo, tile: PhotoGridTileProps) => (
    <SelectableTile
      {...tile}
      photo={photo}
      photoKey={photo.filename}
      isSelected={keys.has(photo.filename)}
      isSelecting={keys.size > 0}
      isMovable={move !== undefined}
      onToggle={selection.toggle}
      onExtend={selection.extendTo}
      onOpen={onOpen}
    />
  );

  return (
    // Keeps Alt and an arrow key from moving the focus when no photo is moved.
    <Stack
      className={styles.photos}
      data-selecting={keys.size > 0 || undefined}
      onKeyDownCapture={(event: KeyboardEvent) => event.altKey && !move && event.stopPropagation()}
      {...drag}
    >
      <PhotoGrid
        {...{ sections, headingLevel, onMissing, tileOf, columnsFor }}
        photos={shown}
        label={`Photos in ${album.name}`}
        onOpen={noteOnly}
        renderTile={renderTile}
        onMove={onMove}
        handle={grid}
      />
      <Announcement text={announcement} />
      <SelectionBar count={keys.size} of={shown.length} onAll={selectAll} onClear={clear}>
        <SelectionActions
          {...{ album, albums, chosen }}
          all={props.photos ?? []}
          onLeave={leaveSelected}
          onDelete={remove}
        />
      </SelectionBar>
    </Stack>
  );
}

interface Arranging {
  shown: PartialItems<Photo>;
  selection: SelectionControl;
  move: ManualOrder['move'];
}

/** Shift and an arrow key select; Alt and an arrow key, and dragging, move photos in a manual order. */
function useArranging({ shown, selection, move }: Arranging) {
  const onMove = ({ from, to, event }: TileMove) => {
    const [start, end] = [from, to].map((index) => shown[index]?.filename);
    if (start === undefined || end === undefined) return;
    if (event.altKey) move?.(new Set([start]), to > from ? to + 1 : to);
    else if (event.shiftKey) selection.extendByStep(start, end);
  };
  const drop = (from: number, place: number) => {
    const key = shown[from]?.filename;
    // A photo that is selected takes the other selected ones along.
    if (key !== undefined) move?.(selection.keys.has(key) ? selection.keys : new Set([key]), place);
  };
  return { onMove, drag: useDragOrder(move && drop) };
}

function Announcement({ text }: { text: string }) {
  return (
    <SpokenOnly as="p" aria-live="polite">
      {text}
    </SpokenOnly>
  );
}
