import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { reasonOf, StartError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';

/** Whoever has not sent its headers by then is not coming: a connection costs memory. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_CONNECTIONS_EVERY_MS = 5_000;
/** Longer than the idle time-outs of the usual proxies, so that they, and not we, close a connection first. */
const KEEP_ALIVE_MS = 75_000;

const LIMITS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A big upload over a slow line may take as long as it moves: bodyProgress.ts watches that it does.
  requestTimeout: 0,
};

export function createHttpServer(handler: RequestListener, { tls }: Settings): Server {
  if (!tls) return createServer(LIMITS, handler);
  const cert = readPem('TLS_CERT', tls.certFile);
  const key = readPem('TLS_KEY', tls.keyFile);
  try {
    return createTlsServer({ ...LIMITS, cert, key }, handler);
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY do not make a certificate and its key: ${reasonOf(error)}`);
  }
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`${variable} cannot be read: ${reasonOf(error)}`);
  }
}
