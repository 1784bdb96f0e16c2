import { io, type Socket } from 'socket.io-client';
import { CREDENTIAL_REFUSED } from '../contract/calls.ts';
import type { NodeStatus } from '../contract/entities.ts';
import {
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MIN_MS,
  RECONNECT_RANDOMISATION,
  SOCKET_CONNECT_TIMEOUT_MS,
} from '../contract/limits.ts';
import {
  DEFAULT_SOCKET_TOKEN,
  NODES_NAMESPACE,
  type BrightnessReport,
  type ClientToServerEvents,
  type NodeHistories,
  type ServerToClientEvents,
} from '../contract/sockets.ts';
import { isRecord } from '../domain/records.ts';
import { socketRequest } from './socketRequest.ts';

export type ConnectionState =
  | { name: 'connecting' }
  | { name: 'connected' }
  /** `credentialRefused`: trying again is of no use; else it is being tried again all the time. */
  | { name: 'failed'; reason: string; credentialRefused: boolean }
  | { name: 'disconnected'; reason?: string };

interface Options {
  /** The origin of the socket's server. */
  url: string;
  /** A session token or an API key; SPEC §7's placeholder when there is none. */
  token?: string | undefined;
}

type NodesSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

function openSocket({ url, token }: Options): NodesSocket {
  return io(url.replace(/\/+$/, '') + NODES_NAMESPACE, {
    query: { token: token || DEFAULT_SOCKET_TOKEN },
    transports: ['polling', 'websocket'],
    withCredentials: true,
    // Each connection has a token of its own, so it never shares another one's line.
    forceNew: true,
    reconnectionDelay: RECONNECT_DELAY_MIN_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: RECONNECT_RANDOMISATION,
    timeout: SOCKET_CONNECT_TIMEOUT_MS,
  });
}

/** What the server said when it refused, or nothing when the error is the network's. */
function refusalCode(error: Error): unknown {
  return 'data' in error && isRecord(error.data) ? error.data.code : undefined;
}

/** One connection to the nodes' server, which comes back by itself until it is closed. */
export class NodesConnection {
  private readonly socket: NodesSocket;
  private readonly listeners = new Set<() => void>();
  private current: ConnectionState = { name: 'connecting' };
  private lastWord: string | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(options: Options) {
    this.socket = openSocket(options);
    this.socket.on('connect', () => this.become({ name: 'connected' }));
    this.socket.on('connect_error', (error) => this.onRefused(error));
    this.socket.on('credentialEnded', ({ message }) => {
      this.lastWord = message;
    });
    this.socket.on('disconnect', (reason) => this.onDisconnected(reason));
  }

  get state(): ConnectionState {
    return this.current;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  nodeStatuses(): Promise<NodeStatus[]> {
    const { socket } = this;
    return socketRequest<NodeStatus[]>({
      socket,
      send: () => socket.emit('getNodeStatuses'),
      listen: (hear) => {
        socket.on('nodeStatuses', hear);
        return () => socket.off('nodeStatuses', hear);
      },
    });
  }

  brightness(nodeId: string): Promise<BrightnessReport> {
    const { socket } = this;
    return socketRequest<BrightnessReport>({
      socket,
      send: () => socket.emit('getBrightness', { nodeId }),
      listen: (hear) => {
        socket.on('brightness', hear);
        return () => socket.off('brightness', hear);
      },
      // SPEC does not show the whole shape: a server that leaves the id out is believed.
      isMine: (report) => report.nodeId === undefined || report.nodeId === nodeId,
    });
  }

  nodeHistories(nodeIds: string[]): Promise<NodeHistories> {
    const { socket } = this;
    return socketRequest<NodeHistories>({
      socket,
      send: () => socket.emit('getNodeHistories', { nodeIds }),
      listen: (hear) => {
        socket.on('nodeHistories', hear);
        return () => socket.off('nodeHistories', hear);
      },
    });
  }

  /** Drops the line, which may be dead without knowing it, and takes a new one now instead of after the next delay. */
  reconnect(): void {
    if (this.closed || this.hasEnded()) return;
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Whoever closes knows: nobody is told of it. */
  close(): void {
    this.closed = true;
    this.listeners.clear();
    clearTimeout(this.retryTimer);
    this.socket.disconnect();
    this.become({ name: 'disconnected' });
  }

  private hasEnded(): boolean {
    return this.lastWord !== undefined || (this.current.name === 'failed' && this.current.credentialRefused);
  }

  private onRefused(error: Error): void {
    const code = refusalCode(error);
    const credentialRefused = code === CREDENTIAL_REFUSED;
    const reason = code === undefined ? `No answer from the server (${error.message})` : error.message;
    this.become({ name: 'failed', reason, credentialRefused });
    if (!credentialRefused) this.retryIfGivenUp();
  }

  private onDisconnected(reason: Socket.DisconnectReason): void {
    if (this.closed) return;
    if (this.lastWord !== undefined) {
      this.become({ name: 'disconnected', reason: this.lastWord });
      return;
    }
    this.become({ name: 'connecting' });
    if (reason !== 'io client disconnect') this.retryIfGivenUp();
  }

  /** The library does not come back by itself from a server that said no or hung up in good order. */
  private retryIfGivenUp(): void {
    clearTimeout(this.retryTimer);
    if (this.socket.active) return;
    this.retryTimer = setTimeout(() => this.socket.connect(), RECONNECT_DELAY_MAX_MS);
  }

  private become(state: ConnectionState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }
}
