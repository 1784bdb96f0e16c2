import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NodeDetails, NodeHistory } from '#contract/nodes/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

/** An id as awkward as ids may be. */
const NODE = 'hall / 1st floor %2F ü';
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
});
afterEach(closeSockets);
afterAll(() => server.close());

const details = ({ body }: TestResponse): NodeDetails => JSON.parse(JSON.stringify(body));
const get = (path: string) => server.call(path, { token });

async function heartbeat(brightness: number) {
  const socket = await connected(openSocket(server.origin, await server.createKey(`Gateway ${brightness}`, 'node')));
  await report(socket, NODE, brightness);
}

test('a node is told of from its first heartbeat on, with the key it came with', async () => {
  await heartbeat(42);
  // New nodes are written within a second.
  await expect.poll(async () => details(await get(ADMIN_PATHS.node(NODE))).firstSeenAt).toBeTruthy();
  const node = details(await get(ADMIN_PATHS.node(NODE)));
  expect(node).toMatchObject({
    nodeId: NODE,
    brightness: 42,
    notes: '',
    key: { name: 'Gateway 42', isRevoked: false },
  });
  expect(node.firstSeenAt).toBe(node.lastHeartbeat);
});

test('what is said of a node that is not written yet stays, and its key has a name', async () => {
  // Its row is gone as if it had never been written: what a moment on a busy machine looks like.
  await server.dependencies.db.deleteFrom('nodes').where('node_id', '=', NODE).execute();
  const limits = { above: 28, below: null, minutes: 5 };
  await server.call(ADMIN_PATHS.node(NODE), { method: 'PATCH', token, body: { limits } });
  expect(details(await get(ADMIN_PATHS.node(NODE)))).toMatchObject({ limits, notes: '', key: { name: 'Gateway 42' } });
});

test('the history has what was heard just now', async () => {
  const { status, body } = await get(`${ADMIN_PATHS.nodeHistory(NODE)}?span=day`);
  expect(status).toBe(200);
  const history: NodeHistory = JSON.parse(JSON.stringify(body));
  expect(history.heartbeats.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(history.mean.filter((value) => value !== null)).toEqual([42]);
  // The node was not silent before it existed.
  expect(history.listened.slice(0, -1).filter((share, step) => share > 0 && !history.heartbeats[step])).toEqual([]);
  for (const span of ['month', 'year']) {
    const response = await get(`${ADMIN_PATHS.nodeHistory(NODE)}?span=${span}`);
    expect(JSON.stringify(response.body), span).toContain('42');
  }
  expect((await get(`${ADMIN_PATHS.nodeHistory(NODE)}?span=century`)).status).toBe(400);
});

test('a node that is only expected was not silent', async () => {
  const socket = await connected(openSocket(server.origin, await server.createKey('Gateway', 'node')));
  await socket.emitWithAck('announce', { nodeId: 'expected' });
  const { body } = await get(`${ADMIN_PATHS.nodeHistory('expected')}?span=day`);
  expect(body).toMatchObject({ listened: expect.not.arrayContaining([1]) });
});

test('notes stay, and a forgotten node is gone with them until it reports again', async () => {
  const change = (notes: string) => server.call(ADMIN_PATHS.node(NODE), { method: 'PATCH', token, body: { notes } });
  expect(details(await change('Behind the mirror')).notes).toBe('Behind the mirror');
  expect((await change('x'.repeat(2_001))).status).toBe(400);
  expect(details(await get(ADMIN_PATHS.node(NODE))).notes).toBe('Behind the mirror');

  expect((await server.call(ADMIN_PATHS.node(NODE), { method: 'DELETE', token })).status).toBe(204);
  expect((await get(ADMIN_PATHS.node(NODE))).status).toBe(404);
  expect(JSON.stringify((await get('/audit')).body)).toContain(`node ${NODE}`);

  await heartbeat(7);
  const anew = details(await get(ADMIN_PATHS.node(NODE)));
  expect(anew).toMatchObject({ brightness: 7, notes: '' });
  const { body } = await get(`${ADMIN_PATHS.nodeHistory(NODE)}?span=day`);
  expect(JSON.stringify(body)).not.toContain('42');
});
