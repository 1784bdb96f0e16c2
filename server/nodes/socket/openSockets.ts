import { IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { SOCKET_MESSAGE_MAX_BYTES } from '#contract/sockets.ts';
import { isAllowedSocketOrigin } from '../../http/security/origins.ts';
import { proxyTrust, visitedHost } from '../../http/security/proxies.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { NODES } from '../../limits.ts';
import type { Settings } from '../../settings/settings.ts';
import type { NamespaceOptions } from './nodeServices.ts';
import { openNodesNamespace } from './nodesNamespace.ts';
import type { NodesServer } from './nodeSocket.ts';

interface SocketOptions extends Omit<NamespaceOptions, 'log' | 'trustsProxy'> {
  settings: Pick<Settings, 'corsOrigins' | 'publicUrl' | 'trustProxy'>;
}

/** Opens socket.io on the app's own port. A closing app closes the sockets before it waits for open requests. */
export async function openSockets(app: TypedApp, options: SocketOptions): Promise<void> {
  const { settings } = options;
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
    connectTimeout: NODES.handshakeMs,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
    cors: (request, decide) => decide(null, { origin: isAllowed(request), credentials: true }),
  });
  const nodes = await openNodesNamespace(io, { ...options, log: app.log, trustsProxy });
  io.attach(app.server);
  app.addHook('preClose', async () => {
    // Closes the transports only: a client that socket.io disconnects stays away, while one whose connection breaks
    // reconnects.
    io.engine.close();
    await nodes.close();
  });
}
