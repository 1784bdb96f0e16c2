import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { startDevice } from '#scripts/device/device.ts';

/** The device's message about an address that it cannot reach. */
async function saidOf(url: string): Promise<string[]> {
  const said: string[] = [];
  const log = (text: string) => void said.push(text);
  const device = startDevice({ url, key: 'key', nodeIds: ['lamp'], heartbeatMs: 60_000, brightness: () => 1, log });
  await vi.waitFor(() => expect(said).not.toEqual([]), { timeout: 10_000 });
  device.close();
  return said;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

test('a device says that there is no such host', async () => {
  const url = 'http://no-such-host.invalid:8083';
  expect(await saidOf(url)).toEqual([
    `not connected to ${url}: there is no such host as no-such-host.invalid; trying again`,
  ]);
});

test('a device says that nothing listens at the port', async () => {
  const port = await closedPort();
  const url = `http://127.0.0.1:${port}/`;
  expect(await saidOf(url)).toEqual([
    `not connected to ${url}: 127.0.0.1 refused: no server listens at its port ${port}; trying again`,
  ]);
});
