import { environment } from '#src/environment.ts';

/** The origin that other devices are told: past the page where they learn to trust the house, if they must. */
export function originForOthers(): string {
  const { trustPort } = environment();
  const { origin, hostname } = window.location;
  if (trustPort === undefined) return origin;
  return `http://${hostname}${trustPort === 80 ? '' : `:${trustPort}`}`;
}
