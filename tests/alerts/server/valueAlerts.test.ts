import { nodes } from '#server/nodes/index.ts';
import { alerts as alertsSubject } from '#server/alerts/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOnce, type WatchStates } from '#server/alerts/keepWatch.ts';
import { watchedValues } from '#server/nodes/watchedNodes.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Ping } from '#domain/nodes/ping.ts';
import { restAlerts } from '../support/restingAlerts.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const LOOK_MS = 10_000;
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
  await alertsSubject
    .of(server.dependencies.core)
    .alerts.addChannel('test', { kind: 'webhook', url: 'http://127.0.0.1:1/' });
});
afterAll(() => server.close());

/** A watch of its own on the server's database, in a time that the test makes. */
function watchOf() {
  restAlerts(server);
  const { core, now } = server.dependencies;
  const { alerts } = alertsSubject.of(core);
  const { nodeAdmin } = nodes.of(core);
  let monotonic = 0;
  const clock = { now, monotonicNow: () => monotonic };
  const registry = new NodeRegistry(clock);
  const options = {
    kinds: [watchedValues({ registry, nodeAdmin })],
    alerts,
    checkNetwork: async () => ({ isUp: true, mark: '' }),
    onError: (error: unknown) => expect.unreachable(String(error)),
    ...clock,
  };
  let states: WatchStates = {};
  return {
    ping: (nodeId: string, ping: Ping) => registry.heartbeat({ nodeId, ping }),
    restart: () => {
      states = {};
    },
    pass: async (minutes: number) => {
      for (let looks = 0; looks < (minutes * 60_000) / LOOK_MS; looks++) {
        monotonic += LOOK_MS;
        await checkOnce(states, options);
      }
    },
    /** The messages that were put out since the last call. */
    messages: async () => {
      const due = await alerts.due(now());
      for (const { id } of due) await alerts.done(id);
      return due.map(({ message: { title, body, about, nodeIds } }) => ({ title, body, about, nodeIds }));
    },
  };
}

test('a value beyond its limit for so many minutes is told of once, over a restart, and so is its return', async () => {
  const { ping, restart, pass, messages } = watchOf();
  const limits = { above: 28, below: 5, minutes: 10 };
  await nodes.of(server.dependencies.core).nodeAdmin.change('cellar', { limits });
  ping('cellar', { value: 20, unit: '°C' });
  await pass(20);
  ping('cellar', { value: 31 });
  await pass(8);
  // Shorter than the minutes: nothing.
  ping('cellar', { value: 28 });
  await pass(5);
  ping('cellar', { value: 31 });
  await pass(9);
  expect(await messages()).toEqual([]);
  await pass(3);
  restart();
  await pass(15);
  const told = { about: 'values', nodeIds: ['cellar'] };
  expect(await messages()).toEqual([
    { title: 'cellar needs attention', body: '31 °C, above 28 °C for 10 minutes.', ...told },
  ]);
  ping('cellar', { value: 4 });
  await pass(30);
  expect(await messages()).toEqual([]);
  ping('cellar', { value: 6 });
  await pass(2);
  expect(await messages()).toEqual([{ title: 'cellar is back to normal', body: '6 °C now.', ...told }]);
});

test('a failure is told of at once, with its text, and a muted node is not', async () => {
  const { ping, pass, messages } = watchOf();
  await nodes.of(server.dependencies.core).nodeAdmin.change('quiet', { isMuted: true });
  ping('backup', {});
  await pass(1);
  ping('backup', { ok: false, text: 'no space left' });
  ping('quiet', { ok: false });
  await pass(2);
  expect(await messages()).toMatchObject([{ title: 'backup needs attention', body: 'It failed: no space left' }]);
  ping('backup', {});
  await pass(2);
  expect(await messages()).toMatchObject([{ title: 'backup is back to normal', body: 'It says that all is well.' }]);
});

test('limits are written by an admin, and must not cross', async () => {
  const key = await server.createKey('Sensors', 'node');
  await server.call(`/ping/${key}/attic?value=3`);
  // New nodes are written within a second.
  const node = async () => JSON.stringify((await server.call(ADMIN_PATHS.node('attic'), { token })).body);
  await expect.poll(node, { timeout: 10_000 }).toContain('Sensors');
  const change = (limits: unknown) =>
    server.call(ADMIN_PATHS.node('attic'), { method: 'PATCH', token, body: { limits } });
  const limits = { above: null, below: -2.5, minutes: 0 };
  expect(await change(limits)).toMatchObject({ status: 200, body: { limits } });
  expect((await change({ above: 1, below: 1, minutes: 5 })).status).toBe(400);
  expect(await change(null)).toMatchObject({ status: 200, body: { limits: null } });
});
