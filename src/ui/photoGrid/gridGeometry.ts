export const GRID_GAP_PX = 12;

/** How many columns of tiles at least `minTilePx` wide fit into a width; one when not even one such tile fits. */
export function columnsThatFit(width: number, minTilePx: number): number {
  return Math.max(1, Math.floor((width + GRID_GAP_PX) / (minTilePx + GRID_GAP_PX)));
}

export function tileSizeFor(width: number, columns: number): number {
  return Math.max(1, Math.floor((width - GRID_GAP_PX * (columns - 1)) / columns));
}

interface Place {
  index: number;
  columns: number;
  count: number;
}

/** The index to which an arrow key, Home or End moves the focus; undefined for other keys and at the edges. */
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

/** At more than four screens a second nobody can look at a picture, so the pictures scrolled past are not loaded. */
const FAST_SCREENS_PER_MS = 4 / 1_000;

export function isFastScroll({ movedPx, ms, viewPx }: ScrollStep): boolean {
  return Math.abs(movedPx) > viewPx * FAST_SCREENS_PER_MS * ms;
}
