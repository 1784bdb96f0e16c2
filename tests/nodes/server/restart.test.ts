/** @module-tag full */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { createDemoNodeKey } from '#scripts/demo/demoNodes.ts';
import { closeSockets, connected, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
import { startTestServer } from '#support/server/testServer.ts';

afterEach(closeSockets);

test('a server that is stopped in good order forgets no heartbeat', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-nodes-'));
  const before = await startTestServer({ dataDir });
  const device = await connected(openSocket(before.origin, await before.createKey('a device', 'node')));
  await report(device, 'kept', 3);
  const screen = await connected(openSocket(before.origin, (await before.signIn()).token));
  const [known] = await statuses(screen);
  await before.close();

  const after = await startTestServer({ dataDir });
  const again = await connected(openSocket(after.origin, (await after.signIn()).token));
  const [restored] = await statuses(again);
  expect(restored?.lastHeartbeat).toBe(known?.lastHeartbeat);
  expect(restored?.durationSinceLastMs).toBeGreaterThanOrEqual(0);
  closeSockets();
  await after.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The nodes in the database of a running server. */
async function savedIds({ dataDir }: ServerProcess): Promise<string[]> {
  const { db } = await openDatabase(dataDir);
  const ids = [...(await nodeRepository(db).owners()).keys()];
  await db.destroy();
  return ids;
}

test('a server that is killed forgets a second at most, and its clients come back by themselves', async () => {
  const server = await new ServerProcess().start();
  const device = await connected(openSocket(server.origin, await createDemoNodeKey(server.dataDir)));
  const { token } = await signInAsDev(server.origin, 'user');
  const screen = await connected(openSocket(server.origin, token));
  await report(device, 'in a batch');
  await vi.waitFor(async () => expect(await savedIds(server)).toEqual(['in a batch']), {
    interval: 10,
    timeout: 5_000,
  });
  // Just missed it, and so has to wait longest.
  await report(device, 'after it');
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  // However busy the machine is: with this answer the server has come to everything that was due before.
  await report(device, 'the last');
  await server.stop('SIGKILL');
  expect(await savedIds(server)).toContain('after it');

  await server.start();
  await vi.waitFor(() => expect(screen.connected && device.connected).toBe(true), { timeout: 15_000 });
  expect((await statuses(screen)).map(({ nodeId }) => nodeId)).toEqual(
    expect.arrayContaining(['after it', 'in a batch']),
  );
  expect(await report(device, 'after it')).toEqual({ ok: true });
  closeSockets();
  await server.dispose();
}, 60_000);
