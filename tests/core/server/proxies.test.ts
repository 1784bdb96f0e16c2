import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { proxyTrust, visitedHost, visitorAddress } from '#server/core/http/security/proxies.ts';
import { closeSockets, connected, openSocket, refusal } from '#support/server/nodeSockets.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const TOO_MANY = { code: 'too-many-guesses' };
const UNKNOWN = { code: 'credential-unknown' };

afterEach(closeSockets);

async function withServer(trustProxy: boolean | string, act: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer({ trustProxy });
  await act(server);
  closeSockets();
  await server.close();
}

async function guessByCalls(server: TestServer, headers: Record<string, string> = {}): Promise<void> {
  for (let guess = 0; guess < 60; guess += 1) await server.call('/auth/check-api-key/wrong', { headers });
}

/** The refusal of a socket with a wrong token. */
async function guessBySocket(server: TestServer, forwardedFor: string, transport = 'websocket'): Promise<unknown> {
  const extraHeaders = { 'X-Forwarded-For': forwardedFor };
  return (await refusal(openSocket(server.origin, 'wrong', { extraHeaders, transports: [transport] }))).data;
}

describe('wrong guesses over sockets', () => {
  test.each(['websocket', 'polling'])('count for whom the trusted proxy names, by %s', async (transport) => {
    await withServer('127.0.0.1', async (server) => {
      await guessByCalls(server, { 'X-Forwarded-For': '198.51.100.1' });
      expect(await guessBySocket(server, '198.51.100.1', transport)).toEqual(TOO_MANY);
      expect(await guessBySocket(server, '203.0.113.5, 198.51.100.1', transport)).toEqual(TOO_MANY);
      expect(await guessBySocket(server, '198.51.100.2', transport)).toEqual(UNKNOWN);
    });
  });

  test('too many of them hide no revoked key, and a good token still gets in', async () => {
    await withServer(false, async (server) => {
      const [good, revoked] = [await server.createKey('a screen'), await server.createKey('gone')];
      await server.dependencies.keys.revoke('gone');
      await guessByCalls(server);
      expect((await refusal(openSocket(server.origin, 'wrong'))).data).toEqual(TOO_MANY);
      expect((await refusal(openSocket(server.origin, revoked))).data).toEqual({ code: 'credential-refused' });
      expect((await connected(openSocket(server.origin, good))).connected).toBe(true);
    });
  });

  test.each([false, '10.0.0.1'])('cannot hide behind a made-up header while TRUST_PROXY is %s', async (trustProxy) => {
    await withServer(trustProxy, async (server) => {
      await guessByCalls(server);
      expect(await guessBySocket(server, '198.51.100.1')).toEqual(TOO_MANY);
    });
  });
});

test.each([
  ['127.0.0.1', true],
  ['10.0.0.1', false],
  [false, false],
])('with TRUST_PROXY %s a page of the host that a proxy here names may open a socket: %s', async (trustProxy, may) => {
  await withServer(trustProxy, async (server) => {
    const key = await server.createKey('a screen');
    const extraHeaders = { Origin: 'https://photos.example', 'X-Forwarded-Host': 'photos.example' };
    const socket = openSocket(server.origin, key, { extraHeaders, transports: ['websocket'] });
    await (may ? connected(socket) : refusal(socket));
  });
});

describe('a socket and a call from the same place have the same address and host', () => {
  const FORWARDED = ['', '198.51.100.1', ' 198.51.100.1 ,10.0.0.9', '1.1.1.1, 2001:db8::7, ::ffff:10.1.1.1', 'x'];
  const PEERS = ['127.0.0.1', '::1', '::ffff:10.0.0.2', '192.0.2.3'];

  test.each([false, true, '127.0.0.1', '127.0.0.0/8, ::1, 10.0.0.0/8'])('TRUST_PROXY %s', async (setting) => {
    const trusts = proxyTrust(setting);
    const app = Fastify({ trustProxy: trusts });
    app.get('/', ({ ip, host }) => ({ address: ip, host }));
    for (const address of PEERS) {
      for (const forwarded of FORWARDED) {
        const headers = { host: 'own.example', 'x-forwarded-for': forwarded, 'x-forwarded-host': forwarded };
        const { body } = await app.inject({ url: '/', remoteAddress: address, headers });
        const arrival = { address, headers };
        const ours = { address: visitorAddress(arrival, trusts), host: visitedHost(arrival, trusts) };
        expect(ours, `${forwarded} from ${address}`).toEqual(JSON.parse(body));
      }
    }
  });
});
