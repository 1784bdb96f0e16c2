import { nodes } from '#server/nodes/index.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Overview } from '#contract/server/schemas.ts';
import type { NodeDetails, NodeHistory, NodeMark } from '#contract/nodes/schemas.ts';
import { PING_RULES } from '#domain/nodes/ping.ts';
import { PINGS } from '#contract/admin/limits.ts';
import { Hold } from '#server/core/hold.ts';
import { GUESSES } from '#server/core/limits.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { type Call, startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let token: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
  key = await server.createKey('Sensors', 'node');
});
beforeEach(() => server.clock.advance(GUESSES.windowMs));
afterEach(closeSockets);
afterAll(() => server.close());

const ping = (nodeId: string, query = '', call: Call = {}) =>
  server.call(`/ping/${key}/${encodeURIComponent(nodeId)}${query}`, call);
const details = ({ body }: TestResponse): NodeDetails => JSON.parse(JSON.stringify(body));
const node = async (nodeId: string) => details(await server.call(ADMIN_PATHS.node(nodeId), { token }));
/** The nodes that the table marks as in trouble, and their number on the start page. */
async function seenTrouble() {
  const marks: NodeMark[] = JSON.parse(JSON.stringify((await server.call(ADMIN_PATHS.nodeMarks, { token })).body));
  const overview: Overview = JSON.parse(JSON.stringify((await server.call(ADMIN_PATHS.overview, { token })).body));
  return [marks.filter(({ isFailing }) => isFailing).map(({ nodeId }) => nodeId), overview.nodes.failing];
}
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('a call is a heartbeat, with whichever method', async () => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    expect(await ping(`by ${method}`, '', { method })).toMatchObject({ status: 204, body: '' });
    expect(await node(`by ${method}`)).toMatchObject({ brightness: null, unit: null, text: null, isFailing: false });
    expect((await node(`by ${method}`)).durationSinceLastMs).toBeLessThan(60_000);
  }
});

test('a value with unit and text comes in the query, as JSON or as a form', async () => {
  const said = { brightness: 21.5, unit: '°C', text: 'Window & door' };
  const fields = { value: '21.5', unit: '°C', text: 'Window & door' };
  const query = new URLSearchParams(fields).toString();
  expect((await ping('query', `?${query}`)).status).toBe(204);
  expect((await ping('json', '', { method: 'POST', body: { ...fields, value: 21.5 } })).status).toBe(204);
  expect((await ping('form', '', { method: 'POST', body: query, headers: form })).status).toBe(204);
  for (const id of ['query', 'json', 'form']) expect(await node(id), id).toMatchObject(said);

  const { body } = await server.call(`${ADMIN_PATHS.nodeHistory('query')}?span=day`, { token });
  const history: NodeHistory = JSON.parse(JSON.stringify(body));
  expect(history.mean.filter((value) => value !== null)).toEqual([21.5]);
});

test('unit and text stay until there are others; a failure ends with the next ping', async () => {
  await ping('cellar', '?value=5&unit=%C2%B0C&text=cold');
  await ping('cellar', '?value=6');
  expect(await node('cellar')).toMatchObject({ brightness: 6, unit: '°C', text: 'cold' });
  await ping('cellar', '?ok=0&text=sensor%20broken');
  expect(await node('cellar')).toMatchObject({ brightness: 6, text: 'sensor broken', isFailing: true });
  expect(await seenTrouble()).toEqual([['cellar'], 1]);
  await ping('cellar');
  expect(await node('cellar')).toMatchObject({ brightness: 6, text: null, isFailing: false });
  expect(await seenTrouble()).toEqual([[], 0]);
});

test('a brightness of a socket is a value without a unit', async () => {
  await ping('hall', '?value=5&unit=lux');
  await report(await connected(openSocket(server.origin, key)), 'hall', 42);
  expect(await node('hall')).toMatchObject({ brightness: 42, unit: null });
});

test('what is no value is refused with a sentence, and is no heartbeat', async () => {
  for (const [query, message] of [
    ['?value=warm', PING_RULES.value],
    ['?value=1&value=2', PING_RULES.value],
    [`?unit=${'x'.repeat(13)}`, PING_RULES.unit],
    [`?text=${'x'.repeat(141)}`, PING_RULES.text],
    ['?ok=maybe', PING_RULES.ok],
  ] as const) {
    expect(await ping('never', query), query).toMatchObject({ status: 400, body: { message } });
  }
  expect((await ping('never', '', { method: 'POST', body: 'value=1&value=2', headers: form })).status).toBe(400);
  expect((await ping('never', '', { method: 'POST', body: [1] })).status).toBe(400);
  expect((await ping('never', '', { method: 'POST', body: '{', headers: {} })).status).toBe(400);
  expect((await ping('x'.repeat(129))).status).toBe(400);
  expect((await ping('two\nlines')).status).toBe(400);
  expect((await server.call(ADMIN_PATHS.node('never'), { token })).status).toBe(404);
});

test('unknown and revoked keys are told apart, and no other key may ping', async () => {
  const unknown = await server.call('/ping/wrong/lamp');
  expect(unknown).toMatchObject({ status: 401, body: { code: 'credential-unknown' } });
  const revoked = await server.createKey('Given back', 'node');
  await server.call(`/ping/${revoked}/lent`);
  await server.dependencies.keys.revoke('Given back');
  const refused = await server.call(`/ping/${revoked}/lent`);
  expect(refused).toMatchObject({ status: 401, body: { code: 'credential-refused' } });
  const kiosk = await server.createKey('Hall');
  expect((await server.call(`/ping/${kiosk}/lamp`)).status).toBe(403);
});

test('a node belongs to the key that reported it first, until an admin releases it', async () => {
  await ping('owned');
  const other = await server.createKey('Other', 'node');
  const taken = await server.call(`/ping/${other}/owned?value=1`);
  expect(taken).toMatchObject({ status: 409, body: { message: expect.stringContaining('release') } });
  expect((await node('owned')).brightness).toBeNull();
  // However often another key asks, it uses up none of the node's own pings.
  const others = Array.from({ length: 2 * PINGS.perSecond }, () => server.call(`/ping/${other}/owned?value=1`));
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([409]));
  expect((await server.call(ADMIN_PATHS.releaseNode('owned'), { method: 'POST', token })).status).toBe(200);
  expect((await server.call(`/ping/${other}/owned?value=1`)).status).toBe(204);
  expect((await ping('owned')).status).toBe(409);
});

test('too many wrong keys, and too many pings of one node, are refused', async () => {
  for (let guess = 0; guess < GUESSES.perWindow; guess++) await server.call(`/ping/wrong-${guess}/lamp`);
  expect((await server.call('/ping/wrong/lamp')).status).toBe(429);
  // The good key goes on.
  expect((await ping('lamp')).status).toBe(204);
  // All of them in one second, however long they take.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const pings = await Promise.all(Array.from({ length: PINGS.perSecond + 1 }, () => ping('looping')));
  const refused = pings.filter(({ status }) => status !== 204);
  expect(refused.map(({ status }) => status)).toEqual([429]);
});

const saved = async () =>
  (await nodes.of(server.dependencies.core).nodes.load()).find(({ nodeId }) => nodeId === 'stays');

test('what was said stays over a restart', async () => {
  await ping('stays', '?value=3&unit=kWh&text=sun&ok=0');
  // New nodes are written within a second.
  await expect.poll(saved, { timeout: 10_000 }).toBeTruthy();
  expect(await saved()).toMatchObject({ brightness: 3, said: { unit: 'kWh', text: 'sun', isFailing: true } });
});

test('a version that is not confirmed yet keeps pings in memory, and writes them when it is', async () => {
  const hold = new Hold('watched');
  const watched = await startTestServer({}, { hold });
  onTestFinished(() => watched.close());
  const sensors = await watched.createKey('Sensors', 'node');
  for (const method of ['GET', 'POST']) {
    expect((await watched.call(`/ping/${sensors}/by-${method}?value=7`, { method })).status).toBe(204);
  }
  const { db } = watched.dependencies;
  const rows = () => db.selectFrom('nodes').select(['node_id', 'brightness']).orderBy('node_id').execute();
  // Longer than a batch waits.
  await wait(1_500);
  expect(await rows()).toEqual([]);
  hold.end();
  await expect.poll(rows).toEqual([
    { node_id: 'by-GET', brightness: 7 },
    { node_id: 'by-POST', brightness: 7 },
  ]);
});
