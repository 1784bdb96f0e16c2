import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeSockets, connected, next, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
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

const device = () => connected(openSocket(server.origin, nodeKey));
const screen = () => connected(openSocket(server.origin, kioskKey));

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

  test('a day has quarter hours with heartbeats, beside those in which the server listened', async () => {
    const gateway = await device();
    await report(gateway, 'told');
    const reader = await screen();
    const answer = next(reader, 'nodeHistories');
    reader.emit('getNodeHistories', { nodeIds: ['told', 'unknown'] });
    const { histories } = await answer;
    expect(histories.map(({ nodeId }) => nodeId)).toEqual(['told']);
    expect(histories[0]!.heard).toMatch(/^-{94}(?:-1|10)$/);
    expect(histories[0]!.heard).toContain('1');
  });

  test('an expected node was not silent before its first heartbeat', async () => {
    const gateway = await device();
    await new Promise((resolve) => gateway.emit('announce', { nodeId: 'expected' }, resolve));
    const reader = await screen();
    const answer = next(reader, 'nodeHistories');
    reader.emit('getNodeHistories', { nodeIds: ['expected'] });
    expect((await answer).histories).toEqual([{ nodeId: 'expected', heard: '-'.repeat(96) }]);
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

  test('goes once to each request of several clients for the same node', async () => {
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

  test.each(['polling', 'websocket'] as const)(
    'is taken with the heartbeat of a new node, by %s',
    async (transport) => {
      const gateway = await connected(openSocket(server.origin, nodeKey, { transports: [transport] }));
      const nodeId = `at once by ${transport}`;
      const answers = Array.from({ length: 20 }, async (_, index) => {
        const node = `${nodeId} ${index}`;
        const heard = report(gateway, node);
        const read = new Promise((resolve) => gateway.emit('brightness', { nodeId: node, brightness: index }, resolve));
        return [await heard, await read];
      });
      for (const both of await Promise.all(answers)) expect(both).toEqual([{ ok: true }, { ok: true }]);
    },
  );

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
