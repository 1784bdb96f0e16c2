import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { originOf, secureName } from '#domain/https/serverAddress.ts';
import { isOfHome, type ServedCertificate } from './certificate.ts';
import type { Doorway } from './doorway.ts';
import { HEADERS, hostOf, isReading, pathOf, sendSentence } from './httpDoor.ts';

/** The first byte of every TLS connection. */
const HANDSHAKE = 0x16;

/**
 * Gives whoever speaks plain http on the port of https a response, where TLS would only cut the connection: people type
 * addresses without their scheme. Call it before anything else listens to the server's connections.
 */
export function answerPlainHttp(server: Server, handler: RequestListener, timeoutMs: number): void {
  const startTls = server.listeners('connection');
  server.removeAllListeners('connection');
  const plain = createServer((request, response) => {
    response.setHeader('Connection', 'close');
    handler(request, response);
  });
  const undecided = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    undecided.add(socket);
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    const cut = () => socket.destroy();
    socket.once('error', cut);
    socket.once('close', () => {
      clearTimeout(timer);
      undecided.delete(socket);
    });
    socket.once('readable', () => {
      const first: unknown = socket.read(1);
      if (!Buffer.isBuffer(first)) {
        cut();
        return;
      }
      socket.unshift(first);
      if (first[0] !== HANDSHAKE) {
        plain.emit('connection', socket);
        return;
      }
      clearTimeout(timer);
      undecided.delete(socket);
      socket.off('error', cut);
      for (const start of startTls) start.call(server, socket);
    });
  });
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAll();
    for (const socket of undecided) socket.destroy();
  };
}

/** Leads to the page on which devices learn to trust the house, or to https where they do already. */
export function leadFromPlainHttp(
  certificate: ServedCertificate,
  doorway: Pick<Doorway, 'trustPort'>,
): RequestListener {
  return (request, response) => {
    if (!isReading(request)) return sendSentence(response, 405, 'This server is reached on https only');
    const name = secureName(hostOf(request), certificate.names());
    const http = isOfHome(certificate) ? doorway.trustPort : undefined;
    const port = http ?? request.socket.localPort ?? 443;
    const origin = originOf({ secure: http === undefined, port, name });
    response.writeHead(307, { ...HEADERS, Location: origin + pathOf(request) }).end();
  };
}
