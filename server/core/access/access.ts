import type { FastifyRequest } from 'fastify';
import type { Permission } from '#contract/permissions.ts';
import type { KeyUse } from '#server/core/db/accountTables.ts';

/** The holder of the credential of a request or a socket. */
export type Principal = UserPrincipal | KeyPrincipal;

export interface UserPrincipal {
  kind: 'user';
  userId: string;
  sessionId: string;
  permissions: Permission[];
}

/**
 * A tablet's or a node's key, or that of a visitor's link to one album: `guest` for a link whose visitors send photos and
 * see none.
 */
type CredentialUse = KeyUse | 'share' | 'guest';

export interface KeyPrincipal {
  kind: 'key';
  keyId: string;
  use: CredentialUse;
  /** Null for all but a tablet's key. */
  tabletId: string | null;
  /** The albums that the key may see, each with all below it; null: all. */
  albumIds: readonly string[] | null;
}

type SharePrincipal = KeyPrincipal & { use: 'share' | 'guest' };

/**
 * The access that a route requires. `public` admits everybody; otherwise one of the keys or one of the permissions is
 * enough.
 */
export type Access = 'public' | CredentialAccess;

export interface CredentialAccess {
  keys: readonly CredentialUse[];
  /** Null: no person at all. */
  permissions: readonly Permission[] | null;
}

/** Reading albums and photos: a kiosk's key, or a person who may see photos. */
export const PHOTO_READERS: Access = { keys: ['kiosk'], permissions: ['photos:read', 'photos:write'] };
/** The list of albums and the lists of their photos: everything that a visitor's share opens, for one album only. */
export const PHOTO_VIEWERS: Access = { keys: ['kiosk', 'share'], permissions: ['photos:read', 'photos:write'] };
/** The originals of a share's photos, where it allows that. */
export const SHARE_VIEWERS: Access = { keys: ['share'], permissions: null };
/** The calls of a visitor's page about its share. */
export const SHARES_ONLY: Access = { keys: ['share', 'guest'], permissions: null };
/** People who may see photos, and no kiosk's key: a kiosk shows photos and asks nothing else about them. */
export const PHOTO_PEOPLE: Access = { keys: [], permissions: ['photos:read', 'photos:write'] };
export const PHOTO_WRITERS: Access = { keys: [], permissions: ['photos:write'] };
/** Sending photos: a visitor's share may do so in its own album, if the album takes photos. */
export const PHOTO_SENDERS: Access = { keys: ['share', 'guest'], permissions: ['photos:write'] };
/** The calls of a tablet about itself. */
export const KIOSKS: Access = { keys: ['kiosk'], permissions: null };
export const ADMINS: Access = { keys: [], permissions: ['admin'] };
export const SIGNED_IN: Access = { keys: [], permissions: [] };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route names its access: the server does not start with a route that names none. */
    access?: Access;
    /** True where the key may also be in the query, as `apiKey`, because a browser sends no header with such requests. */
    keyInQuery?: true;
  }

  interface FastifyRequest {
    principal?: Principal;
  }
}

/** The parts of a request that these functions use. */
type Identified = Pick<FastifyRequest, 'principal'>;

/** The principal of a request to a route that only people may use. */
export function personOf(request: Identified): UserPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('This route is for people, and a key got in');
  return principal;
}

/** The albums that a request may see, each with all below it; null: all. */
export function visibleAlbums(request: Identified): readonly string[] | null {
  const principal = principalOf(request);
  return principal.kind === 'key' ? principal.albumIds : null;
}

/** Whether it is a visitor, with a share's key. */
export function isShare(principal: Principal): principal is SharePrincipal {
  return principal.kind === 'key' && (principal.use === 'share' || principal.use === 'guest');
}

/** The key of a request to a route that only keys may use. */
export function keyOf(request: Identified): KeyPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'key') throw new Error('This route is for keys, and a person got in');
  return principal;
}

/** The tablet whose key a request to a route for kiosks came with. */
export function tabletOf(request: Identified): string {
  const { tabletId } = keyOf(request);
  if (tabletId === null) throw new Error('This route is for tablets, and another key got in');
  return tabletId;
}

export function principalOf(request: Identified): Principal {
  if (!request.principal) throw new Error('This route asks for no credential, so there is no principal');
  return request.principal;
}
