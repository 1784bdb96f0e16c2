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
  /** The albums that the person sees, each with all below it; null: all. */
  albumIds: readonly string[] | null;
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
export const PHOTO_READERS: CredentialAccess = { keys: ['kiosk'], permissions: ['photos:read', 'photos:write'] };
/** The list of albums and the lists of their photos: everything that a visitor's share opens, for one album only. */
export const PHOTO_VIEWERS: CredentialAccess = {
  keys: ['kiosk', 'share'],
  permissions: ['photos:read', 'photos:write'],
};
/** The originals of a share's photos, where it allows that. */
export const SHARE_VIEWERS: CredentialAccess = { keys: ['share'], permissions: null };
/** The calls of a visitor's page about its share. */
export const SHARES_ONLY: CredentialAccess = { keys: ['share', 'guest'], permissions: null };
/** People who may see photos, and no kiosk's key: a kiosk shows photos and asks nothing else about them. */
export const PHOTO_PEOPLE: CredentialAccess = { keys: [], permissions: ['photos:read', 'photos:write'] };
export const PHOTO_WRITERS: CredentialAccess = { keys: [], permissions: ['photos:write'] };
/** Sending photos: a visitor's share may do so in its own album, if the album takes photos. */
export const PHOTO_SENDERS: CredentialAccess = { keys: ['share', 'guest'], permissions: ['photos:write'] };
/** The calls of a tablet about itself. */
export const KIOSKS: CredentialAccess = { keys: ['kiosk'], permissions: null };
export const ADMINS: CredentialAccess = { keys: [], permissions: ['admin'] };
export const SIGNED_IN: CredentialAccess = { keys: [], permissions: [] };

/** The albums that a sender sees; null: all. */
export type VisibleAlbums = ReadonlySet<string> | null;

/** The places of a call where it names albums. */
export interface NamedAlbums {
  /** The parameter of the path. */
  path?: string;
  /** Fields of the body with an id, or a list of ids. */
  inBody?: readonly string[];
}

export const ALBUM_IN_PATH: NamedAlbums = { path: 'id' };

/**
 * Keeps a call within the albums that its sender sees. `no albums`: neither the call nor its response is about any.
 * `filtered`: its handler sends and changes only what is in them. Where a call names albums in a fixed place, it gets a
 * 404 before its handler if its sender does not see one of them; the handler filters the rest.
 */
type CallScope = 'no albums' | 'filtered' | NamedAlbums;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route names its access: the server does not start with a route that names none. */
    access?: Access;
    /** Every route for senders who may see some albums only names its scope: the server does not start otherwise. */
    scope?: CallScope;
    /** True where the key may also be in the query, as `apiKey`, because a browser sends no header with such requests. */
    keyInQuery?: true;
    /** True where a new version may be told something before it is confirmed: it keeps that in memory until then. */
    whileHeld?: true;
  }

  interface FastifyRequest {
    principal?: Principal;
  }
}

/** The parts of a request that these functions use. */
export type Identified = Pick<FastifyRequest, 'principal'>;

/** The principal of a request to a route that only people may use. */
export function personOf(request: Identified): UserPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('This route is for people, and a key got in');
  return principal;
}

/** The albums that a request may see, each with all below it; null: all. */
export function visibleAlbums(request: Identified): readonly string[] | null {
  return principalOf(request).albumIds;
}

/** Whether all who may use a route see all albums: admins do, and nodes ask about none. */
export function isForAllAlbums(access: Access): boolean {
  if (access === 'public') return true;
  const people = access.permissions ?? ['admin'];
  return (
    people.length > 0 &&
    people.every((permission) => permission === 'admin') &&
    access.keys.every((use) => use === 'node')
  );
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
