import cors from '@fastify/cors';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { API_KEY_HEADER, CSRF_HEADER } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { kioskLink } from '#domain/access/kioskAddress.ts';
import { UserError } from '#server/core/errors.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { isLoopbackHost } from '#server/core/settings/networks.ts';
import type { TypedApp } from '../typedApp.ts';
import { newSecret, sameText } from './secrets.ts';

export type OriginSettings = Pick<Settings, 'corsOrigins' | 'publicUrl'>;

export interface LinkSources {
  settings: Pick<Settings, 'publicUrl'>;
  addresses: Pick<Addresses, 'linkOrigin'>;
}

/**
 * Returns the origin of a link for another device. A device that has to learn to trust this server is led through the
 * page for that.
 */
export function linkOrigin(request: FastifyRequest, { settings, addresses }: LinkSources): string {
  return addresses.linkOrigin(directOrigin(request, settings));
}

/** A link that makes the device which opens it the tablet of a key. */
export function tabletLink(request: FastifyRequest, { settings, addresses }: LinkSources, key: string): string {
  const direct = directOrigin(request, settings);
  return kioskLink({ direct, link: addresses.linkOrigin(direct) }, key);
}

/** PUBLIC_URL or, without it, the address by which the maker of the link has reached the server. */
function directOrigin(request: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl ?? `${request.protocol === 'https' ? 'https' : 'http'}://${linkHost(request)}`;
}

/**
 * Links hold secrets, and a trusted proxy may pass on a visitor's X-Forwarded-Host unchecked. So that header counts
 * only if it matches the page that the browser names in Origin, which no page of another site can change.
 */
function linkHost({ host, headers: { host: asked, origin = '' } }: FastifyRequest): string {
  const isThePage = URL.canParse(origin) && new URL(origin).host === host;
  return isThePage ? host : (asked ?? host);
}

type OriginKind = 'own' | 'allowed' | 'foreign';

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

const PREFLIGHT_MAX_AGE_S = 600;

/** Origins in CORS_ORIGINS may call with credentials; when there are none, browsers keep all other origins out. */
export async function registerCrossOrigin(
  app: TypedApp,
  { corsOrigins }: Pick<Settings, 'corsOrigins'>,
): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      API_KEY_HEADER,
      SHARE_KEY_HEADER,
      // Sent by tablets that run a version before this; without it their browsers would make none of these calls.
      'X-Device-Secret',
      CSRF_HEADER,
    ],
    exposedHeaders: ['ETag'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}

export const READING_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ONE_YEAR_S = 31_536_000;
const WELL_FORMED = /^[0-9a-f]{48}$/;
const NO_MATCH = 'This page is out of date: please reload it and try again';
const FOREIGN = 'Pages of another origin may not change anything here';

/**
 * A write that a browser sends from our own origin must have in a header the token of the cookie that came with the
 * page, which pages of other origins cannot read. Devices and scripts send no Origin and need no token. Pages of other
 * origins that the operator allowed cannot read our cookie either; they are accepted because they need a bearer token.
 */
export function guardAgainstForgery(app: TypedApp, settings: OriginSettings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING_METHODS.includes(request.method)) return;
    const sender = senderOf(request, settings);
    if (sender === 'no-browser' || sender === 'allowed') return;
    if (sender === 'foreign') throw new UserError(403, FOREIGN);
    const sent = request.headers[CSRF_HEADER.toLowerCase()];
    const expected = request.cookies[COOKIES.csrf];
    if (typeof sent === 'string' && expected && sameText(sent, expected)) return;
    setCsrfCookie(request, reply);
    throw new UserError(403, NO_MATCH);
  });
}

/** A token that the browser already has is set again, since its other open tabs send that one. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  const known = request.cookies[COOKIES.csrf];
  const token = known && WELL_FORMED.test(known) ? known : newSecret();
  void reply.setCookie(COOKIES.csrf, token, {
    path: '/',
    maxAge: ONE_YEAR_S,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
}

function senderOf(request: FastifyRequest, settings: OriginSettings): OriginKind | 'no-browser' {
  const { origin } = request.headers;
  if (origin !== undefined) return kindOfOrigin(origin, request.host, settings);
  return request.headers['sec-fetch-site'] === undefined ? 'no-browser' : 'own';
}
