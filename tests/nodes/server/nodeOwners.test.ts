import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { nodes as nodesSubject } from '#server/nodes/index.ts';
import { closeSockets, connected, openSocket, report, type TestSocket } from '#support/server/nodeSockets.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let token: string;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
});
afterEach(closeSockets);
afterAll(() => server.close());

interface Gateway {
  name: string;
  socket: TestSocket;
}

async function gateway(): Promise<Gateway> {
  made += 1;
  const name = `Gateway ${made}`;
  return { name, socket: await connected(openSocket(server.origin, await server.createKey(name, 'node'))) };
}

const REFUSED = { ok: false, message: expect.stringMatching(/belongs to another key.*an admin can release it/) };
const keyOf = async (nodeId: string) => {
  const { body } = await server.call(ADMIN_PATHS.node(nodeId), { token });
  return body;
};

test('a node belongs to the key that reported it first, and another key neither reports nor answers for it', async () => {
  const [first, second] = [await gateway(), await gateway()];
  expect(await report(first.socket, 'lamp', 1)).toEqual({ ok: true });
  expect(await report(second.socket, 'lamp', 2)).toMatchObject(REFUSED);
  const announced = new Promise((resolve) => {
    second.socket.emit('announce', { nodeId: 'lamp' }, resolve);
  });
  expect(await announced).toMatchObject(REFUSED);
  const answered = new Promise((resolve) => {
    second.socket.emit('brightness', { nodeId: 'lamp', brightness: 3 }, resolve);
  });
  expect(await answered).toMatchObject({ ok: false });
  expect(await keyOf('lamp')).toMatchObject({ brightness: 1 });
  expect(await report(second.socket, 'another lamp')).toEqual({ ok: true });
  expect(await report(first.socket, 'lamp')).toEqual({ ok: true });
});

test('the nodes of a revoked key are free, and belong to the key that reports next', async () => {
  const [first, second, third] = [await gateway(), await gateway(), await gateway()];
  await report(first.socket, 'hall');
  expect(await report(second.socket, 'hall')).toMatchObject(REFUSED);
  await server.dependencies.keys.revoke(first.name);
  server.dependencies.credentialChanges.announce();
  await expect.poll(() => report(second.socket, 'hall'), { timeout: 5_000 }).toEqual({ ok: true });
  expect(await report(third.socket, 'hall')).toMatchObject(REFUSED);
});

test('an admin releases a node, which the log tells, and the next key takes it', async () => {
  const [first, second] = [await gateway(), await gateway()];
  await report(first.socket, 'attic');
  const { nodes } = nodesSubject.of(server.dependencies.core);
  await expect.poll(async () => (await nodes.owners()).get('attic')?.keyId, { timeout: 5_000 }).toBeTruthy();
  const released = await server.call(ADMIN_PATHS.releaseNode('attic'), { method: 'POST', token });
  expect(released).toMatchObject({ status: 200, body: { nodeId: 'attic', key: null } });
  expect(await report(second.socket, 'attic')).toEqual({ ok: true });
  // At once, and not when the next batch has written it.
  expect(await keyOf('attic')).toMatchObject({ key: { name: second.name, isRevoked: false } });
  expect(await report(first.socket, 'attic')).toMatchObject(REFUSED);
  const { body } = await server.call(ADMIN_PATHS.audit, { token });
  expect(JSON.stringify(body)).toContain('"action":"node-released"');
});

test('the page of a node names another active key that reports it, until the node is released or that key ends', async () => {
  const [first, second] = [await gateway(), await gateway()];
  await report(first.socket, 'porch');
  expect(await keyOf('porch')).toMatchObject({ refusedKey: null });
  await report(second.socket, 'porch');
  const { body } = await server.call(ADMIN_PATHS.node('porch'), { token });
  expect(body).toMatchObject({ refusedKey: { name: second.name, at: expect.stringMatching(/^\d{4}-.*Z$/) } });
  await server.dependencies.keys.revoke(second.name);
  expect(await keyOf('porch')).toMatchObject({ refusedKey: null });

  const third = await gateway();
  await report(third.socket, 'porch');
  expect(await keyOf('porch')).toMatchObject({ refusedKey: { name: third.name } });
  await server.call(ADMIN_PATHS.releaseNode('porch'), { method: 'POST', token });
  expect(await keyOf('porch')).toMatchObject({ refusedKey: null });
});

test('a restarted server knows which key owns each node', async () => {
  const { nodes } = nodesSubject.of(server.dependencies.core);
  const { socket } = await gateway();
  await report(socket, 'cellar');
  await expect.poll(async () => (await nodes.owners()).get('cellar')?.keyId, { timeout: 5_000 }).toBeTruthy();
  const saved = await nodes.load();
  expect(saved.find(({ nodeId }) => nodeId === 'cellar')?.keyId).toBe((await nodes.owners()).get('cellar')?.keyId);
});
