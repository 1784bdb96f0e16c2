import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { reasonOf, StartError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import { readTlsFiles } from '../../settings/tlsFiles.ts';

/** A client that has not sent its headers by then is not going to, and its connection costs memory. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_CONNECTIONS_EVERY_MS = 5_000;
/** Longer than the idle timeouts of the usual proxies, so that they, and not we, close a connection first. */
const KEEP_ALIVE_MS = 75_000;

const LIMITS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A big upload over a slow line may take any time while bytes keep coming: slowBodyGuard.ts watches that they do.
  requestTimeout: 0,
};

export function createHttpServer(handler: RequestListener, { tls }: Pick<Settings, 'tls'>): Server {
  if (!tls) return createServer(LIMITS, handler);
  const files = readTlsFiles(tls);
  try {
    return createTlsServer({ ...LIMITS, ...files }, handler);
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY do not make a certificate and its key: ${reasonOf(error)}`);
  }
}
