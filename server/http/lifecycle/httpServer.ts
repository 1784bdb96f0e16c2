import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { SOCKET_PATH } from '../../../src/contract/sockets.ts';
import { reasonOf, StartError } from '../../errors.ts';
import { CONNECTIONS } from '../../limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { readTlsFiles } from '../../settings/tlsFiles.ts';

interface Limits {
  max: number;
  tlsHandshakeMs: number;
  headersMs: number;
  checkEveryMs: number;
  keepAliveMs: number;
}

export function createHttpServer(
  handler: RequestListener,
  { tls }: Pick<Settings, 'tls'>,
  limits: Limits = CONNECTIONS,
): Server {
  const options = optionsFor(limits);
  const server = tls
    ? secureServer(handler, tls, { ...options, handshakeTimeout: limits.tlsHandshakeMs })
    : createServer(options, handler);
  server.maxConnections = limits.max;
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

function secureServer(handler: RequestListener, tls: NonNullable<Settings['tls']>, options: ServerOptions): Server {
  const files = readTlsFiles(tls);
  try {
    return createTlsServer({ ...options, ...files }, handler);
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY do not make a certificate and its key: ${reasonOf(error)}`);
  }
}

/** Only these requests may change to the WebSocket protocol; any other request gets a normal response. */
function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKET_PATH);
}
