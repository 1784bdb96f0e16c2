/**
 * The origin that other devices are told by a page: past the page on http, at `trustPort`, where they learn to trust the
 * house; without such a page the same origin.
 */
export function originForOthers(
  { origin, hostname }: { origin: string; hostname: string },
  trustPort: number | undefined,
): string {
  if (trustPort === undefined) return origin;
  return `http://${hostname}${trustPort === 80 ? '' : `:${trustPort}`}`;
}

/** Whether a link leads to the machine it is opened on, so that it means nothing on any other one. */
export function isOwnMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    ['localhost', '[::1]', '0.0.0.0'].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
