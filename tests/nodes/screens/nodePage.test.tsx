import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { seedDemoNodes } from '#scripts/demo/demoNodes.ts';
import { keyRepository } from '#server/keys/keyRepository.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { HEALTH_PATH, serverOn } from '#support/screens/healthScreen.ts';
import { renderApp, signInBrowser, type ScreenServer } from '#support/screens/renderApp.tsx';

const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });
const PAGE = '/admin/circuit-tree/nodes/greenhouse-fan';

let server: ScreenServer;
let sensorKey: string;
beforeAll(async () => {
  server = await serverOn(async (dataDir) => {
    await seedDemoNodes(dataDir);
    sensorKey = await giveToKey(dataDir, 'letter-box');
  });
});
afterAll(() => server.dispose());

test('the table leads to the page of a node, which says what is known', async () => {
  await signInBrowser(server);
  const { user, path } = await renderApp(HEALTH_PATH, server);
  await user.click(await screen.findByRole('link', { name: 'greenhouse-fan' }, LONG));
  await screen.findByText('First seen', {}, LONG);
  expect(path()).toBe(PAGE);
  expect(screen.getByText('5 hours ago')).toBeDefined();
  expect(screen.getByText('Not reported')).toBeDefined();
});

test('the charts are told in words and as a table, over a day, a month and a year', async () => {
  await signInBrowser(server);
  const { user } = await renderApp(PAGE, server);
  expect(await screen.findByText(/^Heard in 18 hours; silent in 5 hours/, {}, LONG)).toBeDefined();
  expect(screen.getByText(/^Between \d+ and \d+, at the end \d+/)).toBeDefined();
  await user.click(screen.getByText('Show as a table'));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(25);
  await user.click(screen.getByRole('radio', { name: 'A year' }));
  expect(await screen.findByText(/last year/, {}, LONG)).toBeDefined();
});

test('who is no admin reads the notes and forgets nothing', async () => {
  await signInBrowser(server, 'user');
  await renderApp(PAGE, server);
  expect(await screen.findByText('None.', {}, LONG)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Forget/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull();
});

test('an admin writes notes and forgets the node', async () => {
  await signInBrowser(server);
  const { user, path } = await renderApp(PAGE, server);
  await user.type(await screen.findByRole('textbox', { name: 'Notes' }, LONG), 'Top shelf');
  await user.tab();
  expect(await screen.findByText('The notes are saved.', {}, LONG)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Forget this node' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Forget' }));
  await waitFor(() => expect(path()).toBe(HEALTH_PATH), LONG);
  expect(await screen.findByRole('link', { name: 'letter-box' }, LONG)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'greenhouse-fan' })).toBeNull();
});

/** Returns another key of a device. */
async function giveToKey(dataDir: string, nodeId: string): Promise<string> {
  const { db } = await openDatabase(dataDir);
  const keys = keyRepository(db, Date.now);
  const key = await keys.find(await keys.create('Old gateway', 'node'));
  await db
    .updateTable('nodes')
    .set({ key_id: key?.id ?? null })
    .where('node_id', '=', nodeId)
    .execute();
  const other = await keys.create('Sensors', 'node');
  await db.destroy();
  return other;
}

test('an admin releases a node from its key', async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/circuit-tree/nodes/letter-box', server);
  expect(await screen.findByText(/Only the key “Old gateway” may report for it/, {}, LONG)).toBeDefined();
  const button = screen.getByRole('button', { name: 'Release this node' });
  const calls = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  button.focus();
  for (let press = 0; press < 2; press += 1) {
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  }
  calls.mockRestore();
  // The same words twice would only hide more of the page.
  expect(await screen.findAllByText(/^“letter-box” was not released/)).toHaveLength(1);
  expect(document.activeElement).toBe(button);

  await user.keyboard('{Enter}');
  expect(await screen.findByText('“letter-box” belongs to the key that reports next.', {}, LONG)).toBeDefined();
  expect(screen.queryByText(/was not released/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Release this node' })).toBeNull());
  expect(screen.getByText('Key it reports with').nextSibling?.textContent).toBe('Not known');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Release this node' }));
});

test('an admin copies the line for a script, sees its value and text, and sets limits', async () => {
  await signInBrowser(server);
  const said = new URLSearchParams({ value: '31.5', unit: '°C', text: 'Window open', ok: '0' });
  await fetch(`${server.origin}/ping/${sensorKey}/cellar?${said.toString()}`);
  const { user } = await renderApp('/admin/circuit-tree/nodes/cellar', server);
  expect(await screen.findByText('31.5 °C', {}, LONG)).toBeDefined();
  expect(screen.getByText('Window open')).toBeDefined();
  expect(screen.getByText('That something failed')).toBeDefined();
  expect(await screen.findByText('The value was always 31.5 °C.', {}, LONG)).toBeDefined();
  const line = screen.getByRole('textbox', { name: 'Line to copy' });
  expect(line).toHaveProperty('value', expect.stringMatching(/^curl 'http.*\/ping\/NODE_KEY\/cellar\?value=21.5'$/));

  await user.type(screen.getByLabelText('Alert when above (°C)'), '28{Enter}');
  await user.type(screen.getByLabelText('Alert when below (°C)'), '-4');
  const minutes = await screen.findByLabelText('Minutes beyond a limit before an alert');
  await user.clear(minutes);
  await user.type(minutes, '7{Enter}');
  const { token } = JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? '{}');
  const headers = { Authorization: `Bearer ${token}` };
  const limits = async () => {
    const response = await fetch(`${server.origin}/nodes/cellar`, { headers });
    return JSON.stringify(await response.json());
  };
  await waitFor(async () => expect(await limits()).toContain('{"above":28,"below":-4,"minutes":7}'), LONG);
});

test('a node that nobody knows is said to be unknown', async () => {
  await signInBrowser(server);
  await renderApp('/admin/circuit-tree/nodes/nobody', server);
  expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('There is no node with this ID');
});
