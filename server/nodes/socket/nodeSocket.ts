import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../src/contract/sockets.ts';
import type { Principal } from '../../auth/access.ts';

interface SocketData {
  principal: Principal;
  /** How often credentials had changed when this one was looked up. */
  credentialsAsOf: number;
  /** Answers sent that the network has not taken yet. */
  unsent: number;
}

export type NodesServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodesNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodeSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
