import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/schemas/sockets.ts';
import type { Principal } from '../../http/security/access.ts';

interface SocketData {
  principal: Principal;
  /** The count of credential changes at the time when this socket's credential was read. */
  changesSeen: number;
  /** The number of responses that the network has not accepted yet. */
  unsent: number;
}

export type NodesServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodesNamespace = Namespace<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type NodeSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
