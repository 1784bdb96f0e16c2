import { Server } from 'socket.io';
import type { Dependencies } from '../dependencies.ts';
import { type NodesServer, openNodesNamespace } from '../nodes/nodesNamespace.ts';
import type { TypedApp } from './typedApp.ts';

const MAX_MESSAGE_BYTES = 64 * 1024;

/** socket.io on the app's own port. Its sockets are told to go before the last requests are waited for. */
export function openSockets(app: TypedApp, dependencies: Dependencies): void {
  const { corsOrigins } = dependencies.settings;
  const io: NodesServer = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    cors: { origin: corsOrigins, credentials: true },
  });
  openNodesNamespace(io, dependencies);
  app.addHook('preClose', async () => {
    io.disconnectSockets(true);
    io.engine.close();
  });
}
