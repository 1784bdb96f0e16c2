/** @module-tag full */
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardConnections, takeRequestsInTurn } from '#server/core/http/lifecycle/connectionGuard.ts';
import { respondToBrokenRequest } from '#server/core/http/lifecycle/errorResponses.ts';
import { createHttpServer } from '#server/core/http/lifecycle/httpServer.ts';
import { CertificateFiles } from '#server/core/http/secure/certificateFiles.ts';

// Connections that a client opens and leaves as they are, with limits short enough to wait for.

const PEM = fileURLToPath(new URL('../../support/server/tls/', import.meta.url));
const TLS = { certFile: `${PEM}cert.pem`, keyFile: `${PEM}key.pem` };
const LIMITS = { max: 100, tlsHandshakeMs: 400, headersMs: 400, checkEveryMs: 100, keepAliveMs: 600 };
const EACH = 5;
const DRIP_MS = 50;
/** The beginning of a browser's first TLS message. */
const HELLO = Buffer.from('16030102000100 01fc0303'.replace(' ', ''), 'hex');
const GET = 'GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n';
const MUCH = Buffer.alloc(32 * 1024 * 1024);

const opened: Socket[] = [];
const drips: NodeJS.Timeout[] = [];
let server: Server;
let port: number;
let responses = 0;

/** The guards of the real server around a handler of our own. */
async function listen(tls: typeof TLS | undefined): Promise<void> {
  responses = 0;
  server = createHttpServer(
    (request, response) => {
      responses += 1;
      response.end(request.url === '/much' ? MUCH : 'ok');
    },
    tls && { certificate: new CertificateFiles(tls), plainHttp: (_request, response) => response.end() },
    LIMITS,
  );
  server.on('clientError', respondToBrokenRequest);
  guardConnections(
    server,
    { isBusy: takeRequestsInTurn(server), isShared: () => true },
    { unreadMs: 300, maxPerAddress: 10 },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
}

afterEach(() => {
  for (const drip of drips.splice(0)) clearInterval(drip);
  for (const socket of opened.splice(0)) socket.destroy();
  server.close();
});

/** It never closes its end by itself, also when the server has closed the other. */
async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  opened.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  return socket;
}

async function openSecure(): Promise<Socket> {
  const socket = connectTls({ socket: await open(), rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

async function each(begin: () => Promise<void>): Promise<void> {
  for (let count = 0; count < EACH; count += 1) await begin();
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

const descriptors = () => readdirSync('/proc/self/fd').length;

/** The clients do nothing: it is the server that ends all of its connections, and has no descriptor left of them. */
async function expectAllCut(before: number): Promise<void> {
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000, interval: 50 });
  for (const socket of opened) socket.destroy();
  await vi.waitFor(() => expect(descriptors()).toBeLessThanOrEqual(before), { timeout: 5_000, interval: 50 });
}

describe.each([
  ['without TLS', undefined, open],
  ['with TLS', TLS, openSecure],
])('%s', (_, tls, openReady) => {
  let before: number;
  beforeEach(async () => {
    await listen(tls);
    before = descriptors();
  });

  test('connections without a byte are cut', async () => {
    await each(async () => void (await open()));
    await expectAllCut(before);
  });

  test('ready connections without a request, and with half of one, are cut', async () => {
    await each(async () => void (await openReady()));
    await each(async () => void (await openReady()).write(GET.slice(0, 20)));
    await expectAllCut(before);
  });

  test('connections kept alive after a response are cut when they stay idle', async () => {
    await each(async () => {
      const socket = await openReady();
      socket.resume().write(GET.replace('much', 'little'));
    });
    await expect.poll(() => responses).toBe(EACH);
    expect(await connections()).toBe(EACH);
    await expectAllCut(before);
  });

  test('connections whose response is not read are cut', async () => {
    await each(async () => void (await openReady()).pause().write(GET));
    await expect.poll(() => responses).toBe(EACH);
    await expectAllCut(before);
  });
});

test('TLS handshakes that never end are cut, also when a byte comes now and then', async () => {
  await listen(TLS);
  const before = descriptors();
  await each(async () => void (await open()).write(HELLO));
  await each(async () => {
    const socket = await open();
    let sent = 0;
    drips.push(
      setInterval(() => socket.write(HELLO.subarray(sent % HELLO.length, (sent++ % HELLO.length) + 1)), DRIP_MS),
    );
  });
  await expectAllCut(before);
});
