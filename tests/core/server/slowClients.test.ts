/** @module-tag full */
import Fastify from 'fastify';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cutSlowBodies } from '#server/core/http/lifecycle/connectionGuard.ts';
import { socketClosed } from '#support/server/socketClosed.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const LORISES = 500;
const HEADERS = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n';

describe('slow-loris connections', () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  test('500 of them keep nobody else waiting, and none of them for ever', { timeout: 60_000 }, async () => {
    const { port } = new URL(server.origin);
    for (let count = 0; count < LORISES; count += 1) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /health HTTP/1.1\r\nHost: lo'));
      socket.on('error', () => undefined).on('data', () => undefined);
      sockets.push(socket);
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const began = performance.now();
    expect(await server.call('/health')).toMatchObject({ status: 200 });
    expect(performance.now() - began).toBeLessThan(5_000);
    await Promise.all(sockets.map(socketClosed));
    expect(await server.call('/health')).toMatchObject({ status: 200 });
  });
});

describe('a body', () => {
  // Long beside any stall of a busy machine: sender and server share this process.
  const limits = { progressEveryMs: 1_000, leastBytesPerProgress: 100, wholeMs: 60_000 };
  const app = Fastify();
  let port: number;
  let received = 0;
  beforeAll(async () => {
    cutSlowBodies(app.server, limits);
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
      payload.on('data', (chunk: Buffer) => (received += chunk.length));
      payload.once('end', () => done(null, received));
      payload.once('error', done);
    });
    app.post('/', async () => ({ received }));
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());
  afterEach(() => {
    received = 0;
  });

  async function send(bytes: number, pieces: number): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString())).on('error', () => undefined);
    socket.write(`${HEADERS}Connection: close\r\nContent-Length: ${bytes * pieces}\r\n\r\n`);
    for (let piece = 0; piece < pieces && !socket.closed; piece += 1) {
      socket.write(Buffer.alloc(bytes));
      await wait(50);
    }
    await socketClosed(socket);
    return heard;
  }

  test('may take longer than any check while bytes still arrive', async () => {
    expect(await send(200, 40)).toContain('{"received":8000}');
  });

  test('that only trickles is cut off', async () => {
    expect(await send(1, 40)).toBe('');
    expect(received).toBeLessThan(40);
  });

  test('whose reading waits on us is not the sender’s fault', async () => {
    const slow = Fastify({ bodyLimit: 4_000_000 });
    cutSlowBodies(slow.server, limits);
    slow.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
      setTimeout(() => payload.resume().once('end', () => done(null, 'late')), limits.progressEveryMs * 2.5);
    });
    slow.post('/', async (request) => request.body);
    const origin = await slow.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(origin, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: Buffer.alloc(2_000_000),
    });
    expect(await answer.text()).toBe('late');
    await slow.close();
  });
});
