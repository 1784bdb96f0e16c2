import { https } from '#server/https/index.ts';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { readOverTls } from '../support/tlsClient.ts';

// Plain http on the port of https: people type addresses without their scheme.

const PEM = fileURLToPath(new URL('../../support/server/tls/', import.meta.url));
const TLS = { certFile: `${PEM}cert.pem`, keyFile: `${PEM}key.pem` };

let server: TestServer;
afterEach(() => server.close());

async function askPlainly(path: string, { method = 'GET', host = '127.0.0.1' } = {}) {
  const { port } = new URL(server.origin);
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { Host: `${host}:${port}` } });
  const [response] = await once(asked.end(), 'response');
  response.resume();
  return { status: response.statusCode, location: response.headers.location, headers: response.headers };
}

test('with HTTPS=home it leads to the page where the device learns to trust the house', async () => {
  server = await startTestServer({ httpsAtHome: true });
  https.of(server.dependencies.core).doorway.serve({ https: Number(new URL(server.origin).port), http: 8080 });
  const led = await askPlainly('/circuit-tree?a=b');
  expect(led).toMatchObject({ status: 307, location: 'http://127.0.0.1:8080/circuit-tree?a=b' });
  expect(led.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect((await askPlainly('/', { host: 'localhost' })).location).toBe('http://localhost:8080/');
  expect((await askPlainly('//evil.example/', { host: 'evil.example' })).location).toMatch(/^http:\/\/[\w.-]+:8080\/$/);
  expect((await askPlainly('/photos/albums', { method: 'POST' })).status).toBe(405);
});

test('where there is no such page it leads to https, as with a certificate of one’s own', async () => {
  server = await startTestServer({ httpsAtHome: true });
  expect((await askPlainly('/', { host: 'localhost' })).location).toBe(
    `https://localhost:${new URL(server.origin).port}/`,
  );
  await server.close();
  server = await startTestServer({ tls: TLS });
  expect((await askPlainly('/', { host: 'localhost' })).location).toBe(
    `https://localhost:${new URL(server.origin).port}/`,
  );
});

test('https beside it goes on, and what is neither is cut', async () => {
  server = await startTestServer({ tls: TLS });
  const asked = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? askPlainly('/') : readOverTls(`${server.origin}/health`, {}),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, () => [307, 200]).flat(),
  );
  const stranger = connect({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
  let heard = '';
  stranger.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  stranger.end('\0\0\0\0 neither of both\r\n\r\n');
  await once(stranger, 'close');
  expect(heard).toMatch(/^(HTTP\/1\.1 400 |$)/);
});

test('a connection without a byte does not hold up the end of the server', async () => {
  server = await startTestServer({ tls: TLS });
  const silent = connect({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  await server.close();
  await closed;
});
