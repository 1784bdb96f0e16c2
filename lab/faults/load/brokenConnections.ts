import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECTIONS } from '#server/core/limits.ts';
import { type Fault, onServer } from '../fault.ts';
import { descriptorsOf } from './processTable.ts';
import { drip, rawConnection } from './rawConnection.ts';

const EACH = 25;
/** Connections that are kept alive have the longest of all limits. */
const LONGEST_MS = CONNECTIONS.keepAliveMs + 25_000;
const DRIP_MS = 1_000;
const PEM = fileURLToPath(new URL('../../../tests/support/server/tls/', import.meta.url));
/** The beginning of a browser's first TLS message, and no more of it. */
const HALF_HELLO = Buffer.from('1603010200010001fc0303', 'hex');
const FIRST_BYTES: Record<string, Buffer | string> = {
  silent: '',
  'half a handshake': HALF_HELLO,
  'no HTTP and no TLS': 'nonsense\r\n\r\n',
  'half a header': 'GET / HTTP/1.1\r\nHost: lo',
};

/**
 * Connections that never become a request, or stay idle after one; half of their clients leave soon, the others stay
 * silent.
 */
export const brokenConnections: Fault = {
  id: 'brokenConnections',
  name: 'silent and half-open connections',
  run: async () => {
    const [plain, tls] = await Promise.all([
      leftAfter({}),
      leftAfter({ TLS_CERT: `${PEM}cert.pem`, TLS_KEY: `${PEM}key.pem` }),
    ]);
    const figures = {
      connections: EACH * (Object.keys(FIRST_BYTES).length + 2),
      'left without TLS': plain,
      'left with TLS': tls,
    };
    const broken = Object.entries({ plain, tls }).filter(([, left]) => left > 3);
    return { figures, broken: broken.map(([kind, left]) => `${left} descriptors are left (${kind})`) };
  },
};

function leftAfter(env: Record<string, string>): Promise<number> {
  return onServer(
    async (server) => {
      const pid = server.pid ?? 0;
      const { origin } = server;
      const before = descriptorsOf(pid);
      const sockets: Socket[] = [];
      for (const bytes of Object.values(FIRST_BYTES)) {
        for (let count = 0; count < EACH; count += 1) sockets.push(await rawConnection(origin, bytes, true));
      }
      for (let count = 0; count < EACH; count += 1) {
        sockets.push(drip(await rawConnection(origin, HALF_HELLO, true), DRIP_MS));
        sockets.push(await keepAlive(origin, { secure: 'TLS_KEY' in env }));
      }
      await wait(2_000);
      sockets.filter((_, index) => index % 2 === 0).forEach((socket) => socket.destroy());
      const started = performance.now();
      while (descriptorsOf(pid) > before && performance.now() - started < LONGEST_MS) await wait(500);
      const left = descriptorsOf(pid) - before;
      for (const socket of sockets) socket.destroy();
      return left;
    },
    { env },
  );
}

/** A connection on which one request got its response. */
async function keepAlive(origin: string, { secure }: { secure: boolean }): Promise<Socket> {
  const socket = await rawConnection(origin, '', true);
  const stream = secure ? connectTls({ socket, rejectUnauthorized: false }).on('error', () => undefined) : socket;
  stream.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(stream, 'data');
  return socket;
}
