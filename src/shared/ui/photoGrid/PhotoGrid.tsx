import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { columnsThatFit, HEADING_PX, indexAfterKey } from './gridGeometry.ts';
import type { RetryDelay } from './photoImage.ts';
import styles from './PhotoGrid.module.css';
import { PhotoGridTile, type PhotoGridTileProps } from './PhotoGridTile.tsx';
import { useFastScroll } from './useFastScroll.ts';
import { useGridFocus } from './useGridFocus.ts';
import { SectionScrubber } from './SectionScrubber.tsx';
import { type PlacedRow, useGridRows } from './useGridRows.ts';

export interface GridPhoto {
  key: string;
  src: string;
  /** The accessible name of the tile, or the picture's alternative text where a tile does nothing. */
  label: string;
  /** `object-position` of the picture, which is cropped to a square. */
  position: string;
  /** The wait before a tile requests a failed picture again. */
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

/** Consecutive photos below a heading. */
export interface GridSection {
  title: string;
  count: number;
  /** The label on the scrubber beside the section, such as its year. */
  mark?: string;
}

interface Props<Photo> {
  /** Photos that are not loaded yet are undefined, in their places. */
  photos: readonly (Photo | undefined)[];
  /** All photos, in sections; without it, they follow one another without a heading. */
  sections?: readonly GridSection[];
  headingLevel?: 'h2' | 'h3' | undefined;
  /** Called with the places of photos near the view that are not loaded yet. */
  onMissing?: ((first: number, last: number) => void) | undefined;
  /** Called only for photos near the view, so that 10,000 photos cost no more than 50. */
  tileOf: (photo: Photo, index: number) => GridPhoto;
  label: string;
  /** Tiles are buttons when this is given, pictures otherwise. */
  onOpen?: ((index: number) => void) | undefined;
  /** Returns the number of columns for a width in CSS pixels; without it, tiles are at least 200 px wide. */
  columnsFor?: ((width: number) => number) | undefined;
  /** Keeps the grid's height but removes every tile, while something else covers the page. */
  suspended?: boolean;
  /** Draws a custom tile. It has to contain a button with the tab index that `reachable` asks for. */
  renderTile?: ((photo: Photo, tile: PhotoGridTileProps) => ReactNode) | undefined;
  onMove?: ((move: TileMove) => void) | undefined;
  handle?: Ref<PhotoGridHandle> | undefined;
}

const DEFAULT_TILE_PX = 200;
const defaultColumns = (width: number) => columnsThatFit(width, DEFAULT_TILE_PX);
const NO_SECTIONS: readonly GridSection[] = [];

/** A grid of square thumbnails. It scrolls with the page, and only the rows near the view are in the document. */
export function PhotoGrid<Photo>(props: Props<Photo>) {
  const { photos, tileOf, label, onOpen, columnsFor = defaultColumns, suspended = false, renderTile, onMove } = props;
  const { sections = NO_SECTIONS } = props;
  const container = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const count = photos.length;
  const activeIndex = Math.min(active, Math.max(0, count - 1));
  const scrollingFast = useFastScroll();
  const grid = useGridRows({ container, count, sections, columnsFor, keepIndex: activeIndex, scrollingFast });
  const { remember, toActive } = useGridFocus(container, suspended);
  useMissing(scrollingFast || suspended ? [] : grid.placed, photos, props.onMissing);

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
    const to = indexAfterKey(event.key, { index: activeIndex, rows: grid.rows, count });
    if (to === undefined || !onOpen) return;
    event.preventDefault();
    goTo(to);
    onMove?.({ from: activeIndex, to, event });
  };

  const drawTile = (photo: Photo | undefined, index: number) => {
    const size = grid.tileSize;
    if (photo === undefined) return <div key={index} className={styles.tile} style={{ width: size, height: size }} />;
    const { key, ...picture } = tileOf(photo, index);
    const tile = { ...picture, index, size, reachable: index === activeIndex, scrollingFast, open: onOpen && open };
    return <Fragment key={key}>{renderTile ? renderTile(photo, tile) : <PhotoGridTile {...tile} />}</Fragment>;
  };

  return (
    <>
      {/* The key handler moves the focus among the buttons inside; the section itself never has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={container}
        className={styles.grid}
        aria-label={label}
        style={{ height: grid.totalHeight }}
        onKeyDown={onKeyDown}
      >
        {(suspended ? [] : grid.placed).map(({ key, first, count: length, section = -1, top }) => (
          <Row key={key} top={top} section={sections[section]} headingLevel={props.headingLevel}>
            {photos.slice(first, first + length).map((photo, at) => drawTile(photo, first + at))}
          </Row>
        ))}
      </section>
      {!suspended && <SectionScrubber sections={sections} tops={grid.sectionTops} scrollingFast={scrollingFast} />}
    </>
  );
}

interface RowProps {
  /** The top of the tiles. */
  top: number;
  /** The section that begins with this row. */
  section: GridSection | undefined;
  headingLevel: 'h2' | 'h3' | undefined;
  children: ReactNode;
}

function Row({ top, section, headingLevel: Heading = 'h2', children }: RowProps) {
  return (
    <>
      {section && (
        <Heading className={styles.heading} style={{ transform: `translateY(${top - HEADING_PX}px)` }}>
          {section.title}
        </Heading>
      )}
      <div className={styles.row} style={{ transform: `translateY(${top}px)` }}>
        {children}
      </div>
    </>
  );
}

/** Reports which rows near the view have photos that are not loaded yet. */
function useMissing(
  shown: readonly PlacedRow[],
  photos: readonly unknown[],
  onMissing: ((first: number, last: number) => void) | undefined,
): void {
  useEffect(() => {
    if (!onMissing) return;
    for (const { first, count } of shown) {
      if (photos.slice(first, first + count).includes(undefined)) onMissing(first, first + count - 1);
    }
  });
}
