import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '../../limits.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Tells whether a response is being made or sent on a connection. */
export type IsBusy = (socket: Socket) => boolean;

/**
 * Handles only one request of a connection at a time. Node would begin all requests that a client sends ahead, and open
 * a file for each, even if the client never reads a response. To be called when all handlers of requests are
 * registered.
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
