import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { HomeTopics } from '#domain/mqtt/homeAssistant.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { HAS_MOSQUITTO, Mosquitto } from '../support/mosquitto.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const LOOK_MS = 2_000;
const MINUTE_MS = 60_000;
let broker: Mosquitto;
let server: TestServer | undefined;
let topics: HomeTopics;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  if (HAS_MOSQUITTO) broker = await Mosquitto.prepare();
});

afterEach(async () => {
  closeSockets();
  await server?.close();
  server = undefined;
  if (HAS_MOSQUITTO) await broker.remove();
  vi.useRealTimers();
});

async function start(url = broker.url): Promise<TestServer> {
  server = await startTestServer({ mqttUrl: url });
  topics = new HomeTopics(server.dependencies.installation.id);
  return server;
}

/** Lets the server look again and again, until this is so. */
async function soon(check: () => void): Promise<void> {
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(LOOK_MS);
      check();
    },
    { timeout: 20_000, interval: 20 },
  );
}

async function gatewayOf(on: TestServer) {
  return connected(openSocket(on.origin, await on.createKey('Gateway', 'node')));
}

function stateOf(seen: Map<string, string>, topic: string): unknown {
  return JSON.parse(seen.get(topic) ?? 'null');
}

describe.skipIf(!HAS_MOSQUITTO)('a real Mosquitto (skipped where Debian’s package mosquitto is not installed)', () => {
  test('nodes and tablets appear, change, and disappear when they are forgotten', async () => {
    await broker.start();
    const seen = await broker.watch();
    const running = await start();
    const gateway = await gatewayOf(running);
    await report(gateway, 'hall/1', 40);
    const admin = await TabletClient.on(running);
    const tablet = await admin.make({ name: 'Kitchen' });
    const node = { kind: 'node', id: 'hall/1' } as const;
    const wall = { kind: 'tablet', id: tablet.id } as const;

    await soon(() => {
      expect(seen.get(topics.status)).toBe('online');
      expect(stateOf(seen, topics.state(node))).toMatchObject({ connected: 'ON', brightness: 40 });
      expect(stateOf(seen, topics.state(wall))).toMatchObject({ connected: 'OFF', battery: null });
    });
    expect(stateOf(seen, topics.discovery(node))).toMatchObject({ device: { name: 'hall/1', model: 'Node' } });
    expect(stateOf(seen, topics.discovery(wall))).toMatchObject({ device: { name: 'Kitchen', model: 'Tablet' } });
    expect(stateOf(seen, topics.serverDiscovery)).toMatchObject({ device: { model: 'Server' } });

    await admin.admin('PATCH', ADMIN_PATHS.tablet(tablet.id), { name: 'Bath' });
    await report(gateway, 'hall/1', 70);
    await soon(() => {
      expect(stateOf(seen, topics.state(node))).toMatchObject({ brightness: 70 });
      expect(stateOf(seen, topics.discovery(wall))).toMatchObject({ device: { name: 'Bath' } });
    });

    await admin.admin('DELETE', ADMIN_PATHS.tablet(tablet.id));
    await soon(() => expect([...seen.keys()].filter((topic) => topic.includes(tablet.id))).toEqual([]));
    expect(seen.has(topics.discovery(node)), 'the node stays').toBe(true);
    await admin.admin('DELETE', ADMIN_PATHS.node(node.id));
    await soon(() => expect([...seen.keys()].sort()).toEqual([topics.status, topics.serverDiscovery]));
  });

  test('a forgotten flood is gone from Home Assistant too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await broker.start();
    const seen = await broker.watch();
    const running = await start();
    await soon(() => expect(seen.get(topics.status)).toBe('online'));
    // At the beginning of a minute, in which new names are counted: a poll takes the clock further as well.
    vi.setSystemTime((Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS);
    const stranger = await broker.connect();
    for (let name = 0; name < 200; name += 1)
      await stranger.publishAsync(`${topics.state({ kind: 'node', id: `x${name}` })}/ping`, '1');
    const admin = await TabletClient.on(running);
    // No look before the server has read all of them: each takes the clock two seconds further.
    await expect
      .poll(() => admin.admin('GET', ADMIN_PATHS.brokerNodes))
      .toMatchObject({ body: { count: 10, dropped: { count: 190 } } });
    const devices = () => [...seen.keys()].filter((topic) => topic.startsWith('homeassistant/device/'));
    // With the server itself.
    await soon(() => expect(devices()).toHaveLength(11));
    expect(await admin.admin('DELETE', ADMIN_PATHS.brokerNodes)).toMatchObject({
      status: 200,
      body: { forgotten: 10 },
    });
    await soon(() =>
      expect([...seen.keys()].filter((topic) => !topic.endsWith('/ping')).sort()).toEqual(
        [topics.status, topics.serverDiscovery].sort(),
      ),
    );
  });

  test('the server starts without its broker, and connects when the broker comes and comes back', async () => {
    const running = await start();
    expect((await running.call('/health')).status).toBe(200);
    vi.advanceTimersByTime(LOOK_MS);
    for (const round of ['first', 'after a crash']) {
      await broker.start();
      const seen = await broker.watch();
      await soon(() => expect(seen.get(topics.status), round).toBe('online'));
      await broker.stop();
    }
  });

  test('what was forgotten while the server was away is taken back; at its end the server says that it is away', async () => {
    await broker.start();
    const seen = await broker.watch();
    const running = await start();
    await soon(() => expect(seen.get(topics.status)).toBe('online'));
    const stray = { kind: 'node', id: 'gone' } as const;
    await running.close();
    server = undefined;
    await expect.poll(() => seen.get(topics.status)).toBe('offline');

    await start();
    const before = await broker.connect();
    for (const topic of [topics.state(stray), topics.discovery(stray)])
      await before.publishAsync(topic, '{}', { retain: true, qos: 1 });
    await expect.poll(() => seen.has(topics.discovery(stray))).toBe(true);
    await soon(() => expect(seen.has(topics.discovery(stray)) || seen.has(topics.state(stray))).toBe(false));
  });

  test('a home commands a tablet, with nothing but what the topics say', async () => {
    await broker.start();
    const seen = await broker.watch();
    const running = await start();
    const photos = await PhotoClient.on(running);
    const album = await photos.createAlbum({ name: 'Lake', slug: 'lake' });
    const admin = await TabletClient.on(running);
    const tablet = await admin.make({ name: 'Kitchen' });
    const reader = await EventReader.open(running.origin, tablet.key);
    const wall = { kind: 'tablet', id: tablet.id } as const;
    await soon(() =>
      expect(stateOf(seen, topics.discovery(wall))).toMatchObject({
        components: {
          album: { platform: 'select', options: ['All', 'Lake'], command_topic: topics.command(tablet.id, 'album') },
          awake: { platform: 'switch', payload_on: 'ON', payload_off: 'OFF' },
          message: { platform: 'text', max: 140 },
          next: { platform: 'button' },
        },
      }),
    );
    const home = await broker.connect();
    // Not one of its albums: nothing of it reaches the tablet.
    await home.publishAsync(topics.command(tablet.id, 'album'), 'No such album', { qos: 1 });
    await home.publishAsync(topics.command(tablet.id, 'album'), 'Lake', { qos: 1 });
    expect((await reader.next('command')).data).toEqual({ command: 'show', albumId: album.id });
    reader.close();
  });

  test('a home chooses between the albums that a tablet sees, with all below them', async () => {
    await broker.start();
    const seen = await broker.watch();
    const running = await start();
    const photos = await PhotoClient.on(running);
    const lake = await photos.createAlbum({ name: 'Lake', slug: 'lake' });
    await photos.createAlbum({ name: 'Pier', slug: 'pier', parentAlbumId: lake.id });
    await photos.createAlbum({ name: 'Attic', slug: 'attic' });
    const tablet = await (await TabletClient.on(running)).make({ name: 'Kitchen', albumIds: [lake.id] });
    const discovery = () => stateOf(seen, topics.discovery({ kind: 'tablet', id: tablet.id }));
    await soon(() => expect(discovery()).toHaveProperty('components.album.options'));
    expect(Object(discovery()).components.album.options.toSorted()).toEqual(['All', 'Lake', 'Pier']);
  });

  test('a home commands nothing where that is switched off', async () => {
    await broker.start();
    const seen = await broker.watch();
    server = await startTestServer({ mqttUrl: broker.url, mqttCommands: false });
    topics = new HomeTopics(server.dependencies.installation.id);
    const admin = await TabletClient.on(server);
    const tablet = await admin.make({ name: 'Kitchen' });
    const wall = { kind: 'tablet', id: tablet.id } as const;
    await soon(() => expect(seen.has(topics.discovery(wall))).toBe(true));
    expect(stateOf(seen, topics.discovery(wall))).not.toHaveProperty('components.next');
    const told = vi.spyOn(server.dependencies.tabletListeners, 'tell');
    const home = await broker.connect();
    await home.publishAsync(topics.command(tablet.id, 'next'), 'PRESS', { qos: 1 });
    await soon(() => expect(seen.has(topics.command(tablet.id, 'next'))).toBe(true));
    expect(told).not.toHaveBeenCalled();
  });

  test('a wrong password is told without the password, once', async () => {
    await broker.start();
    const running = await start(broker.urlWith('not-the-password'));
    const warn = vi.spyOn(running.app.log, 'warn');
    await soon(() => expect(warn).toHaveBeenCalled());
    for (let looks = 0; looks < 10; looks += 1) await vi.advanceTimersByTimeAsync(LOOK_MS);
    const lines = warn.mock.calls.map((call) => JSON.stringify(call));
    expect(lines).toEqual([expect.stringMatching(/MQTT broker 127\.0\.0\.1:\d+ is lost: .*uthori/)]);
    expect(lines.join()).not.toContain('not-the-password');
  });
});
