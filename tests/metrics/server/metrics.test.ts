import { spawnSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { readExposition, type Sample } from '../support/exposition.ts';
import { connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
afterEach(() => server.close());

async function read(token?: string): Promise<Sample[]> {
  const { status, body } = await server.call('/metrics', token === undefined ? {} : { token });
  expect(status).toBe(200);
  return readExposition(String(body));
}

function valueOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  return samples.find(
    (sample) =>
      sample.name === `circuit_tree_${name}` &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

test('from the first reading on, values are finite, named by their kind, and count from the start of the process', async () => {
  server = await startTestServer();
  const { user, system } = process.cpuUsage();
  const text = String((await server.call('/metrics')).body);
  expect(text).not.toMatch(/nan|9223372036|[+-]Inf$/im);
  const misnamed = [...text.matchAll(/^# TYPE (\S+_total) (?!counter)/gm)].map(([, name]) => name);
  expect(misnamed).toEqual([]);
  const cpu = readExposition(text).find(({ name }) => name === 'process_cpu_seconds_total');
  expect(cpu?.value).toBeGreaterThanOrEqual((user + system) / 1_000_000);
});

test('metrics count requests by route and status, uploads by result, storage, decoders and the process', async () => {
  server = await startTestServer();
  const photos = await PhotoClient.on(server);
  const album = await photos.createAlbum();
  const picture = await jpeg({ seed: 1 });
  await photos.upload(album.id, { 'a.jpg': picture, 'b.pdf': Buffer.from('%PDF-1.4'), 'c.jpg': Buffer.alloc(0) });
  await photos.upload(album.id, { 'a.jpg': picture });
  for (let asked = 0; asked < 3; asked += 1) await server.call('/health');
  await server.call('/users');

  const samples = await read();
  expect(valueOf(samples, 'http_requests_total', { route: '/health', status: '2xx', method: 'GET' })).toBe(3);
  expect(valueOf(samples, 'http_requests_total', { route: '/users', status: '4xx' })).toBe(1);
  const upload = { route: '/photos/albums/:id/photos', method: 'POST' };
  expect(valueOf(samples, 'http_requests_total', { ...upload, status: '2xx' })).toBe(2);
  expect(valueOf(samples, 'http_request_duration_seconds_count', { route: '/health' })).toBe(3);
  expect(valueOf(samples, 'http_request_duration_seconds_bucket', { route: '/health', le: '+Inf' })).toBe(3);
  expect(valueOf(samples, 'http_request_duration_seconds_sum', { route: '/health' })).toBeGreaterThan(0);
  expect(valueOf(samples, 'uploads_total', { outcome: 'accepted' })).toBe(1);
  expect(valueOf(samples, 'uploads_total', { outcome: 'duplicate' })).toBe(1);
  expect(valueOf(samples, 'uploads_refused_total', { reason: 'no-picture' })).toBe(1);
  expect(valueOf(samples, 'uploads_refused_total', { reason: 'damaged' })).toBe(1);
  expect(valueOf(samples, 'upload_bytes_total')).toBe(2 * picture.length);
  expect(valueOf(samples, 'storage_used_bytes')).toBe(picture.length);
  expect(valueOf(samples, 'storage_free_bytes')).toBeGreaterThan(0);
  expect(valueOf(samples, 'decoders', { state: 'busy' })).toBe(0);
  expect(valueOf(samples, 'decoders_waiting')).toBe(0);
  expect(valueOf(samples, 'decoder_losses_total')).toBe(0);
  expect(valueOf(samples, 'backup_age_seconds')).toBeUndefined();
  expect(valueOf(samples, 'event_loop_utilisation')).toBeGreaterThan(0);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
    expect(samples.find((sample) => sample.name === name)?.value, name).toBeGreaterThanOrEqual(0);
  }
});

test('the metrics of the subjects have an order of their own', async () => {
  server = await startTestServer();
  const text = String((await server.call('/metrics')).body);
  expect([...text.matchAll(/^# TYPE circuit_tree_(\S+ \S+)$/gm)].map(([, metric]) => metric)).toEqual([
    'http_requests_total counter',
    'http_request_duration_seconds histogram',
    'uploads_total counter',
    'uploads_refused_total counter',
    'upload_bytes_total counter',
    'decoders gauge',
    'decoders_waiting gauge',
    'decoder_losses_total counter',
    'sockets gauge',
    'nodes gauge',
    'tablets gauge',
    'tablets_online gauge',
    'storage_used_bytes gauge',
    'storage_free_bytes gauge',
    'backup_age_seconds gauge',
    'event_loop_utilisation gauge',
  ]);
});

test('sockets, nodes and tablets', async () => {
  server = await startTestServer();
  const device = await connected(openSocket(server.origin, await server.createKey('device', 'node')));
  await report(device, 'lamp');
  await device.emitWithAck('announce', { nodeId: 'never-heard' });
  const tablets = await TabletClient.on(server);
  const listening = await EventReader.open(server.origin, (await tablets.make()).key);
  await tablets.make();

  const samples = await read();
  expect(valueOf(samples, 'sockets', { kind: 'reporter' })).toBe(1);
  expect(valueOf(samples, 'sockets', { kind: 'reader' })).toBe(0);
  expect(valueOf(samples, 'nodes', { state: 'on-time' })).toBe(1);
  expect(valueOf(samples, 'nodes', { state: 'late' })).toBe(1);
  expect(valueOf(samples, 'tablets')).toBe(2);
  expect(valueOf(samples, 'tablets_online')).toBe(1);
  device.disconnect();
  listening.close();
});

test('no label has a value that a client could make up', async () => {
  server = await startTestServer();
  for (let made = 0; made < 20; made += 1) {
    await server.call(`/no-such-${made}`);
    await server.call(`/photos/albums/${made}/photos`, { method: 'POST', body: {} });
    await server.call(`/photos/x${made}/medium/y${made}`);
    await server.call(`/no-such-${made}`, { method: 'REPORT' });
  }
  const samples = (await read()).filter(({ labels }) => labels.route !== undefined);
  const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  for (const route of routes)
    expect(
      server.routes.some((known) => known.endsWith(` ${route}`)),
      route,
    ).toBe(true);
  // A row for each class of status, and those of the histogram, of four routes.
  expect(samples.length).toBeLessThan(4 * 20);
});

test('without METRICS_TOKEN only this machine may read, and no proxy on it', async () => {
  server = await startTestServer();
  await read();
  const proxied: Record<string, string>[] = [
    { 'X-Forwarded-For': '10.0.0.7' },
    { Via: '1.1 proxy' },
    { Forwarded: 'for=10.0.0.7' },
  ];
  for (const headers of proxied) {
    const { status, body } = await server.call('/metrics', { headers });
    expect([status, body]).toEqual([403, { message: expect.stringContaining('METRICS_TOKEN') }]);
  }
});

test('with METRICS_TOKEN nobody reads without it, and wrong ones are counted as guesses', async () => {
  server = await startTestServer({ metricsToken: 'a-long-token' });
  await read('a-long-token');
  expect((await server.call('/metrics')).status).toBe(401);
  let status = 0;
  for (let guess = 0; guess < 70; guess += 1) status = (await server.call('/metrics', { token: `${guess}` })).status;
  expect(status).toBe(429);
  await read('a-long-token');
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('promtool finds nothing to complain about (skipped where it is not installed)', async () => {
  server = await startTestServer();
  await server.call('/health');
  const { body } = await server.call('/metrics');
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
    input: String(body),
    encoding: 'utf8',
  });
  // The names of Node's own metrics are not ours to choose.
  const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('circuit_tree_'));
  expect({ ours, isBroken: status !== null && status > 1 && /error/i.test(stderr) }).toEqual({
    ours: [],
    isBroken: false,
  });
});
