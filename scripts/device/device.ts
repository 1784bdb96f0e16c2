import { io, type Socket } from 'socket.io-client';
import { RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS, RECONNECT_RANDOMISATION } from '../../src/contract/limits.ts';
import { NODES_NAMESPACE, type ClientToServerEvents, type ServerToClientEvents } from '../../src/contract/sockets.ts';

export interface DeviceOptions {
  url: string;
  /** A key made with `npm run cli -- key create NAME --node`. */
  key: string;
  /** One socket may speak for many nodes. */
  nodeIds: readonly string[];
  heartbeatMs: number;
  brightness: (nodeId: string) => number;
  /** Says what happens, for whoever watches. */
  say?: (text: string) => void;
}

export interface Device {
  /** Hangs up and comes back at will: what a flapping node does. */
  pause(): void;
  resume(): void;
  close(): void;
}

type DeviceSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A device as it should be: reports at its own pace, answers questions, and comes back by itself after any failure. */
export function startDevice({
  url,
  key,
  nodeIds,
  heartbeatMs,
  brightness,
  say = () => undefined,
}: DeviceOptions): Device {
  const socket: DeviceSocket = io(url.replace(/\/+$/, '') + NODES_NAMESPACE, {
    query: { token: key },
    transports: ['polling', 'websocket'],
    forceNew: true,
    reconnectionDelay: RECONNECT_DELAY_MIN_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: RECONNECT_RANDOMISATION,
  });

  function beat(): void {
    if (!socket.connected) return;
    for (const nodeId of nodeIds) {
      socket.emit('heartbeat', { nodeId, brightness: brightness(nodeId) }, (answer) => {
        if (!answer.ok) say(`${nodeId}: the server did not take the heartbeat: ${answer.message}`);
      });
    }
  }

  socket.on('connect', () => {
    say(`connected to ${url}`);
    beat();
  });
  socket.on('getBrightness', ({ nodeId }) => {
    if (!nodeIds.includes(nodeId)) return;
    const report = { nodeId, brightness: brightness(nodeId) };
    say(`${nodeId}: asked for its brightness, answering ${report.brightness}`);
    socket.emit('brightness', report);
  });
  socket.on('credentialEnded', ({ message }) => say(message));
  const timer = setInterval(beat, heartbeatMs);
  const stopRetrying = comeBack(socket, url, say);

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

/**
 * The library comes back by itself after a broken connection, but not once the server has said no or hung up: a key
 * may be made good again while the device hangs on its wall.
 */
function comeBack(socket: DeviceSocket, url: string, say: (text: string) => void): () => void {
  const SLOW_RETRY_MS = 30_000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSaid = '';

  function retrySlowly(): void {
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), SLOW_RETRY_MS);
  }

  socket.on('connect_error', (error) => {
    if (error.message !== lastSaid) say(`not connected to ${url}: ${error.message}; trying again`);
    lastSaid = error.message;
    if (!socket.active) retrySlowly();
  });
  socket.on('connect', () => {
    lastSaid = '';
  });
  socket.on('disconnect', (reason) => {
    say(`disconnected: ${reason}`);
    if (reason === 'io server disconnect') retrySlowly();
  });
  return () => clearTimeout(timer);
}
