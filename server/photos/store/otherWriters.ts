/** Returns a function that tells whether another process has written to the database since it was last asked. */
export function otherWriters(databaseVersion: () => number): () => boolean {
  let seen = databaseVersion();
  return () => {
    const now = databaseVersion();
    const isChanged = now !== seen;
    seen = now;
    return isChanged;
  };
}
