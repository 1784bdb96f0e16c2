import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { imagePath } from '#contract/paths.ts';
import { connectionMaximum } from '#server/core/http/lifecycle/httpServer.ts';
import { guardConnections, takeRequestsInTurn } from '#server/core/http/lifecycle/connectionGuard.ts';
import { CONNECTIONS } from '#server/core/limits.ts';
import { openFilesAllowed } from '#server/core/settings/machine.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

interface Client {
  socket: Socket;
  heard: () => string;
}

/** A bare connection; it reads whatever comes, unless it is told not to. */
async function open(port: number, { reads = true } = {}): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  opened.push(socket);
  let heard = '';
  socket.on('error', () => undefined);
  if (reads) socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  await once(socket, 'connect');
  return { socket, heard: () => heard };
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const statusLines = (heard: string) => heard.match(/HTTP\/1\.1 \d+/g) ?? [];

describe('the real server', () => {
  let server: TestServer;
  let port: number;
  let medium: string;
  beforeAll(async () => {
    server = await startTestServer();
    port = Number(new URL(server.origin).port);
    const client = await PhotoClient.on(server);
    medium = imagePath(
      await client.uploadOne('noise.jpg', await jpeg({ width: 2000, height: 1500, seed: 3 })),
      'medium',
    );
  });
  afterAll(() => server.close());

  test('answers requests that were sent ahead in their order, one at a time', async () => {
    const { socket, heard } = await open(port);
    socket.write(get('/health') + get('/nowhere') + get('/health'));
    await expect.poll(() => statusLines(heard())).toHaveLength(3);
    expect(statusLines(heard())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  test('closes a connection that sends too many requests ahead', async () => {
    const { socket } = await open(port);
    const closed = once(socket, 'end');
    socket.write(get(medium).repeat(CONNECTIONS.waitingRequests + 2));
    await closed;
  });

  test('opens one file at most for a client that asks and does not read', async () => {
    const before = readdirSync('/proc/self/fd').length;
    const clients = await Promise.all(Array.from({ length: 10 }, () => open(port, { reads: false })));
    for (const { socket } of clients) socket.write(get(medium).repeat(CONNECTIONS.waitingRequests));
    await wait(500);
    // Both ends of each connection are in this process, and a file of each.
    expect(readdirSync('/proc/self/fd').length - before).toBeLessThanOrEqual(clients.length * 3 + 5);
  });

  test.each(['h2c', 'TLS/1.0', 'websocket', ', ,'])(
    'takes a request with `Upgrade: %s` like any other',
    async (upgrade) => {
      const { socket, heard } = await open(port);
      socket.write(get('/health', `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n`));
      await expect.poll(() => heard()).toContain('{"status":"ok",');
    },
  );

  test('closes a connection that sent no HTTP, whether its client does or not', async () => {
    const before = await connectionsOf(server.app.server);
    const { socket, heard } = await open(port);
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'end');
    expect(heard()).toContain('400 Bad Request');
    await expect.poll(() => connectionsOf(server.app.server)).toBeLessThanOrEqual(before);
  });

  test('has an end to its connections', () => {
    expect(server.app.server.maxConnections).toBe(connectionMaximum(openFilesAllowed()));
    expect(server.app.server.maxConnections).toBeLessThanOrEqual(CONNECTIONS.max);
  });
});

describe('connections', () => {
  // Long beside the moment in which a busy machine holds up both sides: between connecting and asking too.
  const limits = { unreadMs: 1_000, maxPerAddress: 3 };
  let server: Server;
  let accepted: Socket[];
  let port: number;

  async function listen(isShared: boolean): Promise<void> {
    server = createServer((request, response) => {
      if (request.url === '/slow') setTimeout(() => response.end('at last'), limits.unreadMs * 3);
      else response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    const isBusy = takeRequestsInTurn(server);
    guardConnections(server, { isBusy, isShared: () => isShared }, limits);
    accepted = [];
    server.on('connection', (socket) => accepted.push(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address: AddressInfo | string | null = server.address();
    port = address !== null && typeof address === 'object' ? address.port : 0;
  }
  afterEach(() => server.close());

  test('that are silent, or do not read, are cut; those that wait for the server are not', async () => {
    await listen(true);
    const waiting = await open(port);
    waiting.socket.write(get('/slow'));
    const silent = await open(port, { reads: false });
    const deaf = await open(port, { reads: false });
    deaf.socket.write(get('/much'));
    await expect.poll(() => accepted.map(({ destroyed }) => destroyed).slice(1)).toEqual([true, true]);
    await expect.poll(() => waiting.heard()).toContain('at last');
    expect(silent.socket.destroyed).toBe(false);
  });

  test('of one address have an end, and closed ones do not count', async () => {
    await listen(false);
    const clients = await Promise.all(Array.from({ length: limits.maxPerAddress }, () => open(port)));
    const oneMore = await open(port);
    await expect.poll(() => oneMore.socket.readableEnded || oneMore.socket.destroyed).toBe(true);
    clients[0]?.socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBeLessThan(limits.maxPerAddress);
    const { socket, heard } = await open(port);
    socket.write(get('/slow'));
    await expect.poll(() => heard()).toContain('at last');
  });
});

function connectionsOf(server: Pick<Server, 'getConnections'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
