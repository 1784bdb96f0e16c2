/**
 * The origin that a page gives to other devices: that of the page on http, at `trustPort`, where they learn to trust
 * the house; without such a page the same origin.
 */
export function reachableOrigin(
  { origin, hostname }: { origin: string; hostname: string },
  trustPort: number | undefined,
): string {
  if (trustPort === undefined) return origin;
  return `http://${hostname}${trustPort === 80 ? '' : `:${trustPort}`}`;
}

/** Whether a link leads to the very machine that opens it, and so is useless on any other. */
export function isOwnMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    ['localhost', '[::1]', '0.0.0.0'].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
