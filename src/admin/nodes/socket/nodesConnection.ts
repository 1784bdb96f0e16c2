import { io, type Socket } from 'socket.io-client';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import type {
  NodeStatus,
  BrightnessReport,
  ClientToServerEvents,
  NodeHistories,
  ServerToClientEvents,
} from '#contract/nodes/socketEvents.ts';
import { RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS, RECONNECT_RANDOMISATION_SHARE } from '#contract/limits.ts';
import { NODES_NAMESPACE } from '#contract/nodes/sockets.ts';
import { isRecord } from '#domain/records.ts';
import { createObservable } from '#src/shared/state/observable.ts';
import { socketRequest } from './socketRequest.ts';

const CONNECT_TIMEOUT_MS = 20_000;
/** Sent when there is no token; the server never accepts it. */
const NO_TOKEN = '{token}';

export type ConnectionState =
  | { name: 'connecting' }
  | { name: 'connected' }
  /** With `credentialRefused` this state is final; otherwise the connection is tried again by itself. */
  | { name: 'failed'; reason: string; detail?: string; credentialRefused: boolean }
  | { name: 'disconnected'; reason?: string };

interface Options {
  /** The origin of the socket server. */
  url: string;
  /** A session token or an API key. Without one a placeholder is sent instead, which the server rejects. */
  token?: string | undefined;
}

type NodesSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

function openSocket({ url, token }: Options): NodesSocket {
  return io(url.replace(/\/+$/, '') + NODES_NAMESPACE, {
    query: { token: token || NO_TOKEN },
    transports: ['polling', 'websocket'],
    withCredentials: true,
    // Otherwise sockets of the same address would share one connection, even if their tokens differ.
    forceNew: true,
    reconnectionDelay: RECONNECT_DELAY_MIN_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: RECONNECT_RANDOMISATION_SHARE,
    timeout: CONNECT_TIMEOUT_MS,
  });
}

/** The code of the server's rejection; undefined for a network error. */
function refusalCode(error: Error): unknown {
  return 'data' in error && isRecord(error.data) ? error.data.code : undefined;
}

/** A connection to the nodes' socket server, which reconnects by itself until it is closed. */
export class NodesConnection {
  readonly #socket: NodesSocket;
  readonly #state = createObservable<ConnectionState>({ name: 'connecting' });
  #endReason: string | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#socket = openSocket(options);
    this.#socket.on('connect', () => this.#state.set({ name: 'connected' }));
    this.#socket.on('connect_error', (error) => this.#onRefused(error));
    this.#socket.on('credentialEnded', ({ message }) => {
      this.#endReason = message;
    });
    this.#socket.on('disconnect', (reason) => this.#onDisconnected(reason));
  }

  get state(): ConnectionState {
    return this.#state.get();
  }

  /** The listener is not called after `close`. */
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(() => {
      if (!this.#isClosed) listener();
    });
  }

  nodeStatuses(): Promise<NodeStatus[]> {
    return socketRequest(this.#socket, { event: 'getNodeStatuses', payload: [], responseEvent: 'nodeStatuses' });
  }

  brightness(nodeId: string): Promise<BrightnessReport> {
    return socketRequest(this.#socket, {
      event: 'getBrightness',
      payload: [{ nodeId }],
      responseEvent: 'brightness',
      // A response without a node's id, which other servers may send, is accepted as well.
      isMine: (report) => report.nodeId === undefined || report.nodeId === nodeId,
    });
  }

  nodeHistories(nodeIds: string[]): Promise<NodeHistories> {
    return socketRequest(this.#socket, {
      event: 'getNodeHistories',
      payload: [{ nodeIds }],
      responseEvent: 'nodeHistories',
    });
  }

  /** Opens a new connection now: the current one may be dead without any sign. */
  reconnect(): void {
    if (this.#isClosed || this.#hasEnded()) return;
    this.#socket.disconnect();
    this.#socket.connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    this.#socket.disconnect();
    this.#state.set({ name: 'disconnected' });
  }

  #hasEnded(): boolean {
    const { state } = this;
    return this.#endReason !== undefined || (state.name === 'failed' && state.credentialRefused);
  }

  #onRefused(error: Error): void {
    const code = refusalCode(error);
    const credentialRefused = code === CREDENTIAL_REFUSED || code === CREDENTIAL_UNKNOWN;
    const failure =
      code === undefined
        ? { reason: 'The server cannot be reached', detail: error.message }
        : { reason: error.message };
    this.#state.set({ name: 'failed', ...failure, credentialRefused });
    if (!credentialRefused) this.#retryIfGivenUp();
  }

  #onDisconnected(reason: Socket.DisconnectReason): void {
    if (this.#isClosed) return;
    if (this.#endReason !== undefined) {
      this.#state.set({ name: 'disconnected', reason: this.#endReason });
      return;
    }
    this.#state.set({ name: 'connecting' });
    if (reason !== 'io client disconnect') this.#retryIfGivenUp();
  }

  /** Connects again after the server rejected or closed the connection, since the library then does not. */
  #retryIfGivenUp(): void {
    clearTimeout(this.#retryTimer);
    if (this.#socket.active) return;
    this.#retryTimer = setTimeout(() => this.#socket.connect(), RECONNECT_DELAY_MAX_MS);
  }
}
