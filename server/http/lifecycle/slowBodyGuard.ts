import type { IncomingMessage, Server } from 'node:http';
import { BODIES } from '../../bodyLimits.ts';

interface BodyLimits {
  progressEveryMs: number;
  leastBytesPerProgress: number;
  wholeMs: number;
}

/**
 * Cuts a connection whose request body stops arriving, whatever the request is for. A timeout for the whole body would
 * end a big upload over a slow line, while none at all would let a client hold a connection for ever by sending a byte
 * a minute. Bodies of other requests are small and have a timeout for the whole body too.
 */
export function cutSlowBodies(server: Server, limits: BodyLimits = BODIES): void {
  server.on('request', (message: IncomingMessage) => {
    if (hasBody(message) && !message.complete) watch(message, limits);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

function watch(message: IncomingMessage, { progressEveryMs, leastBytesPerProgress, wholeMs }: BodyLimits): void {
  const { socket } = message;
  const latest = isUpload(message) ? Number.POSITIVE_INFINITY : performance.now() + wholeMs;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) return clearInterval(timer);
    const now = socket.bytesRead;
    const isSlow = now - received < leastBytesPerProgress || performance.now() >= latest;
    // While received bytes wait to be read, the server causes the delay (it is decoding a photo), not the client.
    if (isSlow && message.readableLength === 0) socket.destroy();
    received = now;
  }, progressEveryMs);
  message.once('close', () => clearInterval(timer));
}
