import type { Server, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BODIES } from '#server/core/bodyLimits.ts';
import { CONNECTIONS } from '#server/core/limits.ts';
import { repeat } from '#server/core/repeating.ts';

interface ConnectionGuards {
  isBusy: IsBusy;
  /** Whether an address is shared by many people, as a proxy's is; the limit for each address then does not apply. */
  isShared: (address: string) => boolean;
}

interface ConnectionLimits {
  unreadMs: number;
  maxPerAddress: number;
}

/** Ends connections that are no longer read or used, and limits how many an address may have. */
export function guardConnections(
  server: Server,
  { isBusy, isShared }: ConnectionGuards,
  { unreadMs, maxPerAddress }: ConnectionLimits = CONNECTIONS,
): void {
  cutSilent(server, { isBusy, unreadMs });
  limitPerAddress(server, { isShared, maxPerAddress });
}

/**
 * The timeout fires when no byte was sent or received for `unreadMs`. That is fine while the server works on a response
 * or holds a long poll. The connection is useless when bytes wait for the client to read them, or when there is no
 * request.
 */
function cutSilent(server: Server, { isBusy, unreadMs }: { isBusy: IsBusy; unreadMs: number }): void {
  server.setTimeout(unreadMs, (socket: Socket) => {
    if (isBusy(socket) && socket.writableLength === 0) socket.setTimeout(unreadMs);
    else socket.destroy();
  });
}

interface AddressLimit {
  isShared: ConnectionGuards['isShared'];
  maxPerAddress: number;
}

function limitPerAddress(server: Server, { isShared, maxPerAddress }: AddressLimit): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isShared(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    if (count > maxPerAddress) socket.destroy();
  });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Tells whether a response is being made or sent on a connection. */
type IsBusy = (socket: Socket) => boolean;

/**
 * Handles only one request of a connection at a time. Node would begin all requests that a client sends ahead, and open
 * a file for each, even if the client never reads a response. Call it after all handlers of requests are registered.
 */
export function takeRequestsInTurn(server: Server): IsBusy {
  const handlers = server.listeners('request');
  const waitingOn = new WeakMap<Socket, Exchange[]>();

  function begin(exchange: Exchange, socket: Socket): void {
    exchange.response.once('close', () => proceed(socket));
    for (const handler of handlers) Reflect.apply(handler, server, [exchange.request, exchange.response]);
  }

  function proceed(socket: Socket): void {
    const next = socket.destroyed ? undefined : waitingOn.get(socket)?.shift();
    if (next) begin(next, socket);
    else waitingOn.delete(socket);
  }

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const waiting = waitingOn.get(socket);
    if (!waiting) {
      waitingOn.set(socket, []);
      begin({ request, response }, socket);
    } else if (waiting.length < CONNECTIONS.waitingRequests) waiting.push({ request, response });
    else socket.destroy();
  });
  return (socket) => waitingOn.has(socket);
}

interface BodyLimits {
  progressEveryMs: number;
  leastBytesPerProgress: number;
  wholeMs: number;
}

/**
 * Cuts a connection whose request body stops arriving, whatever the request is for. A timeout for the whole body would
 * end a big upload over a slow line, while none at all would let a client hold a connection for ever by sending a byte
 * a minute. Bodies of other requests are small and have a timeout for the whole body too.
 */
export function cutSlowBodies(server: Server, limits: BodyLimits = BODIES): void {
  server.on('request', (message: IncomingMessage) => {
    if (hasBody(message) && !message.complete) watch(message, limits);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

function watch(message: IncomingMessage, { progressEveryMs, leastBytesPerProgress, wholeMs }: BodyLimits): void {
  const { socket } = message;
  const latest = isUpload(message) ? Number.POSITIVE_INFINITY : performance.now() + wholeMs;
  let received = socket.bytesRead;
  const end = repeat(progressEveryMs, () => {
    if (message.complete || socket.destroyed) return void end();
    const now = socket.bytesRead;
    const isSlow = now - received < leastBytesPerProgress || performance.now() >= latest;
    // While received bytes wait to be read, the server causes the delay (it is decoding a photo), not the client.
    if (isSlow && message.readableLength === 0) socket.destroy();
    received = now;
  });
  message.once('close', () => void end());
}
