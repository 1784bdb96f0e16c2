import { IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { SOCKET_MESSAGE_MAX_BYTES } from '../../../src/contract/sockets.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isAllowedSocketOrigin } from '../../http/security/origins.ts';
import { proxyTrust, visitedHost } from '../../http/security/proxies.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { openNodesNamespace } from './nodesNamespace.ts';
import type { NodesServer } from './nodeSocket.ts';

/** How long a connection may stay without naming its namespace and token. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** socket.io on the app's own port. Its sockets are told to go before the last requests are waited for. */
export async function openSockets(app: TypedApp, dependencies: Dependencies): Promise<void> {
  const { settings } = dependencies;
  const trustsProxy = proxyTrust(settings.trustProxy);
  const isAllowed = (request: unknown) => {
    if (!(request instanceof IncomingMessage)) return false;
    const { headers, socket } = request;
    const host = visitedHost({ address: socket.remoteAddress, headers }, trustsProxy);
    return isAllowedSocketOrigin(headers.origin, host, settings);
  };
  const io: NodesServer = new Server({
    serveClient: false,
    maxHttpBufferSize: SOCKET_MESSAGE_MAX_BYTES,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
    cors: (request, decide) => decide(null, { origin: isAllowed(request), credentials: true }),
  });
  const nodes = await openNodesNamespace(io, { ...dependencies, log: app.log, trustsProxy });
  io.attach(app.server);
  app.addHook('preClose', async () => {
    // The transports only: a client that is told to go stays away, one whose connection breaks comes back.
    io.engine.close();
    await nodes.close();
  });
}
