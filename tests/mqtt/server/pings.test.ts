import { EventEmitter } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { HomeTopics } from '#domain/mqtt/homeAssistant.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { nodes as nodesSubject } from '#server/nodes/index.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

/** Takes the place of a connection to a broker. */
class FakeClient extends EventEmitter {
  connected = true;
  subscribe(): void {
    // It is sent nothing that it does not ask for.
  }
  end(): void {
    this.connected = false;
  }
  async endAsync(): Promise<void> {
    this.end();
  }
  async publishAsync(): Promise<void> {
    // It keeps nothing.
  }
}

let client: FakeClient;
const servers: TestServer[] = [];
vi.mock('mqtt', () => ({ connect: () => (client = new FakeClient()) }));
afterAll(async () => {
  vi.useRealTimers();
  for (const server of servers) await server.close();
});

async function connectedServer(mqttCommands: boolean) {
  // At the beginning of a minute, in which turns are counted.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2026-06-15T12:00:00Z') });
  const server = await startTestServer({ mqttUrl: 'mqtt://broker', mqttCommands });
  servers.push(server);
  const before = client;
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => client).not.toBe(before);
  await expect.poll(() => client.listenerCount('message')).toBe(1);
  const { token } = await server.signIn({ permissions: ['admin'] });
  const topics = new HomeTopics(server.dependencies.installation.id);
  const say = (nodeId: string, message: string, retain = false) =>
    client.emit('message', `${topics.state({ kind: 'node', id: nodeId })}/ping`, Buffer.from(message), { retain });
  const broker = (method = 'GET', as = token) => server.call(ADMIN_PATHS.brokerNodes, { method, token: as });
  return { server, token, say, broker, node: (nodeId: string) => server.call(ADMIN_PATHS.node(nodeId), { token }) };
}

test('a message to the topic of a node is a ping, unless the node belongs to a key', async () => {
  const { server, say, node } = await connectedServer(true);
  say('meter / ü', '{"value":3.5,"unit":"kW","text":"sun"}');
  expect(await node('meter / ü')).toMatchObject({ status: 200, body: { brightness: 3.5, unit: 'kW', text: 'sun' } });
  say('meter / ü', '4');
  expect(await node('meter / ü')).toMatchObject({ body: { brightness: 4, unit: 'kW' } });
  say('old', '1', true);
  say('bad', 'warm');
  say('x'.repeat(129), '1');
  for (const id of ['old', 'bad', 'x'.repeat(129)]) expect((await node(id)).status, id).toBe(404);

  const key = await server.createKey('Sensor', 'node');
  await server.call(`/ping/${key}/owned?value=1`);
  say('owned', '2');
  expect(await node('owned')).toMatchObject({ body: { brightness: 1 } });
});

test('MQTT_COMMANDS=off ends that', async () => {
  const { say, node } = await connectedServer(false);
  say('meter', '1');
  expect((await node('meter')).status).toBe(404);
});

const LOOK_MS = 2_000;
const MINUTE_MS = 60_000;

test('a flood of names makes a few nodes a minute, which the page and one line of the log tell', async () => {
  const { server, say, broker, node } = await connectedServer(true);
  const warn = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined);
  expect(await broker()).toMatchObject({ status: 200, body: { count: 0, most: 500, dropped: null } });
  const flood = (names: number) => {
    for (let name = 0; name < names; name += 1) say(`x${name}`, '1');
  };
  flood(60_000);
  const inFirst = 10;
  const dropped = { count: 60_000 - inFirst, why: 'too-often', at: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(await broker()).toMatchObject({ body: { count: inFirst, dropped } });
  expect((await node('x9')).status).toBe(200);
  expect((await node('x10')).status).toBe(404);
  const lines = () => warn.mock.calls.map((call) => String(call[0])).filter((line) => line.includes('dropped'));
  for (let looks = 0; looks < 10; looks += 1) await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(lines()).toEqual([expect.stringContaining('59,990 pings by MQTT were dropped: ')]);

  server.clock.advance(MINUTE_MS);
  for (let name = 0; name < 100; name += 1) say(`y${name}`, '1');
  expect(await broker()).toMatchObject({ body: { count: 2 * inFirst, dropped: { why: 'new-names' } } });
  for (let looks = 0; looks < 10; looks += 1) await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toContain('90 pings by MQTT were dropped: MQTT may make 10 new nodes a minute');
});

test('the nodes of a broker have an end, and a sensor with its key a place', async () => {
  const { server, say, broker, node } = await connectedServer(true);
  for (let minute = 0; minute < 51; minute += 1) {
    for (let name = 0; name < 10; name += 1) say(`${minute} ${name}`, '1');
    server.clock.advance(MINUTE_MS);
  }
  expect(await broker()).toMatchObject({ body: { count: 500, dropped: { count: 10, why: 'full' } } });
  const key = await server.createKey('Sensor', 'node');
  expect((await server.call(`/ping/${key}/${encodeURIComponent('a real sensor')}`)).status).toBe(204);
  // A key takes a node of the broker too, and then another one has its place.
  expect((await server.call(`/ping/${key}/${encodeURIComponent('0 0')}`)).status).toBe(204);
  expect(await broker()).toMatchObject({ body: { count: 499 } });
  say('0 0', '7');
  expect(await node('0 0')).toMatchObject({ body: { brightness: 1, key: { name: 'Sensor' } } });
  say('late', '1');
  expect((await node('late')).status).toBe(200);
});

test('one node is pinged as often as by HTTP', async () => {
  const { say, broker, node } = await connectedServer(true);
  for (let ping = 1; ping <= 60; ping += 1) say('loop', String(ping));
  expect(await node('loop')).toMatchObject({ body: { brightness: 50 } });
  expect(await broker()).toMatchObject({ body: { dropped: { count: 10, why: 'too-often' } } });
});

test('an admin forgets all that came by the broker, with its history, and the log tells', async () => {
  const { server, token, say, broker, node } = await connectedServer(true);
  const { nodes, samples } = nodesSubject.of(server.dependencies.core);
  await nodes.add('expected by the operator');
  const key = await server.createKey('Sensor', 'node');
  await server.call(`/ping/${key}/owned?value=1`);
  await server.call(`/ping/${key}/released?value=1`);
  await server.call(ADMIN_PATHS.releaseNode('released'), { method: 'POST', token });
  for (let name = 0; name < 20; name += 1) {
    if (name === 10) server.clock.advance(MINUTE_MS);
    say(`x${name}`, '1');
  }
  const written = async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return (await nodes.owners()).size;
  };
  await expect.poll(written).toBe(23);
  const stretch = Math.floor(server.dependencies.now() / 3_600_000) - 1;
  const hour = { stretch, heartbeats: 1, minutes: 1, readings: 0, mean: null, low: null, high: null };
  const ids = ['owned', ...Array.from({ length: 20 }, (_, name) => `x${name}`)];
  await samples.save({ fives: [], hours: Array.from(ids, (nodeId) => ({ ...hour, nodeId })) });
  const histories = () =>
    Promise.all(
      ['owned', 'x0', 'x19'].map(async (id) => (await samples.read(id, 'year', server.dependencies.now())).length),
    );
  expect(await histories()).toEqual([1, 1, 1]);

  const { token: nobody } = await server.signIn({ permissions: ['photos:write'] });
  expect((await broker('DELETE', nobody)).status).toBe(403);
  expect(await broker('DELETE')).toMatchObject({ status: 200, body: { forgotten: 20 } });
  expect(await broker()).toMatchObject({ body: { count: 0 } });
  expect((await node('x0')).status).toBe(404);
  for (const id of ['owned', 'released']) expect((await node(id)).status, id).toBe(200);
  expect([...(await nodes.owners()).keys()].toSorted()).toEqual(['expected by the operator', 'owned', 'released']);
  expect(await histories()).toEqual([1, 0, 0]);
  const { body } = await server.call(ADMIN_PATHS.audit, { token });
  expect(JSON.stringify(body)).toContain('20 nodes that came by MQTT');
  // Nothing to forget is no event.
  expect(await broker('DELETE')).toMatchObject({ body: { forgotten: 0 } });
  server.clock.advance(MINUTE_MS);
  say('x0', '2');
  expect(await node('x0')).toMatchObject({ status: 200, body: { brightness: 2 } });
});
