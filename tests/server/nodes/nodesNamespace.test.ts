import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  closeSockets,
  connected,
  next,
  openSocket,
  refusal,
  report,
  statuses,
  type TestSocket,
} from '../../support/nodeSockets.ts';
import { startTestServer, type TestServer } from '../../support/testServer.ts';

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

const device = () => connected(openSocket(server.origin, nodeKey));
const screen = () => connected(openSocket(server.origin, kioskKey));

const from = (origin: string) => ({ extraHeaders: { Origin: origin } });

/** How a connection ended, and the server's last word on it. */
function ended(socket: TestSocket): Promise<string> {
  return new Promise((resolve) => {
    let word = '';
    socket.once('credentialEnded', ({ message }) => (word = message));
    socket.once('disconnect', (reason) => resolve(`${reason}: ${word}`));
  });
}

describe('the handshake', () => {
  test.each([undefined, '', '{token}', 'wrong', 'x'.repeat(10_000), "' OR 1=1 --"])(
    'refuses the token %s',
    async (token) => {
      const error = await refusal(openSocket(server.origin, token));
      expect(error.message).toBe('This token or API key is not valid');
      expect(error.data).toEqual({ code: 'credential-refused' });
    },
  );

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

  test('counts wrong tokens by address, and still lets a good one in', async () => {
    const own = await startTestServer();
    const good = await own.createKey('a screen');
    const messages = new Set<string>();
    for (let guess = 0; guess < 62; guess++) {
      const socket = openSocket(own.origin, `guess-${guess}`, { transports: ['websocket'] });
      messages.add((await refusal(socket)).message);
    }
    expect([...messages].join()).toContain('wait a minute');
    expect((await connected(openSocket(own.origin, good))).connected).toBe(true);
    closeSockets();
    await own.close();
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

describe('heartbeats', () => {
  test('appear in the list, sorted by id, with an age and a date', async () => {
    const gateway = await device();
    for (const nodeId of ['b-2', 'b-10', 'a']) expect(await report(gateway, nodeId)).toEqual({ ok: true });
    const list = await statuses(await screen());
    expect(list.map(({ nodeId }) => nodeId)).toEqual(['a', 'b-10', 'b-2']);
    for (const { lastHeartbeat, durationSinceLastMs } of list) {
      expect(Math.abs(Date.now() - Date.parse(lastHeartbeat!))).toBeLessThan(60_000);
      expect(durationSinceLastMs).toBeGreaterThanOrEqual(0);
    }
  });

  test('a node that was announced and never heard has neither', async () => {
    const gateway = await device();
    await new Promise((resolve) => gateway.emit('announce', { nodeId: 'quiet' }, resolve));
    expect(await statuses(await screen())).toContainEqual({
      nodeId: 'quiet',
      lastHeartbeat: null,
      durationSinceLastMs: null,
    });
  });

  test('are taken from devices only, and lists are given to readers only', async () => {
    const reader = await screen();
    const answered: unknown[] = [];
    reader.emit('heartbeat', { nodeId: 'invented' }, (answer) => answered.push(answer));
    const writer = await device();
    writer.on('nodeStatuses', () => answered.push('a list'));
    writer.emit('getNodeStatuses');
    await report(writer, 'real');
    const ids = (await statuses(reader)).map(({ nodeId }) => nodeId);
    expect(ids).toContain('real');
    expect(ids).not.toContain('invented');
    expect(answered).toEqual([]);
  });

  test('the day is told in quarter hours, beside the hours the server listened', async () => {
    const gateway = await device();
    await report(gateway, 'told');
    const reader = await screen();
    const answer = next(reader, 'nodeHistories');
    reader.emit('getNodeHistories', { nodeIds: ['told', 'unknown'] });
    const { histories } = await answer;
    expect(histories.map(({ nodeId }) => nodeId)).toEqual(['told']);
    expect(histories[0]!.heard).toMatch(/^0{94}[01]{2}$/);
    expect(histories[0]!.heard).toContain('1');
  });
});

describe('brightness', () => {
  test('is asked of the device and told to whom asked only', async () => {
    const gateway = await device();
    await report(gateway, 'lamp-1');
    await report(gateway, 'lamp-2');
    gateway.on('getBrightness', ({ nodeId }) => {
      gateway.emit('brightness', { nodeId, brightness: nodeId === 'lamp-1' ? 11 : 22 });
    });
    const [one, other, bystander] = [await screen(), await screen(), await screen()];
    const overheard: unknown[] = [];
    bystander.on('brightness', (answer) => overheard.push(answer));
    const answers = [next(one, 'brightness'), next(other, 'brightness')];
    one.emit('getBrightness', { nodeId: 'lamp-1' });
    other.emit('getBrightness', { nodeId: 'lamp-2' });
    expect(await Promise.all(answers)).toEqual([
      { nodeId: 'lamp-1', brightness: 11 },
      { nodeId: 'lamp-2', brightness: 22 },
    ]);
    await statuses(bystander);
    expect(overheard).toEqual([]);
  });

  test('reaches each of several who ask for the same node, once for each question', async () => {
    const gateway = await device();
    await report(gateway, 'busy');
    gateway.on('getBrightness', (node) => gateway.emit('brightness', { ...node, brightness: 7 }));
    const askers = await Promise.all(Array.from({ length: 5 }, screen));
    const heard = askers.map((asker) => {
      const replies: unknown[] = [];
      asker.on('brightness', (reply) => replies.push(reply));
      return replies;
    });
    const first = askers.map((asker) => next(asker, 'brightness'));
    for (const asker of askers) asker.emit('getBrightness', { nodeId: 'busy' });
    await Promise.all(first);
    await Promise.all(askers.map(statuses));
    expect(heard.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('of an unknown or silent node is not answered, and nobody may answer for another', async () => {
    const [gateway, impostor, reader] = [await device(), await device(), await screen()];
    await report(gateway, 'honest');
    gateway.on('getBrightness', () => undefined);
    const heard: unknown[] = [];
    reader.on('brightness', (reply) => heard.push(reply));
    const asked = next(gateway, 'getBrightness');
    reader.emit('getBrightness', { nodeId: 'honest' });
    reader.emit('getBrightness', { nodeId: 'nobody' });
    await asked;
    const outcome = await new Promise((resolve) =>
      impostor.emit('brightness', { nodeId: 'honest', brightness: 1 }, resolve),
    );
    expect(outcome).toEqual({ ok: false, message: 'Send a heartbeat for this node first' });
    await statuses(reader);
    expect(heard).toEqual([]);
  });

  test('follows a device to its new connection', async () => {
    const old = await device();
    await report(old, 'mover');
    const fresh = await device();
    await report(fresh, 'mover');
    old.disconnect();
    fresh.on('getBrightness', (node) => fresh.emit('brightness', { ...node, brightness: 3 }));
    const reader = await screen();
    const reply = next(reader, 'brightness');
    reader.emit('getBrightness', { nodeId: 'mover' });
    expect(await reply).toEqual({ nodeId: 'mover', brightness: 3 });
  });
});

describe('credentials that end', () => {
  test('a revoked key closes its sockets and nobody else’s', async () => {
    const doomedKey = await server.createKey('doomed', 'node');
    const doomed = await connected(openSocket(server.origin, doomedKey));
    const other = await device();
    const end = ended(doomed);
    await server.dependencies.keys.revoke('doomed');
    server.dependencies.credentialChanges.announce();
    expect(await end).toBe('io server disconnect: The token or API key of this connection is no longer valid');
    expect(await report(other, 'still-here')).toEqual({ ok: true });
    expect((await refusal(openSocket(server.origin, doomedKey))).message).toBe('This token or API key is not valid');
  });

  test('signing out closes the sockets of that session', async () => {
    const { token } = await server.signIn();
    const socket = await connected(openSocket(server.origin, token));
    const end = ended(socket);
    await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect(await end).toContain('io server disconnect');
  });
});
