import type { Settings } from '../../settings/settings.ts';
import { isLoopbackHost } from './loopback.ts';

type Rules = Pick<Settings, 'corsOrigins' | 'publicUrl'>;

export type OriginKind = 'own' | 'allowed' | 'foreign';

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/**
 * `localhost` and `127.0.0.1` are two origins to a browser, and one machine to the person who typed them. The scheme is
 * left out: behind a proxy that ends TLS the request arrives here by plain http.
 */
function isSamePlace(origin: URL, host: string): boolean {
  if (origin.host === host) return true;
  if (!isLoopbackHost(origin.host) || !isLoopbackHost(host)) return false;
  return portOf(origin) === portOf(new URL(`${origin.protocol}//${host}`));
}

/** Whose page it is that speaks to `host`: our own, one of CORS_ORIGINS, or anybody's. */
export function kindOfOrigin(origin: string, host: string, { corsOrigins, publicUrl }: Rules): OriginKind {
  if (!URL.canParse(origin)) return 'foreign';
  const own = publicUrl === undefined ? [host] : [host, new URL(publicUrl).host];
  if (own.some((place) => isSamePlace(new URL(origin), place))) return 'own';
  return corsOrigins.includes(origin) ? 'allowed' : 'foreign';
}

/** Whether a socket may be opened from where it comes from. A device sends no Origin and may. */
export function isAllowedSocketOrigin(origin: string | undefined, host: string, rules: Rules): boolean {
  return origin === undefined || kindOfOrigin(origin, host, rules) !== 'foreign';
}
