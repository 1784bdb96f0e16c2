import { memo, useCallback, useRef, useState } from 'react';
import { columnsThatFit, indexAfterKey } from './gridGeometry.ts';
import { crossOriginFor, type RetryDelay, retryLater } from './photoImage.ts';
import styles from './PhotoGrid.module.css';
import { useFastScroll } from './useFastScroll.ts';
import { useGridFocus } from './useGridFocus.ts';
import { useGridRows } from './useGridRows.ts';

export interface GridPhoto {
  key: string;
  src: string;
  /** The accessible name of the tile, or the picture's alternative text where a tile does nothing. */
  label: string;
  /** When a picture that failed is asked for again. */
  retryDelayMs: RetryDelay;
}

interface Props<Photo> {
  photos: readonly Photo[];
  /** Asked for what is near the view only: 10,000 photos cost no more than 50. */
  tileOf: (photo: Photo, index: number) => GridPhoto;
  label: string;
  /** Tiles are buttons when this is given, pictures otherwise. */
  onOpen?: ((index: number) => void) | undefined;
  /** How many columns a width (in CSS px) holds; square tiles of at least 200 px when left out. */
  columnsFor?: ((width: number) => number) | undefined;
  /** Holds its place but lets go of every tile: something else covers the page for long. */
  suspended?: boolean;
}

const DEFAULT_COLUMNS = columnsThatFit(200);

/** Any number of square thumbnails in the page's own scroll, of which only those near the view are in the document. */
export function PhotoGrid<Photo>({
  photos,
  tileOf,
  label,
  onOpen,
  columnsFor = DEFAULT_COLUMNS,
  suspended = false,
}: Props<Photo>) {
  const container = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, Math.max(0, photos.length - 1));
  const flying = useFastScroll();
  const grid = useGridRows({ container, count: photos.length, columnsFor, keepIndex: activeIndex, flying });
  const { remember, toActive } = useGridFocus(container, suspended);

  const open = useCallback(
    (index: number) => {
      setActive(index);
      remember();
      onOpen?.(index);
    },
    [onOpen, remember],
  );
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = indexAfterKey(event.key, { index: activeIndex, columns: grid.columns, count: photos.length });
    if (next === undefined || !onOpen) return;
    event.preventDefault();
    setActive(next);
    grid.scrollToIndex(next);
    toActive();
  };

  return (
    // The keys move the focus among the buttons inside; the section itself is never focused.
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
          {photos.slice(row.first, row.first + grid.columns).map((photo, offset) => {
            const index = row.first + offset;
            const { key, ...tile } = tileOf(photo, index);
            return (
              <Tile
                key={key}
                {...tile}
                index={index}
                size={grid.tileSize}
                reachable={index === activeIndex}
                flying={flying}
                open={onOpen ? open : undefined}
              />
            );
          })}
        </div>
      ))}
    </section>
  );
}

interface TileProps {
  src: string;
  label: string;
  index: number;
  size: number;
  /** The one tile of the grid that Tab stops at; arrows go on from there. */
  reachable: boolean;
  /** A tile that comes by in flight asks for its picture when the flight ends over it. */
  flying: boolean;
  retryDelayMs: RetryDelay;
  open: ((index: number) => void) | undefined;
}

/** Memoised: while rows come and go at the edges of the view, the tiles that stay are not rendered again. */
const Tile = memo(function Tile({ src, label, index, size, reachable, flying, retryDelayMs, open }: TileProps) {
  const [isWanted, setIsWanted] = useState(!flying);
  if (!isWanted && !flying) setIsWanted(true);
  const image = (
    <img
      className={styles.image}
      src={isWanted ? src : undefined}
      alt={open ? '' : label}
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      crossOrigin={crossOriginFor(src)}
      onLoad={(event) => event.currentTarget.setAttribute('data-loaded', '')}
      onError={(event) => retryLater(event.currentTarget, retryDelayMs)}
    />
  );
  const box = { width: size, height: size };
  if (!open) {
    return (
      <div className={styles.tile} style={box}>
        {image}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      style={box}
      aria-label={label}
      data-index={index}
      tabIndex={reachable ? 0 : -1}
      onClick={() => open(index)}
    >
      {image}
    </button>
  );
});
