import { io, type Socket } from 'socket.io-client';
import { RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS, RECONNECT_RANDOMISATION_SHARE } from '#contract/limits.ts';
import { NODES_NAMESPACE } from '#contract/nodes/sockets.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/nodes/socketEvents.ts';
import { connectTrouble } from './connectTrouble.ts';

export interface DeviceOptions {
  url: string;
  /** A key made with `npm run cli -- key create NAME --node`. */
  key: string;
  /** The authority of the server's certificate, as PEM, where this machine does not know it. */
  ca?: string;
  /** One device may report for many nodes. */
  nodeIds: readonly string[];
  heartbeatMs: number;
  brightness: (nodeId: string) => number;
  /** Called with a line of text for each event, for a log. */
  log?: (text: string) => void;
}

export interface Device {
  /** Disconnects until `resume()` is called. */
  pause(): void;
  resume(): void;
  close(): void;
}

type DeviceSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Starts a simulated device, which sends heartbeats, responds to requests for its brightness, and reconnects after any
 * failure.
 */
export function startDevice({
  url,
  key,
  ca,
  nodeIds,
  heartbeatMs,
  brightness,
  log = () => undefined,
}: DeviceOptions): Device {
  const socket: DeviceSocket = io(url.replace(/\/+$/, '') + NODES_NAMESPACE, {
    query: { token: key },
    transports: ['polling', 'websocket'],
    forceNew: true,
    ...(ca === undefined ? {} : { ca }),
    reconnectionDelay: RECONNECT_DELAY_MIN_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: RECONNECT_RANDOMISATION_SHARE,
  });

  function beat(): void {
    if (!socket.connected) return;
    for (const nodeId of nodeIds) {
      socket.emit('heartbeat', { nodeId, brightness: brightness(nodeId) }, (result) => {
        if (!result.ok) log(`${nodeId}: the server did not take the heartbeat: ${result.message}`);
      });
    }
  }

  socket.on('connect', () => {
    log(`connected to ${url}`);
    beat();
  });
  socket.on('getBrightness', ({ nodeId }) => {
    if (!nodeIds.includes(nodeId)) return;
    const report = { nodeId, brightness: brightness(nodeId) };
    log(`${nodeId}: asked for its brightness, answering ${report.brightness}`);
    socket.emit('brightness', report);
  });
  socket.on('credentialEnded', ({ message }) => log(message));
  const timer = setInterval(beat, heartbeatMs);
  const stopRetrying = retryWhenRejected(socket, url, log);

  return {
    pause: () => socket.disconnect(),
    resume: () => socket.connect(),
    close: () => {
      clearInterval(timer);
      stopRetrying();
      socket.disconnect();
    },
  };
}

const SLOW_RETRY_MS = 30_000;

/**
 * socket.io reconnects after a broken connection, but not when the server has rejected or closed the connection. This
 * function makes the device reconnect then too, because its key may become valid again. Returns a function that stops
 * the retries.
 */
function retryWhenRejected(socket: DeviceSocket, url: string, log: (text: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLogged = '';

  function retrySlowly(): void {
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), SLOW_RETRY_MS);
  }

  socket.on('connect_error', (error) => {
    const trouble = connectTrouble(error, url);
    if (trouble !== lastLogged) log(`not connected to ${url}: ${trouble}; trying again`);
    lastLogged = trouble;
    if (!socket.active) retrySlowly();
  });
  socket.on('connect', () => {
    lastLogged = '';
  });
  socket.on('disconnect', (reason) => {
    log(`disconnected: ${reason}`);
    if (reason === 'io server disconnect') retrySlowly();
  });
  return () => clearTimeout(timer);
}
