import type { FastifyRequest } from 'fastify';
import type { Permission } from '../../../src/contract/permissions.ts';
import type { KeyUse } from '../../db/accountTables.ts';

/** Whose credential a request or a socket carries. */
export type Principal = UserPrincipal | KeyPrincipal;

export interface UserPrincipal {
  kind: 'user';
  userId: string;
  sessionId: string;
  permissions: Permission[];
}

export interface KeyPrincipal {
  kind: 'key';
  keyId: string;
  use: KeyUse;
}

/** Who may use a route. `public` is everybody; otherwise one of the keys or one of the permissions is enough. */
export type Access = 'public' | CredentialAccess;

export interface CredentialAccess {
  keys: readonly KeyUse[];
  permissions: readonly Permission[];
}

/** Reading albums and photos: a kiosk's key, or a person who may see photos. */
export const PHOTO_READERS: Access = { keys: ['kiosk'], permissions: ['photos:read', 'photos:write'] };
/** People who may see photos, and no kiosk's key: a kiosk shows photos and asks nothing else about them. */
export const PHOTO_PEOPLE: Access = { keys: [], permissions: ['photos:read', 'photos:write'] };
export const PHOTO_WRITERS: Access = { keys: [], permissions: ['photos:write'] };
export const ADMINS: Access = { keys: [], permissions: ['admin'] };
export const SIGNED_IN: Access = { keys: [], permissions: [] };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route names its access: the server does not start with a route that names none. */
    access?: Access;
  }

  interface FastifyRequest {
    principal?: Principal;
  }
}

/** The principal of a request to a route that only people may use. */
export function personOf(request: FastifyRequest): UserPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'user') throw new Error('This route is for people, and a key got in');
  return principal;
}

export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('This route asks for no credential, so there is no principal');
  return request.principal;
}
