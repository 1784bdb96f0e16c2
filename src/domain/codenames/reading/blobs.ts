import type { Grey } from '../finding/pixels.ts';

/** A connected area, by the rectangle around it. */
export interface Blob {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Pixels. */
  size: number;
}

/** The connected areas at or above a level; pixels that meet at a corner are connected too. */
export function blobsOf({ width, height, data }: Grey, level: number): Blob[] {
  const seen = new Uint8Array(width * height);
  const blobs: Blob[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || (data[start] ?? 0) < level) continue;
    blobs.push(flood({ width, height, data }, { seen, level }, start));
  }
  return blobs;
}

function flood(
  { width, height, data }: Grey,
  { seen, level }: { seen: Uint8Array; level: number },
  start: number,
): Blob {
  const stack = [start];
  seen[start] = 1;
  let [left, right, top, bottom, size] = [width, 0, height, 0, 0];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const [x, y] = [place % width, Math.floor(place / width)];
    size += 1;
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const next = row * width + column;
        if (seen[next] || (data[next] ?? 0) < level) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1, size };
}
