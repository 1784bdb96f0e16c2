export const GRID_GAP_PX = 12;

/** How many columns of tiles at least `minTilePx` wide fit; never less than one. */
export function columnsThatFit(minTilePx: number): (width: number) => number {
  return (width) => Math.max(1, Math.floor((width + GRID_GAP_PX) / (minTilePx + GRID_GAP_PX)));
}

const SMALL_SCREEN_PX = 600;

/** The kiosk's thumbnails are at least 200 px wide, 150 px on small screens. */
export function kioskColumns(width: number): number {
  return columnsThatFit(width < SMALL_SCREEN_PX ? 150 : 200)(width);
}

export function tileSizeFor(width: number, columns: number): number {
  return Math.max(1, Math.floor((width - GRID_GAP_PX * (columns - 1)) / columns));
}

interface Place {
  index: number;
  columns: number;
  count: number;
}

/** The tile that an arrow, Home or End leads to; undefined for every other key and at the edges. */
export function indexAfterKey(key: string, { index, columns, count }: Place): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  return next === undefined || next < 0 || next >= count ? undefined : next;
}

interface ScrollStep {
  movedPx: number;
  ms: number;
  viewPx: number;
}

/** Nobody sees a picture at more than four screens a second, so the pictures that pass need not be fetched. */
const FAST_SCREENS_PER_MS = 4 / 1_000;

export function isFastScroll({ movedPx, ms, viewPx }: ScrollStep): boolean {
  return Math.abs(movedPx) > viewPx * FAST_SCREENS_PER_MS * ms;
}
