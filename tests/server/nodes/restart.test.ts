import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ServerProcess } from '../../support/serverProcess.ts';
import { signInAsDev } from '../../support/apiClient.ts';
import { createDemoNodeKey } from '../../../scripts/nodes/demoNodes.ts';
import { closeSockets, connected, openSocket, report, statuses } from '../../support/nodeSockets.ts';
import { startTestServer } from '../../support/testServer.ts';

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

test('a server that is killed forgets a second at most, and its clients come back by themselves', async () => {
  const server = await new ServerProcess().start();
  const device = await connected(openSocket(server.origin, await createDemoNodeKey(server.dataDir)));
  const { token } = await signInAsDev(server.origin, 'user');
  const screen = await connected(openSocket(server.origin, token));
  await report(device, 'survivor');
  // Twice the batches' second, and the disk's.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await server.stop('SIGKILL');
  await server.start();
  await vi.waitFor(() => expect(screen.connected && device.connected).toBe(true), { timeout: 15_000 });
  expect((await statuses(screen)).map(({ nodeId }) => nodeId)).toEqual(['survivor']);
  expect(await report(device, 'survivor')).toEqual({ ok: true });
  closeSockets();
  await server.dispose();
}, 60_000);
