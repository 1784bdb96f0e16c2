/**
 * The origin that other devices are told by a page: past the page on http, at `trustPort`, where they learn to trust the
 * house; without such a page the same origin.
 */
export function originForOthers(
  { origin, hostname }: Pick<Location, 'origin' | 'hostname'>,
  trustPort: number | undefined,
): string {
  if (trustPort === undefined) return origin;
  return `http://${hostname}${trustPort === 80 ? '' : `:${trustPort}`}`;
}
