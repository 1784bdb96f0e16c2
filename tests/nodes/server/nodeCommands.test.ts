/** @module-tag full */
import { afterEach, expect, test, vi } from 'vitest';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { runCli, sameData } from '#support/server/launch.ts';
import { closeSockets, connected, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;

afterEach(async () => {
  closeSockets();
  await server.close();
});

const cli = (...args: string[]) => runCli(args, sameData(server.dependencies.settings));

test('the operator’s additions and removals reach the running server', async () => {
  server = await startTestServer();
  const device = await connected(openSocket(server.origin, await server.createKey('devices', 'node')));
  const screen = await connected(openSocket(server.origin, (await server.signIn()).token));
  const repository = nodeRepository(server.dependencies.db);
  const shown = async () => (await statuses(screen)).map(({ nodeId }) => nodeId);
  for (const nodeId of ['alive', 'scrapped']) await report(device, nodeId);
  await vi.waitFor(async () => expect([...(await repository.owners()).keys()]).toContain('scrapped'), {
    timeout: 15_000,
  });

  expect(await cli('node', 'add', 'expected')).toMatchObject({ code: 0 });
  expect(await cli('node', 'forget', 'scrapped')).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await shown()).toEqual(['alive', 'expected']), { timeout: 15_000 });
  expect((await cli('node', 'list')).stdout).toMatch(/^NODE {6}HEARD\nalive {5}\d+ \w+ ago\nexpected {2}Never\n$/);

  // One that was forgotten by mistake is back with its next heartbeat, for good.
  await report(device, 'scrapped');
  expect(await shown()).toContain('scrapped');
  await vi.waitFor(async () => expect([...(await repository.owners()).keys()]).toContain('scrapped'), {
    timeout: 15_000,
  });
  expect(await shown()).toContain('scrapped');

  expect(await cli('node', 'forget', 'nobody')).toMatchObject({ code: 1, stderr: 'There is no node "nobody"\n' });
}, 60_000);
