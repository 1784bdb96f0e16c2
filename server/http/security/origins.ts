import type { FastifyRequest } from 'fastify';
import { kioskLink } from '#domain/access/kioskAddress.ts';
import type { Doorway } from '../../https/doorway.ts';
import type { Settings } from '../../settings/settings.ts';
import { isLoopbackHost } from '../../settings/networks.ts';

export type OriginSettings = Pick<Settings, 'corsOrigins' | 'publicUrl'>;

export interface LinkSources {
  settings: Pick<Settings, 'publicUrl'>;
  doorway: Pick<Doorway, 'linkOrigin'>;
}

/** Returns the origin of a link for another device: past the page where it learns to trust this house, if it must. */
export function linkOrigin(request: FastifyRequest, { settings, doorway }: LinkSources): string {
  return doorway.linkOrigin(directOrigin(request, settings));
}

/** A link that makes the device which opens it the tablet of a key. */
export function tabletLink(request: FastifyRequest, { settings, doorway }: LinkSources, key: string): string {
  const direct = directOrigin(request, settings);
  return kioskLink({ direct, link: doorway.linkOrigin(direct) }, key);
}

/** PUBLIC_URL, or else the address at which the maker of a link reaches the server. */
function directOrigin(request: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl ?? `${request.protocol === 'https' ? 'https' : 'http'}://${linkHost(request)}`;
}

/**
 * Links hold secrets, and a proxy that is trusted may hand on a visitor's X-Forwarded-Host unread. So that header counts
 * only where the browser says the same: it names its page in Origin, which no page of another site can change.
 */
function linkHost({ host, headers: { host: asked, origin = '' } }: FastifyRequest): string {
  const isThePage = URL.canParse(origin) && new URL(origin).host === host;
  return isThePage || asked === undefined ? host : asked;
}

export type OriginKind = 'own' | 'allowed' | 'foreign';

/**
 * Compares hosts without the scheme, because behind a proxy that ends TLS the request arrives here by plain http.
 * `localhost` and `127.0.0.1` count as the same host: browsers treat them as two origins, but they are one machine.
 */
function isSameHost(origin: URL, host: string): boolean {
  if (origin.host === host) return true;
  if (!isLoopbackHost(origin.host) || !isLoopbackHost(host)) return false;
  return origin.port === new URL(`${origin.protocol}//${host}`).port;
}

/** Whether an origin is that of our own server at `host`, one of CORS_ORIGINS, or any other. */
export function kindOfOrigin(origin: string, host: string, { corsOrigins, publicUrl }: OriginSettings): OriginKind {
  if (!URL.canParse(origin)) return 'foreign';
  const own = publicUrl === undefined ? [host] : [host, new URL(publicUrl).host];
  if (own.some((ownHost) => isSameHost(new URL(origin), ownHost))) return 'own';
  return corsOrigins.includes(origin) ? 'allowed' : 'foreign';
}

/** Whether a page of this origin may open a socket. Devices, which send no Origin, may too. */
export function isAllowedSocketOrigin(origin: string | undefined, host: string, settings: OriginSettings): boolean {
  return origin === undefined || kindOfOrigin(origin, host, settings) !== 'foreign';
}
