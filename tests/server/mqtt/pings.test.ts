import { EventEmitter } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { HomeTopics } from '#domain/homeAutomation/homeAssistant.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = await startTestServer({ mqttUrl: 'mqtt://broker', mqttCommands });
  servers.push(server);
  const before = client;
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(client).not.toBe(before));
  await vi.waitFor(() => expect(client.listenerCount('message')).toBe(1));
  const { token } = await server.signIn({ permissions: ['admin'] });
  const topics = new HomeTopics(server.dependencies.installation.id);
  const say = (nodeId: string, message: string, retain = false) =>
    client.emit('message', `${topics.state({ kind: 'node', id: nodeId })}/ping`, Buffer.from(message), { retain });
  return { server, say, node: (nodeId: string) => server.call(ADMIN_PATHS.node(nodeId), { token }) };
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
