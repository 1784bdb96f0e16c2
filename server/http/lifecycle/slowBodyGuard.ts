import type { IncomingMessage } from 'node:http';
import type { TypedApp } from '../typedApp.ts';

const CHECK_EVERY_MS = 15_000;
/** Below a modem of the nineties it is no upload but a connection held open. */
const LEAST_BYTES_PER_CHECK = 4_096;

export interface ProgressLimits {
  checkEveryMs: number;
  leastBytes: number;
}

const LIMITS: ProgressLimits = { checkEveryMs: CHECK_EVERY_MS, leastBytes: LEAST_BYTES_PER_CHECK };

/**
 * A body may take as long as it moves. A total time-out would end a big upload over a slow line, while none at all
 * would let a client hold a connection for ever by a byte a minute.
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
    // Bytes that wait to be read are the client's progress and our own delay (a photo being decoded).
    if (now - received < leastBytes && message.readableLength === 0) message.socket.destroy();
    received = now;
  }, checkEveryMs);
  message.once('close', () => clearInterval(timer));
}
