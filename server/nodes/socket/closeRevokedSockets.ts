import { MESSAGES } from '../../../src/domain/messages.ts';
import type { Principal } from '../../auth/access.ts';
import type { NodesDependencies } from './nodeServices.ts';
import type { NodeSocket, NodesNamespace } from './nodeSocket.ts';

export interface CredentialWatch {
  /** How often credentials have changed so far. */
  changes: () => number;
  /** Looks again when credentials changed during this socket's handshake. */
  recheck(socket: NodeSocket): void;
  close(): void;
}

function credentialId(principal: Principal): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}

/** Closes open sockets once their key is revoked or their session is over, each with a last word why. */
export function closeRevokedSockets(
  namespace: NodesNamespace,
  { credentials, credentialChanges, log }: NodesDependencies,
): CredentialWatch {
  let changes = 0;

  async function check(sockets: Iterable<NodeSocket>): Promise<void> {
    // A gateway or a wall of screens may hold many sockets with one credential: ask once for each.
    const asked = new Map<string, Promise<Principal | undefined>>();
    for (const socket of sockets) {
      const { principal } = socket.data;
      const id = credentialId(principal);
      const current = asked.get(id) ?? credentials.refresh(principal);
      asked.set(id, current);
      const refreshed = await current;
      if (refreshed) socket.data.principal = refreshed;
      else {
        socket.emit('credentialEnded', { message: MESSAGES.socketCredentialEnded });
        socket.disconnect(true);
      }
    }
  }

  function checkSoon(sockets: Iterable<NodeSocket>): void {
    check(sockets).catch((error: unknown) => log.error({ err: error }, 'Open sockets could not be checked'));
  }

  const stopListening = credentialChanges.onChange(() => {
    changes += 1;
    checkSoon([...namespace.sockets.values()]);
  });

  return {
    changes: () => changes,
    recheck: (socket) => {
      if (socket.data.credentialsAsOf !== changes) checkSoon([socket]);
    },
    close: stopListening,
  };
}
