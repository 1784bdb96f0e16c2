/** The reader's present time, for times that are written as 'today' or 'yesterday'. */
export function reader(): { now: number } {
  return { now: Date.now() };
}
