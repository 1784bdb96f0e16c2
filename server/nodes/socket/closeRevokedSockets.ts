import { MESSAGES } from '#domain/messages.ts';
import type { Principal } from '#server/core/access/access.ts';
import { mayRead, mayReport } from './handshake.ts';
import type { NamespaceOptions, NodeSocket, NodesNamespace } from './nodeServices.ts';

interface CredentialWatch {
  /** Counts the changes of credentials. */
  changes: () => number;
  /** Checks the socket again if credentials changed during its handshake. */
  recheck(socket: NodeSocket): void;
  close(): void;
}

function credentialId(principal: Principal): string {
  return principal.kind === 'key' ? principal.keyId : principal.sessionId;
}

/** Closes open sockets once their key is revoked or their session is over, after an event with the reason. */
export function closeRevokedSockets(
  namespace: NodesNamespace,
  { credentials, credentialChanges, log }: Pick<NamespaceOptions, 'credentials' | 'credentialChanges' | 'log'>,
): CredentialWatch {
  let changes = 0;

  async function check(sockets: Iterable<NodeSocket>): Promise<void> {
    // A gateway or a wall of screens may have many sockets with one credential: look each credential up once.
    const seen = changes;
    const lookups = new Map<string, Promise<Principal | undefined>>();
    for (const socket of sockets) {
      const { principal } = socket.data;
      const id = credentialId(principal);
      const current = lookups.get(id) ?? credentials.refresh(principal);
      lookups.set(id, current);
      const refreshed = await current;
      // With two checks at a time the later one may have finished first: this result is then older.
      if (socket.data.changesSeen > seen) continue;
      socket.data.changesSeen = seen;
      if (refreshed && (mayRead(refreshed) || mayReport(refreshed))) socket.data.principal = refreshed;
      else {
        socket.emit('credentialEnded', { message: MESSAGES.socketCredentialEnded });
        socket.disconnect(true);
      }
    }
  }

  function checkSoon(sockets: Iterable<NodeSocket>): void {
    check(sockets).catch((error: unknown) => log.error({ err: error }, 'Open sockets could not be checked'));
  }

  const unsubscribe = credentialChanges.subscribe(() => {
    changes += 1;
    checkSoon([...namespace.sockets.values()]);
  });

  return {
    changes: () => changes,
    recheck: (socket) => {
      if (socket.data.changesSeen !== changes) checkSoon([socket]);
    },
    close: unsubscribe,
  };
}
