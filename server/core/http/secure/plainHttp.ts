import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { originOf, secureName } from '#domain/addresses/serverAddress.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { ServedCertificate } from './certificate.ts';

/** Leads every page to its https address. */
export function redirectToHttps(port: number, names: () => readonly string[]): RequestListener {
  return (request, response) => {
    if (!isReading(request)) return sendSentence(response, 405, 'This server is reached on https only');
    const name = secureName(hostOf(request), names());
    // A temporary redirect: browsers store a permanent one, which could not be taken back.
    response.writeHead(307, { ...HEADERS, Location: originOf({ secure: true, port, name }) + pathOf(request) }).end();
  };
}

/**
 * Headers of every response on http: none is cached, and none passes its address (which may hold a key) on to the next
 * page.
 */
export const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
} as const;

export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function sendSentence(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
}

/** Begins with a slash: a request may also name a whole address, or none. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.startsWith('/') && !url.startsWith('//') ? url : '/';
}

/** The name in the Host header, without its port. */
export function hostOf({ headers: { host = '' } }: IncomingMessage): string | undefined {
  const isPlain = /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`);
  return isPlain ? new URL(`http://${host}`).hostname.replace(/[[\]]/g, '') : undefined;
}

/** The first byte of every TLS connection. */
const HANDSHAKE = 0x16;

/**
 * Responds to plain http on the port of https, where TLS would only cut the connection: people type addresses without
 * their scheme. Call it before anything else listens to the server's connections.
 */
export function answerPlainHttp(server: SecureServer, handler: RequestListener, timeoutMs: number): void {
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

/** Redirects to the page on which devices learn to trust the server, or to https where they do already. */
export function leadFromPlainHttp(
  certificate: Pick<ServedCertificate, 'names'>,
  addresses: Pick<Addresses, 'trustPort'>,
): RequestListener {
  return (request, response) => {
    if (!isReading(request)) return sendSentence(response, 405, 'This server is reached on https only');
    const name = secureName(hostOf(request), certificate.names());
    const http = addresses.trustPort();
    const port = http ?? request.socket.localPort ?? 443;
    const origin = originOf({ secure: http === undefined, port, name });
    response.writeHead(307, { ...HEADERS, Location: origin + pathOf(request) }).end();
  };
}
