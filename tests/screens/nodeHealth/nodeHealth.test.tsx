import { screen, waitFor, within } from '@testing-library/react';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createDemoNodeKey, seedDemoNodes } from '../../../scripts/nodes/demoNodes.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { nodeRepository } from '../../../server/nodes/nodeRepository.ts';
import { NodesConnection } from '../../../src/realtime/nodesConnection.ts';
import { storedUser } from '../../../src/session/storedUser.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { closeSockets, connected, openSocket, report } from '../../support/nodeSockets.ts';
import { renderApp, signInBrowser, startScreenServer } from '../../support/renderApp.tsx';
import type { ServerProcess } from '../../support/serverProcess.ts';

const PATH = '/admin/circuit-tree/health';
/** Two busy cores take their time; nothing here is about speed. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });
let server: ServerProcess;

afterEach(async () => {
  vi.useRealTimers();
  closeSockets();
  await server.dispose();
});

/** A server that knows nodes of every kind before it starts; answers the moment that their ages count from. */
async function serverWithNodes(nodes: [nodeId: string, ageMs: number | null][]): Promise<number> {
  server = await startScreenServer();
  await server.stop();
  const { db } = await openDatabase(server.dataDir);
  const savedAt = Date.now();
  const saved = nodes.map(([nodeId, ageMs]) => ({
    nodeId,
    lastHeartbeat: ageMs === null ? null : savedAt - ageMs,
    brightness: null,
  }));
  await nodeRepository(db).save({ nodes: saved, days: [] });
  await db.destroy();
  await server.start();
  return savedAt;
}

async function openHealth() {
  const user = await signInBrowser(server);
  return { ...(await renderApp(PATH, server)), token: user.token };
}

const header = (name: string) => screen.getByRole('columnheader', { name });

function rows(): string[][] {
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
}

test('SPEC’s table: three columns, sorted by id, dates in the medium format, ages in words', async () => {
  const savedAt = await serverWithNodes([
    ['b', 3 * 3_600_000 + 60_000],
    ['a', 2 * 86_400_000],
    ['c', null],
    ['d', 125_000],
  ]);
  await openHealth();
  expect(screen.getByRole('heading', { name: 'Node Health' })).toBeDefined();
  expect(screen.getByRole('link', { name: '< Back to Circuit Tree' }).getAttribute('href')).toBe('/admin/circuit-tree');
  await screen.findByRole('table', {}, LONG);
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[▲▼]/, ''));
  expect(headers).toEqual(['Node ID', 'Last Heartbeat', 'Status']);
  const shown = rows();
  expect(shown.map(([nodeId]) => nodeId)).toEqual(['a', 'b', 'c', 'd']);
  expect(shown.map(([, , status]) => status)).toEqual(['> 1 day ago', '3 hours ago', 'Never', '2 minutes ago']);
  const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  expect(shown[1]![1]).toBe(medium.format(savedAt - 3 * 3_600_000 - 60_000));
  expect(shown[2]![1]).toBe('Never');
  expect(screen.getByText('4 of 4 nodes are late')).toBeDefined();
});

test('refreshes each second, and drops rows’ ages when a heartbeat comes', async () => {
  await serverWithNodes([['sleeper', 600_000]]);
  await openHealth();
  await screen.findByText('10 minutes ago', {}, LONG);
  const row = screen.getAllByRole('row')[1];
  const device = await connected(openSocket(server.origin, await createDemoNodeKey(server.dataDir)));
  await report(device, 'sleeper');
  await report(device, 'newcomer');
  await waitFor(() => expect(rows()).toHaveLength(2), LONG);
  expect(rows().map(([, , status]) => status)).toEqual([
    expect.stringMatching(/^\d+ seconds? ago$/),
    expect.stringMatching(/^\d+ seconds? ago$/),
  ]);
  expect(screen.getByText('All 2 nodes are on time')).toBeDefined();
  // The same row, not a new one: nothing flickers.
  expect(screen.getAllByRole('row')[2]).toBe(row);
});

test('sorts by the headers, by keyboard as well, and says so', async () => {
  await serverWithNodes([
    ['a', 600_000],
    ['b', null],
    ['c', 90_000_000],
  ]);
  const { user } = await openHealth();
  await screen.findByRole('table', {}, LONG);
  expect(header('Node ID').getAttribute('aria-sort')).toBe('ascending');
  within(header('Status')).getByRole('button').focus();
  await user.keyboard('{Enter}');
  expect(header('Status').getAttribute('aria-sort')).toBe('ascending');
  expect(header('Node ID').getAttribute('aria-sort')).toBeNull();
  expect(rows().map(([nodeId]) => nodeId)).toEqual(['a', 'c', 'b']);
  await user.keyboard(' ');
  expect(header('Status').getAttribute('aria-sort')).toBe('descending');
  expect(rows().map(([nodeId]) => nodeId)).toEqual(['b', 'c', 'a']);
});

test('finds one of many', async () => {
  await serverWithNodes(Array.from({ length: 30 }, (_, index) => [`node-${index}`, 1_000]));
  const { user } = await openHealth();
  await user.type(await screen.findByLabelText('Find a node', {}, LONG), 'NODE-17');
  expect(rows().map(([nodeId]) => nodeId)).toEqual(['node-17']);
  expect(screen.getByText('1 of 30 nodes')).toBeDefined();
  await user.type(screen.getByLabelText('Find a node'), 'x');
  expect(screen.getByText('No node’s ID contains this text.')).toBeDefined();
});

test('draws a part of thousands of rows, and tells of all', async () => {
  await serverWithNodes(Array.from({ length: 3_000 }, (_, index) => [`node-${String(index).padStart(4, '0')}`, 1_000]));
  await openHealth();
  const table = await screen.findByRole('table', {}, LONG);
  expect(table.getAttribute('aria-rowcount')).toBe('3001');
  const drawn = within(table).getAllByRole('row');
  expect(drawn.length).toBeLessThan(100);
  expect(drawn[1]!.getAttribute('aria-rowindex')).toBe('2');
});

test('says that it is loading for as long as the server thinks about it', async () => {
  server = await startScreenServer();
  await signInBrowser(server);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (typeof address !== 'object' || !address) throw new Error('No port');
  await renderApp(PATH, { origin: `http://127.0.0.1:${address.port}` });
  expect(screen.getByText('Loading node statuses...')).toBeDefined();
  silent.close();
  silent.closeAllConnections();
  expect(await screen.findByText('Failed to load node statuses', {}, LONG)).toBeDefined();
});

test('no node yet is said in so many words', async () => {
  server = await startScreenServer();
  await openHealth();
  expect(await screen.findByText(/No node has reported yet/, {}, LONG)).toBeDefined();
});

test('a lost server looks unlike a silent node, rows go on ageing, and all comes back by itself', async () => {
  await serverWithNodes([
    ['a', 58_000],
    ['b', 600_000],
  ]);
  await openHealth();
  await screen.findByText('10 minutes ago', {}, LONG);
  await server.stop();
  expect(await screen.findByText(/The server has not answered since/, {}, LONG)).toBeDefined();
  expect(screen.queryByText(/nodes are late/)).toBeNull();
  expect(screen.queryByText('Failed to load node statuses')).toBeNull();
  expect(await screen.findByText('1 minute ago', {}, LONG)).toBeDefined();
  await server.start();
  await screen.findByText('2 of 2 nodes are late', {}, LONG);
  expect(screen.queryByText(/The server has not answered/)).toBeNull();
});

test('a server that hangs is a lost one, and is noticed when it goes on', async () => {
  await serverWithNodes([['a', 600_000]]);
  await openHealth();
  await screen.findByText('10 minutes ago', {}, LONG);
  process.kill(server.pid!, 'SIGSTOP');
  expect(await screen.findByText(/The server has not answered since/, {}, LONG)).toBeDefined();
  process.kill(server.pid!, 'SIGCONT');
  await waitFor(() => expect(screen.queryByText(/The server has not answered/)).toBeNull(), LONG);
});

test('a laptop that wakes up takes a new line at once and shows the truth', async () => {
  await serverWithNodes([['a', 600_000]]);
  const reconnect = vi.spyOn(NodesConnection.prototype, 'reconnect');
  await openHealth();
  await screen.findByText('10 minutes ago', {}, LONG);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });
  await waitFor(() => expect(reconnect).toHaveBeenCalledTimes(1), LONG);
  await screen.findByText('10 minutes ago', {}, LONG);
  expect(screen.queryByText(/The server has not answered/)).toBeNull();
});

test('a server that was never there is an error, and the table comes with the server', async () => {
  await serverWithNodes([['a', 600_000]]);
  const user = await signInBrowser(server);
  expect(user.token).not.toBe('');
  await server.stop();
  await renderApp(PATH, server);
  expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('Failed to load node statuses');
  await server.start();
  expect(await screen.findByText('10 minutes ago', {}, LONG)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('leaving the screen does not end the session', async () => {
  await serverWithNodes([['a', 600_000]]);
  const { user, path } = await openHealth();
  await screen.findByRole('table', {}, LONG);
  await user.click(screen.getByRole('link', { name: '< Back to Circuit Tree' }));
  await waitFor(() => expect(path()).toBe('/admin/circuit-tree'));
  expect(storedUser()).toBeDefined();
});

test('a session that ends elsewhere leads to the landing', async () => {
  await serverWithNodes([['a', 600_000]]);
  const { token, path } = await openHealth();
  await screen.findByRole('table', {}, LONG);
  await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  await waitFor(() => expect(path()).toContain('requestedUrl='), LONG);
  expect(path()).toContain(encodeURIComponent(PATH));
});

test('each node’s last day is told in a strip and in words, and not in the cell’s text', async () => {
  server = await startScreenServer();
  await server.stop();
  await seedDemoNodes(server.dataDir);
  await server.start();
  await openHealth();
  await screen.findByRole('table', {}, LONG);
  const cell = screen.getByRole('cell', { name: 'greenhouse-fan' });
  await waitFor(() => expect(cell.getAttribute('aria-describedby')).not.toBeNull(), LONG);
  const words = document.getElementById(cell.getAttribute('aria-describedby')!)!.textContent;
  expect(words).toMatch(/Heard in 18 hours of the last 24, .*silent for the last 5 hours/);
  expect(cell.querySelectorAll('path')).toHaveLength(4);
});

test('the user who may only read photos sees it as well', async () => {
  await serverWithNodes([['a', 600_000]]);
  await ApiClient.signedIn(server.origin, 'user');
  await signInBrowser(server, 'user');
  await renderApp(PATH, server);
  expect(await screen.findByText('10 minutes ago', {}, LONG)).toBeDefined();
});
