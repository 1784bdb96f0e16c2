import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { TabletWithKey } from '#contract/tablets/schemas.ts';
import { closeSockets, connected, openSocket, refusal, report, type TestSocket } from '#support/server/nodeSockets.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let kioskKey: string;
let nodeKey: string;

beforeAll(async () => {
  server = await startTestServer();
  kioskKey = await server.createKey('a screen', 'kiosk');
  nodeKey = await server.createKey('a device', 'node');
});
afterEach(closeSockets);
afterAll(() => server.close());

const from = (origin: string) => ({ extraHeaders: { Origin: origin } });

/** The end of a connection, and the server's last message on it. */
function ended(socket: TestSocket): Promise<string> {
  return new Promise((resolve) => {
    let word = '';
    socket.once('credentialEnded', ({ message }) => (word = message));
    socket.once('disconnect', (reason) => resolve(`${reason}: ${word}`));
  });
}

describe('the handshake', () => {
  test('refuses a wrong token', async () => {
    const error = await refusal(openSocket(server.origin, 'wrong'));
    expect(error.message).toBe('This token or API key is not valid');
    expect(error.data).toEqual({ code: 'credential-unknown' });
  });

  test('refuses two tokens at once', async () => {
    const error = await refusal(openSocket(server.origin, undefined, { query: { token: [nodeKey, kioskKey] } }));
    expect(error.message).toBe('This token or API key is not valid');
  });

  test('lets in any signed-in user, a kiosk and a device, over polling alone as well', async () => {
    const { token } = await server.signIn();
    for (const good of [token, kioskKey, nodeKey]) {
      expect((await connected(openSocket(server.origin, good))).connected).toBe(true);
      const polling = await connected(openSocket(server.origin, good, { transports: ['polling'] }));
      expect(polling.io.engine.transport.name).toBe('polling');
    }
  });

  test('starts with polling and goes on with websocket', async () => {
    const socket = openSocket(server.origin, kioskKey);
    await connected(socket);
    if (socket.io.engine.transport.name === 'polling') {
      await new Promise((resolve) => socket.io.engine.once('upgrade', resolve));
    }
    expect(socket.io.engine.transport.name).toBe('websocket');
  });

  test('has no other namespace', async () => {
    const { io } = await import('socket.io-client');
    for (const place of ['/', '/other']) {
      const socket = io(server.origin + place, { query: { token: nodeKey }, forceNew: true });
      const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
      expect(error.message).toMatch(/Connect to \/nodes|Invalid namespace/);
      socket.disconnect();
    }
  });
});

describe('origins', () => {
  test('our own page, an allowed one and a device without one may connect', async () => {
    const own = await startTestServer({ corsOrigins: ['https://wall.example'] });
    const key = await own.createKey('a screen');
    const port = new URL(own.origin).port;
    for (const origin of [own.origin, `http://localhost:${port}`, 'https://wall.example']) {
      expect((await connected(openSocket(own.origin, key, from(origin)))).connected).toBe(true);
    }
    const answer = await fetch(`${own.origin}/socket.io/?EIO=4&transport=polling`, {
      headers: { Origin: 'https://wall.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://wall.example');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    closeSockets();
    await own.close();
  });

  test.each(['https://evil.example', 'http://localhost:1', 'null', 'file://'])('%s may not', async (origin) => {
    await refusal(openSocket(server.origin, kioskKey, from(origin)));
    await refusal(openSocket(server.origin, kioskKey, { ...from(origin), transports: ['websocket'] }));
  });
});

describe('credentials that end', () => {
  test('a revoked key closes its sockets and nobody else’s', async () => {
    const doomedKey = await server.createKey('doomed', 'node');
    const doomed = await connected(openSocket(server.origin, doomedKey));
    const other = await connected(openSocket(server.origin, nodeKey));
    const end = ended(doomed);
    await server.dependencies.keys.revoke('doomed');
    server.dependencies.credentialChanges.announce();
    expect(await end).toBe('io server disconnect: The token or API key of this connection is no longer valid');
    expect(await report(other, 'still-here')).toEqual({ ok: true });
    expect(await refusal(openSocket(server.origin, doomedKey))).toMatchObject({
      message: 'This token or API key is not valid',
      data: { code: 'credential-refused' },
    });
  });

  test('signing out closes the sockets of that session', async () => {
    const { token } = await server.signIn();
    const socket = await connected(openSocket(server.origin, token));
    const end = ended(socket);
    await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect(await end).toContain('io server disconnect');
  });
});

async function tablet(fields: object) {
  const client = await TabletClient.on(server);
  const name = `tablet ${JSON.stringify(fields)}`;
  return { client, ...(await client.admin<TabletWithKey>('POST', ADMIN_PATHS.tablets, { name, ...fields })).body };
}

describe('a tablet’s key', () => {
  test('reads of nodes when it may see all albums, and not when it may see only some, or none', async () => {
    await connected(openSocket(server.origin, (await tablet({ albumIds: null })).key));
    for (const albumIds of [[], ['an album']]) {
      const error = await refusal(openSocket(server.origin, (await tablet({ albumIds })).key));
      expect(error.message).toBe('This tablet may see some albums only, and nothing of nodes');
    }
  });

  test('loses its open connection when it may see only some albums from now on', async () => {
    const { client, id, key } = await tablet({ settings: {} });
    const end = ended(await connected(openSocket(server.origin, key)));
    await client.admin('PATCH', ADMIN_PATHS.tablet(id), { albumIds: [] });
    expect(await end).toContain('no longer valid');
  });
});
