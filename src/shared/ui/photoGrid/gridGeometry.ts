export const GRID_GAP_PX = 12;

/**
 * Returns the number of columns of tiles at least `minTilePx` wide that fit into a width; one when not even one such
 * tile fits.
 */
export function columnsThatFit(width: number, minTilePx: number): number {
  return Math.max(1, Math.floor((width + GRID_GAP_PX) / (minTilePx + GRID_GAP_PX)));
}

export function tileSizeFor(width: number, columns: number): number {
  return Math.max(1, Math.floor((width - GRID_GAP_PX * (columns - 1)) / columns));
}

/** The height of a section's heading. */
export const HEADING_PX = 48;

export interface GridRow {
  /** The index of the row's first photo. */
  first: number;
  count: number;
  /** The section that begins with this row, below its heading; absent for other rows. */
  section?: number;
}

/** The rows of a grid whose sections have these numbers of photos: every section begins a new row. */
export function rowsOf(counts: readonly number[], columns: number, atMost = Infinity): GridRow[] {
  const rows: GridRow[] = [];
  let first = 0;
  for (const [section, count] of counts.entries()) {
    for (let at = 0; at < count && rows.length < atMost; at += columns) {
      const row = { first: first + at, count: Math.min(columns, count - at) };
      rows.push(at === 0 ? { ...row, section } : row);
    }
    first += count;
  }
  return rows;
}

/** The row in which a photo is. */
export function rowAt(rows: readonly GridRow[], index: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.first ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Place {
  index: number;
  rows: readonly GridRow[];
  count: number;
}

/** The photo above or below another one; in a shorter row, its last photo. */
function indexInRow(row: GridRow | undefined, column: number): number | undefined {
  return row && row.first + Math.min(column, row.count - 1);
}

/** The index to which an arrow key, Home or End moves the focus; undefined for other keys and at the edges. */
export function indexAfterKey(key: string, { index, rows, count }: Place): number | undefined {
  const row = rowAt(rows, index);
  const column = index - (rows[row]?.first ?? 0);
  const targets: Record<string, number | undefined> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: indexInRow(rows[row - 1], column),
    ArrowDown: indexInRow(rows[row + 1], column),
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
