/** The person at this device, for whom times are written: near ones by their day. */
export function reader(): { now: number } {
  return { now: Date.now() };
}
