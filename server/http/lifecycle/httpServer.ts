import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { SOCKET_PATH } from '../../../src/contract/sockets.ts';
import type { ServedCertificate } from '../../https/certificate.ts';
import { CONNECTIONS } from '../../limits.ts';
import { openFilesAllowed } from '../../settings/openFilesAllowed.ts';
import { connectionMaximum } from './connectionMaximum.ts';

interface Limits {
  tlsHandshakeMs: number;
  headersMs: number;
  checkEveryMs: number;
  keepAliveMs: number;
}

/** Serves https when there is a certificate. */
export function createHttpServer(
  handler: RequestListener,
  certificate: Pick<ServedCertificate, 'current' | 'onChange'> | undefined,
  limits: Limits = CONNECTIONS,
): Server {
  const options = optionsFor(limits);
  const server = certificate
    ? secureServer(handler, certificate, { ...options, handshakeTimeout: limits.tlsHandshakeMs })
    : createServer(options, handler);
  server.maxConnections = connectionMaximum(openFilesAllowed());
  return server;
}

function optionsFor({ headersMs, checkEveryMs, keepAliveMs }: Limits) {
  return {
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveMs,
    // No limit, since a big upload over a slow line may take long. slowBodyGuard.ts cuts uploads that stop in the middle.
    requestTimeout: 0,
    // The operating system probes silent connections, so that clients that vanished without closing theirs are noticed.
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
    shouldUpgradeCallback: isForSockets,
  };
}

function secureServer(
  handler: RequestListener,
  certificate: Pick<ServedCertificate, 'current' | 'onChange'>,
  options: ServerOptions,
): Server {
  const server = createTlsServer({ ...options, ...certificate.current() }, handler);
  // Open connections keep the certificate with which they were made.
  certificate.onChange((pair) => server.setSecureContext(pair));
  return server;
}

/** Only these requests may change to the WebSocket protocol; any other request gets a normal response. */
function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKET_PATH);
}
