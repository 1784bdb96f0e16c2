import type { Server } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../src/contract/sockets.ts';
import type { Dependencies } from '../dependencies.ts';

export type NodesServer = Server<ClientToServerEvents, ServerToClientEvents>;

/** Opens the /nodes namespace. Filled in by the nodes room; the app closes the sockets before it stops listening. */
export function openNodesNamespace(_io: NodesServer, _dependencies: Dependencies): void {}
