import type { UserRepository } from '../users/userRepository.ts';
import type { KeyPrincipal, Principal, UserPrincipal } from './access.ts';
import type { KeyRepository, StoredKey } from './keys/keyRepository.ts';
import type { SessionRepository } from './sessions/sessionRepository.ts';

/** Who stands behind a key or a token; the same for requests and for sockets. */
export interface Credentials {
  /** An unknown or revoked key is nobody. */
  ofKey(key: string): Promise<KeyPrincipal | undefined>;
  /** An unknown, expired or signed-out token is nobody. */
  ofToken(token: string): Promise<UserPrincipal | undefined>;
  /** A principal as it is now (permissions may have changed), or nothing once its credential has ended. */
  refresh(principal: Principal): Promise<Principal | undefined>;
}

interface Rooms {
  keys: KeyRepository;
  sessions: SessionRepository;
  users: UserRepository;
}

function keyPrincipal(key: StoredKey): KeyPrincipal {
  return { kind: 'key', keyId: key.id, use: key.use };
}

export function credentialsFrom({ keys, sessions, users }: Rooms): Credentials {
  return {
    ofKey: async (key) => {
      const found = await keys.find(key);
      return found && found.revokedAt === null ? keyPrincipal(found) : undefined;
    },

    ofToken: async (token) => {
      const session = await sessions.find(token);
      if (!session) return undefined;
      const permissions = await users.permissionsOf(session.userId);
      return { kind: 'user', userId: session.userId, sessionId: session.id, permissions };
    },

    refresh: async (principal) => {
      if (principal.kind === 'key') return (await keys.isActive(principal.keyId)) ? principal : undefined;
      if (!(await sessions.isOpen(principal.sessionId))) return undefined;
      return { ...principal, permissions: await users.permissionsOf(principal.userId) };
    },
  };
}
