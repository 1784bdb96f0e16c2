import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../settings.ts';
import { isLoopbackHost } from './loopback.ts';

type Request = { headers: IncomingHttpHeaders };
type Rules = Pick<Settings, 'corsOrigins' | 'trustProxy'>;

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** `localhost` and `127.0.0.1` are two origins to a browser, and one machine to the person who typed them. */
function isSamePlace(origin: URL, host: string): boolean {
  if (origin.host === host) return true;
  if (!isLoopbackHost(origin.host) || !isLoopbackHost(host)) return false;
  return portOf(origin) === portOf(new URL(`${origin.protocol}//${host}`));
}

/**
 * Whether a socket may be opened from where it comes from. A device sends no Origin and may; a page must be our own or
 * one of CORS_ORIGINS.
 */
export function isAllowedSocketOrigin({ headers }: Request, { corsOrigins, trustProxy }: Rules): boolean {
  const { origin } = headers;
  if (origin === undefined || corsOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const forwarded = trustProxy === false ? undefined : headers['x-forwarded-host'];
  const host = (typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined) ?? headers.host;
  return host !== undefined && isSamePlace(new URL(origin), host);
}
