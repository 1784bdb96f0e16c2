import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { API_KEY_HEADER } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { MESSAGES } from '#domain/messages.ts';
import { CredentialError, UserError } from '#server/core/errors.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { type CredentialAccess, isForAllAlbums, isShare, type KeyPrincipal, type Principal } from './access.ts';
import type { Credentials, EndedShare } from './credentials.ts';
import type { FailedAttemptLimit } from './failedAttemptLimit.ts';

export const TOO_MANY_ATTEMPTS = 'Too many wrong keys or tokens from your address: please wait a minute';
const INVALID_TOKEN = 'You are not signed in any more: please sign in again';

const BEARER = /^Bearer /i;
const WITHOUT_CREDENTIAL = 'Please sign in, or send an API key';
const NOT_ALLOWED = 'You do not have the permission to do this';
const KEY_NOT_ALLOWED = 'An API key may not do this: please sign in';
const GUEST_NOT_ALLOWED = 'This link is for sending photos, and shows none';

export type OnRoute = (route: RouteOptions) => void;

/** Denies by default: the server does not start when a route does not say who may use it, and within which albums. */
export function requireRouteAccess(app: FastifyInstance, onRoute: OnRoute = () => undefined): void {
  app.addHook('onRoute', (route) => {
    // The CORS plugin adds this route for preflights: their responses hold no data.
    if (route.method === 'OPTIONS') route.config = { ...route.config, access: 'public' };
    if (!route.config?.access) {
      throw new Error(`The route ${String(route.method)} ${route.url} names no access: set config.access`);
    }
    if (!route.config.scope && !isForAllAlbums(route.config.access)) {
      throw new Error(`The route ${String(route.method)} ${route.url} names no scope: set config.scope`);
    }
    onRoute(route);
  });
}

/** Where subjects learn of each tablet that a call comes from. */
export interface SeenServices {
  slots: { tabletsSeen: Iterable<(tabletId: string) => Promise<void>> };
}

interface GuardServices extends SeenServices {
  credentials: Pick<Credentials, 'ofKey' | 'ofToken' | 'ofShare' | 'codeOfKey' | 'refresh'>;
  failedAttemptLimit: FailedAttemptLimit;
  installation: Pick<Installation, 'id'>;
}

/** Checks the access that each request's route asks for, before the request's body is read. */
export function guardRequests(app: FastifyInstance, services: GuardServices): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === 'public' || request.is404) return;
    if (access === undefined) throw new Error('A route without access got past the start');
    const principal = await identify(request, services);
    if (principal.kind === 'key') await noteTablet(principal, services);
    if (!isAllowed(principal, access)) {
      throw new UserError(403, refusalFor(principal));
    }
    request.principal = principal;
  });
  // Checked again after the body, which may arrive long after the head: the sender may be blocked by then.
  app.addHook('preHandler', async (request) => {
    const { principal, body } = request;
    const { access } = request.routeOptions.config;
    if (!access || access === 'public' || body === undefined || principal?.kind !== 'user') return;
    request.principal = await requireStillAllowed(principal, access, services);
  });
}

/**
 * Records that a tablet is on, which any call with its key shows. Failures are ignored, because the tablet calls again
 * soon.
 */
export async function noteTablet({ tabletId }: Pick<KeyPrincipal, 'tabletId'>, { slots }: SeenServices): Promise<void> {
  if (tabletId === null) return;
  for (const heardOf of slots.tabletsSeen) await heardOf(tabletId).catch(() => undefined);
}

function isAllowed(principal: Principal, access: CredentialAccess): boolean {
  if (principal.kind === 'key') return access.keys.includes(principal.use);
  return access.permissions !== null && mayPass(principal.permissions, access.permissions);
}

function refusalFor(principal: Principal): string {
  if (principal.kind === 'user') return NOT_ALLOWED;
  return principal.use === 'guest' ? GUEST_NOT_ALLOWED : KEY_NOT_ALLOWED;
}

export interface StillAllowedServices {
  credentials: Pick<Credentials, 'refresh'>;
  installation: Pick<Installation, 'id'>;
}

/**
 * For a request that takes long: the principal as it is now. Throws when its credential has ended since the request
 * began, or may not do this any more.
 */
export async function requireStillAllowed(
  principal: Principal,
  access: CredentialAccess,
  { credentials, installation }: StillAllowedServices,
): Promise<Principal> {
  const current = await credentials.refresh(principal);
  if (current && isAllowed(current, access)) return current;
  if (current) throw new UserError(403, NOT_ALLOWED);
  if (isShare(principal)) throw new UserError(401, ENDED_SHARES.revoked);
  const isSession = principal.kind === 'user';
  throw new CredentialError({
    message: isSession ? INVALID_TOKEN : MESSAGES.apiKeyInvalid,
    code: isSession ? CREDENTIAL_UNKNOWN : CREDENTIAL_REFUSED,
    installation: installation.id,
    isSession,
  });
}

async function identify(request: FastifyRequest, services: GuardServices): Promise<Principal> {
  const share = headerText(request, SHARE_KEY_HEADER);
  if (share) return visitorOf(share, { request, services });
  const key = headerText(request, API_KEY_HEADER) ?? keyInQuery(request);
  const token = headerText(request, 'Authorization')?.replace(BEARER, '').trim();
  if (!key && !token) throw new UserError(401, WITHOUT_CREDENTIAL);
  const { credentials } = services;
  const principal = key ? await credentials.ofKey(key) : token && (await credentials.ofToken(token));
  if (principal) return principal;
  throw await credentialError({ key: key || undefined }, { request, services });
}

const ENDED_SHARES: Record<EndedShare['why'], string> = {
  over: 'This link has expired: please ask whoever sent it for a new one',
  revoked: 'This link was taken back: please ask whoever sent it',
  gone: 'The album of this link is not here any more',
  unknown: 'This link is not known here: perhaps a part of it is missing',
};

/** A share has a header of its own, so that no page and no worker mistakes its key for a tablet's. */
async function visitorOf(
  key: string,
  { request, services }: { request: FastifyRequest; services: GuardServices },
): Promise<Principal> {
  const found = await services.credentials.ofShare(key);
  if (found.kind === 'key') return found;
  const isGuess = found.why === 'unknown';
  if (isGuess && services.failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
  throw new UserError(401, ENDED_SHARES[found.why]);
}

interface Rejecting {
  request: FastifyRequest;
  services: Pick<GuardServices, 'failedAttemptLimit' | 'installation'> & {
    credentials: Pick<Credentials, 'codeOfKey'>;
  };
}

/**
 * Returns the error for an invalid key or, without a key, for an invalid token. Only unknown credentials count as
 * guesses: a tablet is told that its key was revoked however many wrong keys were sent from its address. A session that
 * has ended is unknown, since its row is deleted.
 */
export async function credentialError(
  { key }: { key: string | undefined },
  { request, services: { credentials, failedAttemptLimit, installation } }: Rejecting,
): Promise<CredentialError> {
  const isKey = key !== undefined;
  const code = isKey ? await credentials.codeOfKey(key) : CREDENTIAL_UNKNOWN;
  if (code === CREDENTIAL_UNKNOWN && failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
  return new CredentialError({
    message: isKey ? MESSAGES.apiKeyInvalid : INVALID_TOKEN,
    code,
    installation: installation.id,
    isSession: !isKey,
  });
}

function keyInQuery({ routeOptions, query }: FastifyRequest): string | undefined {
  if (!routeOptions.config.keyInQuery || !isRecord(query)) return undefined;
  return textOf(query, 'apiKey') || undefined;
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value.trim() : undefined;
}
