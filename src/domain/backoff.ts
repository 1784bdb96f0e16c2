interface Delays {
  firstMs: number;
  longestMs: number;
}

/** Returns the wait before the next attempt after this many failures in a row. It doubles each time, up to a limit. */
export function backoff({ firstMs, longestMs }: Delays): (failuresInARow: number) => number {
  return (failuresInARow) => Math.min(longestMs, firstMs * 2 ** (failuresInARow - 1));
}
