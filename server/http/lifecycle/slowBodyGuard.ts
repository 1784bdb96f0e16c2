import type { IncomingMessage } from 'node:http';
import type { TypedApp } from '../typedApp.ts';

const CHECK_EVERY_MS = 15_000;
/** Slower than a modem of the nineties is no upload but a connection held open. */
const LEAST_BYTES_PER_CHECK = 4_096;

export interface ProgressLimits {
  checkEveryMs: number;
  leastBytes: number;
}

const LIMITS: ProgressLimits = { checkEveryMs: CHECK_EVERY_MS, leastBytes: LEAST_BYTES_PER_CHECK };

/**
 * Cuts a connection whose request body has stopped coming. A timeout for the whole body would end a big upload over a
 * slow line, while none at all would let a client hold a connection for ever by sending a byte a minute.
 */
export function cutSlowBodies(app: TypedApp, limits: ProgressLimits = LIMITS): void {
  app.addHook('onRequest', async (request) => {
    if (hasBody(request.raw) && !request.raw.complete) watch(request.raw, limits);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watch(message: IncomingMessage, { checkEveryMs, leastBytes }: ProgressLimits): void {
  let received = message.socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete) return clearInterval(timer);
    const now = message.socket.bytesRead;
    // While received bytes still wait to be read, the delay is ours (a photo being decoded), not the client's.
    if (now - received < leastBytes && message.readableLength === 0) message.socket.destroy();
    received = now;
  }, checkEveryMs);
  message.once('close', () => clearInterval(timer));
}
