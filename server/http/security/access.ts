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

export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('This route asks for no credential, so there is no principal');
  return request.principal;
}
