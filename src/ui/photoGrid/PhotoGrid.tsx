import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { columnsThatFit, indexAfterKey } from './gridGeometry.ts';
import type { RetryDelay } from './photoImage.ts';
import styles from './PhotoGrid.module.css';
import { PhotoGridTile, type PhotoGridTileProps } from './PhotoGridTile.tsx';
import { useFastScroll } from './useFastScroll.ts';
import { useGridFocus } from './useGridFocus.ts';
import { useGridRows } from './useGridRows.ts';

export interface GridPhoto {
  key: string;
  src: string;
  /** The accessible name of the tile, or the picture's alternative text where a tile does nothing. */
  label: string;
  /** How long a tile waits before it requests a picture again that failed. */
  retryDelayMs: RetryDelay;
}

export interface PhotoGridHandle {
  /** Scrolls to the tile and moves the focus there. */
  focusTile: (index: number) => void;
}

/** A key that has moved the focus from one tile to another. */
export interface TileMove {
  from: number;
  to: number;
  event: KeyboardEvent;
}

interface Props<Photo> {
  photos: readonly Photo[];
  /** Called only for photos near the view, so that 10,000 photos cost no more than 50. */
  tileOf: (photo: Photo, index: number) => GridPhoto;
  label: string;
  /** Tiles are buttons when this is given, pictures otherwise. */
  onOpen?: ((index: number) => void) | undefined;
  /** How many columns fit into a width in CSS pixels; without it, tiles are at least 200 px wide. */
  columnsFor?: ((width: number) => number) | undefined;
  /** Keeps the grid's height but removes every tile, while something else covers the page. */
  suspended?: boolean;
  /** Draws a tile of its own. The tile has to contain a button with the tab index that `reachable` asks for. */
  renderTile?: ((photo: Photo, tile: PhotoGridTileProps) => ReactNode) | undefined;
  onMove?: ((move: TileMove) => void) | undefined;
  handle?: Ref<PhotoGridHandle> | undefined;
}

const DEFAULT_TILE_PX = 200;
const defaultColumns = (width: number) => columnsThatFit(width, DEFAULT_TILE_PX);

/** A grid of square thumbnails. It scrolls with the page, and only the rows near the view are in the document. */
export function PhotoGrid<Photo>(props: Props<Photo>) {
  const { photos, tileOf, label, onOpen, columnsFor = defaultColumns, suspended = false, renderTile, onMove } = props;
  const container = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, Math.max(0, photos.length - 1));
  const scrollingFast = useFastScroll();
  const grid = useGridRows({ container, count: photos.length, columnsFor, keepIndex: activeIndex, scrollingFast });
  const { remember, toActive } = useGridFocus(container, suspended);

  const open = useCallback(
    (index: number) => {
      setActive(index);
      remember();
      onOpen?.(index);
    },
    [onOpen, remember],
  );
  const goTo = (index: number) => {
    setActive(index);
    grid.scrollToIndex(index);
    toActive(index);
  };
  useImperativeHandle(props.handle, () => ({ focusTile: goTo }));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfterKey(event.key, { index: activeIndex, columns: grid.columns, count: photos.length });
    if (to === undefined || !onOpen) return;
    event.preventDefault();
    goTo(to);
    onMove?.({ from: activeIndex, to, event });
  };

  const drawTile = (photo: Photo, index: number) => {
    const { key, ...picture } = tileOf(photo, index);
    const place = { index, size: grid.tileSize, reachable: index === activeIndex };
    const tile = { ...picture, ...place, scrollingFast, open: onOpen && open };
    return <Fragment key={key}>{renderTile ? renderTile(photo, tile) : <PhotoGridTile {...tile} />}</Fragment>;
  };

  return (
    // The key handler moves the focus among the buttons inside; the section itself never has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={container}
      className={styles.grid}
      aria-label={label}
      style={{ height: grid.totalHeight }}
      onKeyDown={onKeyDown}
    >
      {(suspended ? [] : grid.rows).map((row) => (
        <div key={row.index} className={styles.row} style={{ transform: `translateY(${row.top}px)` }}>
          {photos.slice(row.first, row.first + grid.columns).map((photo, at) => drawTile(photo, row.first + at))}
        </div>
      ))}
    </section>
  );
}
