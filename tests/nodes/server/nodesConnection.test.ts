import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startDevice, type Device } from '#scripts/device/device.ts';
import { NodesConnection, type ConnectionState } from '#src/admin/nodes/socket/nodesConnection.ts';
import { closeSockets, connected, next, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  closeSockets();
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(overrides: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(overrides);
  closing.push(() => server.close());
  return server;
}

function connect(url: string, token?: string): NodesConnection {
  const connection = new NodesConnection({ url, token });
  closing.push(() => connection.close());
  return connection;
}

function device(options: Pick<Parameters<typeof startDevice>[0], 'url' | 'key'>): Device {
  const started = startDevice({ ...options, nodeIds: ['lamp'], heartbeatMs: 60_000, brightness: () => 42 });
  closing.push(() => started.close());
  return started;
}

function reaches(connection: NodesConnection, name: ConnectionState['name']): Promise<ConnectionState> {
  if (connection.state.name === name) return Promise.resolve(connection.state);
  return new Promise((resolve) => {
    const unsubscribe = connection.subscribe(() => {
      if (connection.state.name !== name) return;
      unsubscribe();
      resolve(connection.state);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No port');
  return address.port;
}

describe('the connection', () => {
  test('is connecting, then connected; closed, it is disconnected', async () => {
    const server = await start();
    const connection = connect(`${server.origin}/`, await server.createKey('a screen'));
    expect(connection.state).toEqual({ name: 'connecting' });
    await reaches(connection, 'connected');
    connection.close();
    expect(connection.state).toEqual({ name: 'disconnected' });
  });

  test('fails for good when the token is refused, the placeholder included', async () => {
    const server = await start();
    for (const token of [undefined, '', 'wrong']) {
      expect(await reaches(connect(server.origin, token), 'failed')).toEqual({
        name: 'failed',
        reason: 'This token or API key is not valid',
        credentialRefused: true,
      });
    }
  });

  test('fails for the time being when nobody answers, and comes back with the server', async () => {
    const port = await freePort();
    const connection = connect(`http://127.0.0.1:${port}`, 'whatever');
    expect(await reaches(connection, 'failed')).toMatchObject({
      reason: 'The server cannot be reached',
      detail: expect.any(String),
      credentialRefused: false,
    });
    await start({ port });
    await vi.waitFor(() => expect(connection.state).toMatchObject({ credentialRefused: true }), { timeout: 15_000 });
  });

  test('waits 20 s for a server that takes the call and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closing.push(() => silent.close());
    const address = silent.address();
    if (typeof address !== 'object' || !address) throw new Error('No port');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connection = connect(`http://127.0.0.1:${address.port}`, 'whatever');
    await vi.advanceTimersByTimeAsync(19_999);
    expect(connection.state).toEqual({ name: 'connecting' });
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.state).toMatchObject({ name: 'failed', credentialRefused: false });
  });

  test('says why it ended when its session is closed', async () => {
    const server = await start();
    const { token } = await server.signIn();
    const connection = connect(server.origin, token);
    await reaches(connection, 'connected');
    await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect(await reaches(connection, 'disconnected')).toMatchObject({
      reason: expect.stringContaining('no longer valid'),
    });
    connection.reconnect();
    expect(connection.state.name).toBe('disconnected');
  });
});

test('reconnect delays grow from 1 s to 5 s, with a randomisation of 0.5', async () => {
  const port = await freePort();
  const delays: number[] = [];
  const onHold: (() => void)[] = [];
  const realSetTimeout = globalThis.setTimeout;
  // Waiting is the library's only use of a time-out between half a second and five: those are held and let go by hand.
  const held = (run: () => void, ms = 0) => {
    if (ms < 500 || ms > 5_000) return realSetTimeout(run, ms);
    delays.push(ms);
    onHold.push(run);
    return realSetTimeout(() => undefined, 0);
  };
  vi.stubGlobal('setTimeout', held);
  connect(`http://127.0.0.1:${port}`, 'whatever');
  for (let attempt = 1; attempt <= 12; attempt++) {
    while (delays.length < attempt) await new Promise((resolve) => realSetTimeout(resolve, 5));
    onHold.pop()?.();
  }
  const [first = 0, second = 0] = delays;
  expect(first).toBeGreaterThanOrEqual(500);
  expect(first).toBeLessThanOrEqual(1_500);
  expect(second).toBeGreaterThanOrEqual(1_000);
  expect(second).toBeLessThanOrEqual(3_000);
  for (const later of delays.slice(3)) expect(later).toBeGreaterThanOrEqual(2_500);
  expect(Math.max(...delays)).toBeLessThanOrEqual(5_000);
  // All of them exact would mean no randomisation at all.
  expect([first, second]).not.toEqual([1_000, 2_000]);
});

describe('requests', () => {
  test('are answered', async () => {
    const server = await start();
    device({ url: server.origin, key: await server.createKey('a device', 'node') });
    const connection = connect(server.origin, (await server.signIn()).token);
    await reaches(connection, 'connected');
    await expect.poll(() => connection.nodeStatuses()).toHaveLength(1);
    expect(await connection.brightness('lamp')).toEqual({ nodeId: 'lamp', brightness: 42 });
    const { histories } = await connection.nodeHistories(['lamp']);
    expect(histories[0]?.heard).toHaveLength(96);
  });

  test('fail at once while there is no connection', async () => {
    const connection = connect(`http://127.0.0.1:${await freePort()}`, 'whatever');
    await expect(connection.nodeStatuses()).rejects.toThrow('Socket not connected');
    await expect(connection.brightness('lamp')).rejects.toThrow('Socket not connected');
  });

  test('end with a Timeout after exactly 5 s', async () => {
    const server = await start();
    const connection = connect(server.origin, (await server.signIn()).token);
    await reaches(connection, 'connected');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcomes: string[] = [];
    void connection.brightness('nobody').catch((error: unknown) => outcomes.push(String(error)));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual(['Error: Timeout']);
  });

  test('fail when the connection is lost meanwhile', async () => {
    const server = await start();
    const connection = connect(server.origin, (await server.signIn()).token);
    await reaches(connection, 'connected');
    const pending = connection.brightness('nobody');
    connection.reconnect();
    await expect(pending).rejects.toThrow('Socket not connected');
  });

  test('have exactly one reply each after 100 reconnects of both sides', async () => {
    const server = await start();
    const key = await server.createKey('a device', 'node');
    const { token } = await server.signIn();
    const lamp = device({ url: server.origin, key });
    const connection = connect(server.origin, token);
    const raw = await connected(openSocket(server.origin, token, { transports: ['websocket'] }));
    await reaches(connection, 'connected');
    for (let round = 0; round < 100; round++) {
      lamp.pause();
      lamp.resume();
      connection.reconnect();
      raw.disconnect().connect();
      await Promise.all([reaches(connection, 'connected'), connected(raw)]);
    }
    const replies: [string, unknown][] = [];
    raw.onAny((event: string, reply: unknown) => replies.push([event, reply]));
    const watcher = await connected(openSocket(server.origin, key));
    await vi.waitFor(async () => expect(await connection.brightness('lamp')).toMatchObject({ brightness: 42 }), {
      timeout: 15_000,
    });
    const answer = next(raw, 'brightness');
    raw.emit('getBrightness', { nodeId: 'lamp' });
    await answer;
    await report(watcher, 'another');
    expect(replies).toEqual([['brightness', { nodeId: 'lamp', brightness: 42 }]]);
    await statuses(raw);
    expect(replies.filter(([event]) => event === 'nodeStatuses')).toHaveLength(1);
  }, 180_000);
});
