interface Delays {
  firstMs: number;
  longestMs: number;
}

/** How long to wait before the next attempt after so many failures in a row: twice as long each time, up to a limit. */
export function backoff({ firstMs, longestMs }: Delays): (failuresInARow: number) => number {
  return (failuresInARow) => Math.min(longestMs, firstMs * 2 ** (failuresInARow - 1));
}
