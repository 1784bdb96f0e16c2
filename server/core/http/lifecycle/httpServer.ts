import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { SOCKET_PATH } from '#contract/nodes/sockets.ts';
import type { ServedCertificate } from '#server/core/http/secure/certificate.ts';
import { answerPlainHttp } from '#server/core/http/secure/plainHttp.ts';
import { CONNECTIONS } from '#server/core/limits.ts';
import { openFilesAllowed } from '#server/core/settings/machine.ts';
import type { TypedApp } from '../typedApp.ts';

/** The parts of a server on https beside its handler. */
export interface SecureParts {
  certificate: Pick<ServedCertificate, 'current' | 'onChange'>;
  /** Responds to clients that speak plain http on its port. */
  plainHttp: RequestListener;
}

interface Limits {
  tlsHandshakeMs: number;
  headersMs: number;
  checkEveryMs: number;
  keepAliveMs: number;
}

/**
 * Suites with forward secrecy and an authenticated cipher only: a recorded connection stays closed to whoever gets the
 * key later. Every browser that the product supports, from Safari 9 and Chrome 37 on, knows the first of TLS 1.2.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Serves https when there is a certificate. */
export function createHttpServer(
  handler: RequestListener,
  secure: SecureParts | undefined,
  limits: Limits = CONNECTIONS,
): Server {
  const options = optionsFor(limits);
  const server = secure
    ? secureServer(handler, secure, { ...options, handshakeTimeout: limits.tlsHandshakeMs })
    : createServer(options, handler);
  server.maxConnections = connectionMaximum(openFilesAllowed());
  return server;
}

function optionsFor({ headersMs, checkEveryMs, keepAliveMs }: Limits) {
  return {
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    // No limit, since a big upload over a slow line may take long. connectionGuard.ts cuts uploads that stop in the middle.
    requestTimeout: 0,
    // The operating system probes silent connections, so that clients that vanished without closing theirs are noticed.
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
    shouldUpgradeCallback: isForSockets,
  };
}

function secureServer(
  handler: RequestListener,
  { certificate, plainHttp }: SecureParts,
  options: ServerOptions & { handshakeTimeout: number },
): Server {
  const server = createTlsServer({ ...options, ...certificate.current(), ciphers: CIPHERS }, handler);
  answerPlainHttp(server, plainHttp, options.handshakeTimeout);
  // Connections that are open keep their certificate.
  certificate.onChange((pair) => server.setSecureContext({ ...pair, ciphers: CIPHERS }));
  return server;
}

/** Only these requests may change to the WebSocket protocol; any other request gets a normal response. */
function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKET_PATH);
}

/** Returns the number of connections for a process that may open this many files. */
export function connectionMaximum(openFiles: number): number {
  // Photos, database and decoders need files too: half of the allowed files, up to a fixed number.
  const reserved = Math.min(openFiles / 2, CONNECTIONS.otherFiles);
  return Math.min(CONNECTIONS.max, Math.floor(openFiles - reserved));
}

/**
 * When the app closes, requests in progress end first, with their responses. Connections without such a request (idle
 * ones, and those that are still sending their headers) are cut.
 */
export function closeGracefully(app: TypedApp): void {
  let inFlight = 0;
  let closing = false;

  function cutWhenIdle(): void {
    // One turn of the event loop later, when the last bytes of the response have been handed over.
    if (closing && inFlight === 0) setImmediate(() => app.server.closeAllConnections());
  }

  app.server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      cutWhenIdle();
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), CONNECTIONS.drainMs).unref();
    cutWhenIdle();
  });
}
