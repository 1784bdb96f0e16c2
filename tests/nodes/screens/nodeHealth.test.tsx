import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDemoNodeKey, seedDemoNodes } from '#scripts/demo/demoNodes.ts';
import { storedUser } from '#src/shared/session/storedUser.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { HEALTH_PATH, openHealth, serverOn, serverWithNodes } from '#support/screens/healthScreen.ts';
import { closeSockets, connected, openSocket, report } from '#support/server/nodeSockets.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

/** Two busy cores take their time; nothing here is about speed. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

afterEach(closeSockets);

/** A server for the tests of one describe, none of which changes what it knows. */
function sharedServer(start: () => Promise<ScreenServer>): () => ScreenServer {
  let server: ScreenServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.dispose());
  return () => server;
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

describe('nodes of every kind', () => {
  const savedAt = Date.now();
  const server = sharedServer(() =>
    serverWithNodes(
      [
        ['b', 3 * 3_600_000 + 60_000],
        ['a', 2 * 86_400_000],
        ['c', null],
        ['d', 125_000],
      ],
      savedAt,
    ),
  );

  test('the table: three columns, sorted by id, dates in the medium format, ages in words', async () => {
    await openHealth(server());
    expect(screen.getByRole('heading', { name: 'Node Health' })).toBeDefined();
    expect(screen.getByRole('link', { name: '< Back to Circuit Tree' }).getAttribute('href')).toBe(
      '/admin/circuit-tree',
    );
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

  test('sorts by the headers, by keyboard as well, and says so', async () => {
    const { user } = await openHealth(server());
    await screen.findByRole('table', {}, LONG);
    expect(header('Node ID').getAttribute('aria-sort')).toBe('ascending');
    within(header('Status')).getByRole('button').focus();
    await user.keyboard('{Enter}');
    expect(header('Status').getAttribute('aria-sort')).toBe('ascending');
    expect(header('Node ID').getAttribute('aria-sort')).toBeNull();
    expect(rows().map(([nodeId]) => nodeId)).toEqual(['d', 'b', 'a', 'c']);
    await user.keyboard(' ');
    expect(header('Status').getAttribute('aria-sort')).toBe('descending');
    expect(rows().map(([nodeId]) => nodeId)).toEqual(['c', 'a', 'b', 'd']);
  });
});

describe('a node that was last heard ten minutes ago', () => {
  const server = sharedServer(() => serverWithNodes([['a', 600_000]]));

  test('leaving the screen does not end the session', async () => {
    const { user, path } = await openHealth(server());
    await screen.findByRole('table', {}, LONG);
    await user.click(screen.getByRole('link', { name: '< Back to Circuit Tree' }));
    await waitFor(() => expect(path()).toBe('/admin/circuit-tree'));
    expect(storedUser()).toBeDefined();
  });

  test('a session that ends elsewhere leads to the landing', async () => {
    const { token, path } = await openHealth(server());
    await screen.findByRole('table', {}, LONG);
    await fetch(`${server().origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    await waitFor(() => expect(path()).toContain('requestedUrl='), LONG);
    expect(path()).toContain(encodeURIComponent(HEALTH_PATH));
  });

  test('the user who may only read photos sees it as well', async () => {
    await ApiClient.signedIn(server().origin, 'user');
    await signInBrowser(server(), 'user');
    await renderApp(HEALTH_PATH, server());
    expect(await screen.findByText('10 minutes ago', {}, LONG)).toBeDefined();
  });
});

describe('thousands of nodes', () => {
  const server = sharedServer(() =>
    serverWithNodes(Array.from({ length: 3_000 }, (_, index) => [`node-${String(index).padStart(4, '0')}`, 1_000])),
  );

  test('renders a part of thousands of rows, and counts all for screen readers', async () => {
    await openHealth(server());
    const table = await screen.findByRole('table', {}, LONG);
    expect(table.getAttribute('aria-rowcount')).toBe('3001');
    const drawn = within(table).getAllByRole('row');
    expect(drawn.length).toBeLessThan(100);
    expect(drawn[1]!.getAttribute('aria-rowindex')).toBe('2');
  });

  test('finds one of many', async () => {
    const { user } = await openHealth(server());
    await user.type(await screen.findByLabelText('Find a node', {}, LONG), 'NODE-0017');
    expect(rows().map(([nodeId]) => nodeId)).toEqual(['node-0017']);
    expect(screen.getByText('1 of 3000 nodes')).toBeDefined();
    await user.type(screen.getByLabelText('Find a node'), 'x');
    expect(screen.getByText('No node’s ID contains this text.')).toBeDefined();
  });
});

describe('a node that sleeps', () => {
  const server = sharedServer(() => serverWithNodes([['sleeper', 600_000]]));

  test('refreshes each second, and drops rows’ ages when a heartbeat comes', async () => {
    await openHealth(server());
    await screen.findByText('10 minutes ago', {}, LONG);
    const row = screen.getAllByRole('row')[1];
    const device = await connected(openSocket(server().origin, await createDemoNodeKey(server().dataDir)));
    await report(device, 'sleeper');
    await report(device, 'newcomer');
    await waitFor(() => expect(rows()).toHaveLength(2), LONG);
    expect(rows().map(([, , status]) => status)).toEqual([
      expect.stringMatching(/^\d+ seconds? ago$/),
      expect.stringMatching(/^\d+ seconds? ago$/),
    ]);
    expect(screen.getByText('Both nodes are on time')).toBeDefined();
    // The same row, not a new one: nothing flickers.
    expect(screen.getAllByRole('row')[2]).toBe(row);
  });
});

describe('a node that says that something failed', () => {
  const server = sharedServer(startScreenServer);

  test('is in trouble: in its row, and in the sentence above', async () => {
    const key = await createDemoNodeKey(server().dataDir);
    for (const path of ['boiler', 'backup?ok=0'])
      expect((await fetch(`${server().origin}/ping/${key}/${path}`)).status).toBe(204);
    await openHealth(server());
    await screen.findByText('Both nodes are on time, 1 reports trouble', {}, LONG);
    expect(rows().map(([, , status]) => status?.endsWith('trouble'))).toEqual([true, false]);
  });
});

describe('nodes with a day behind them', () => {
  const server = sharedServer(() => serverOn(seedDemoNodes));

  test('each node’s last day is told in a strip and in words, and not in the cell’s text', async () => {
    await openHealth(server());
    await screen.findByRole('table', {}, LONG);
    const cell = screen.getByRole('cell', { name: 'greenhouse-fan' });
    await waitFor(() => expect(cell.getAttribute('aria-describedby')).not.toBeNull(), LONG);
    const words = document.getElementById(cell.getAttribute('aria-describedby')!)!.textContent;
    expect(words).toMatch(/Heard in 18 hours of the last 24, .*silent for the last 5 hours/);
    expect(cell.querySelectorAll('path')).toHaveLength(5);
  });
});

describe('a new installation', () => {
  const server = sharedServer(startScreenServer);

  test('says that there is no node yet', async () => {
    await openHealth(server());
    expect(await screen.findByText(/No node has reported yet/, {}, LONG)).toBeDefined();
  });
});
