export const GRID_GAP_PX = 12;

/** Columns of tiles at least `minTilePx` wide; one where not even one such tile fits. */
export function columnsThatFit(minTilePx: number): (width: number) => number {
  return (width) => Math.max(1, Math.floor((width + GRID_GAP_PX) / (minTilePx + GRID_GAP_PX)));
}

const SMALL_SCREEN_PX = 600;

/** SPEC §9, the kiosk's grid: thumbnails of at least 200 px, 150 px on small screens. */
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

/** Where an arrow, Home or End leads to; undefined for every other key and at the edges. */
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

/** Faster than four screens a second nobody sees a picture: what comes by need not be fetched. */
const SCREENS_PER_MS_IN_FLIGHT = 4 / 1_000;

export function isFlight({ movedPx, ms, viewPx }: ScrollStep): boolean {
  return Math.abs(movedPx) > viewPx * SCREENS_PER_MS_IN_FLIGHT * ms;
}
