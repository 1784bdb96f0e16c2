/** @module-tag full */
import { screen, waitFor } from '@testing-library/react';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { NodesConnection } from '#src/admin/nodes/socket/nodesConnection.ts';
import { HEALTH_PATH, openHealth, folderWithNodes } from '#support/screens/healthScreen.ts';
import { renderApp, signInBrowser, startServerProcess } from '#support/screens/renderApp.tsx';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';

/** Two busy cores take their time; nothing here is about speed. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });
let server: ServerProcess;

async function processWithNodes(...nodes: [nodeId: string, ageMs: number][]): Promise<ServerProcess> {
  return startServerProcess({ dataDir: await folderWithNodes(nodes) });
}

afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

test('says that it is loading for as long as the server thinks about it', async () => {
  server = await startServerProcess();
  await signInBrowser(server);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  await renderApp(HEALTH_PATH, { origin: `http://127.0.0.1:${address.port}` });
  expect(screen.getByText('Loading node statuses...')).toBeDefined();
  silent.close();
  silent.closeAllConnections();
  expect(await screen.findByText('Failed to load node statuses', {}, LONG)).toBeDefined();
});

test('a lost server looks unlike a silent node, rows go on ageing, and all comes back by itself', async () => {
  server = await processWithNodes(['a', 58_000], ['b', 600_000]);
  await openHealth(server);
  await screen.findByText('10 minutes ago', {}, LONG);
  await server.stop();
  expect(await screen.findByText(/The server has not answered since/, {}, LONG)).toBeDefined();
  expect(screen.queryByText(/nodes are late/)).toBeNull();
  expect(screen.queryByText('Failed to load node statuses')).toBeNull();
  expect(await screen.findByText('1 minute ago', {}, LONG)).toBeDefined();
  await server.start();
  await screen.findByText('Both nodes are late', {}, LONG);
  expect(screen.queryByText(/The server has not answered/)).toBeNull();
});

test('a server that hangs is a lost one, and is noticed when it goes on', async () => {
  server = await processWithNodes(['a', 600_000]);
  await openHealth(server);
  await screen.findByText('10 minutes ago', {}, LONG);
  process.kill(server.pid!, 'SIGSTOP');
  expect(await screen.findByText(/The server has not answered since/, {}, LONG)).toBeDefined();
  process.kill(server.pid!, 'SIGCONT');
  await waitFor(() => expect(screen.queryByText(/The server has not answered/)).toBeNull(), LONG);
});

test('a laptop that wakes up takes a new line at once and shows the truth', async () => {
  server = await processWithNodes(['a', 600_000]);
  const reconnect = vi.spyOn(NodesConnection.prototype, 'reconnect');
  await openHealth(server);
  await screen.findByText('10 minutes ago', {}, LONG);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
  await waitFor(() => expect(reconnect).toHaveBeenCalledTimes(1), LONG);
  await waitFor(() => {
    screen.getByText('10 minutes ago');
    expect(screen.queryByText(/The server has not answered/)).toBeNull();
  }, LONG);
});

test('another library at the address signs nobody out, and the table comes back with one’s own', async () => {
  const [own, other] = await Promise.all([processWithNodes(['a', 600_000]), startServerProcess()]);
  server = own;
  try {
    await signInBrowser(own);
    await renderApp(HEALTH_PATH, other);
    expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('Failed to load node statuses');
    window.environment = { ...window.environment, baseApiUrl: own.origin, socketUrl: own.origin };
    expect(await screen.findByText('10 minutes ago', {}, LONG)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  } finally {
    await other.dispose();
  }
});

test('a server that was never there is an error, and the table comes with the server', async () => {
  server = await processWithNodes(['a', 600_000]);
  const user = await signInBrowser(server);
  expect(user.token).not.toBe('');
  await server.stop();
  await renderApp(HEALTH_PATH, server);
  expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('Failed to load node statuses');
  await server.start();
  expect(await screen.findByText('10 minutes ago', {}, LONG)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
