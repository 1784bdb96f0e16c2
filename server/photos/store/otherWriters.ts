import type { LibraryVersion } from '#server/core/db/backend.ts';

/** Returns a function that tells whether another process has written to the library since it was last asked. */
export function otherWriters({ current }: LibraryVersion): () => boolean {
  let seen = current();
  return () => {
    const now = current();
    const isChanged = now !== seen;
    seen = now;
    return isChanged;
  };
}
