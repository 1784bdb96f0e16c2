import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { HEALTH_PATH, openHealth, serverOn } from '#support/screens/healthScreen.ts';
import { renderApp, type ScreenServer, signInBrowser } from '#support/screens/renderApp.tsx';

const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });
const COUNT = '2 nodes of at most 500 came by MQTT and belong to no key.';
const FORGET = { name: 'Forget all that came by MQTT' };

let server: ScreenServer;
beforeAll(async () => {
  server = await serverOn(async (dataDir) => {
    const { db } = await openDatabase(dataDir);
    const node = { lastHeartbeat: Date.now(), brightness: null, keyId: null };
    const broker = { ...node, byBroker: true };
    const nodes = [
      { nodeId: 'lamp', ...node },
      { nodeId: 'x0', ...broker },
      { nodeId: 'x1', ...broker },
    ];
    await nodeRepository(db).save(nodes);
    await db.destroy();
  });
});
afterAll(() => server.dispose());

test('who is no admin reads how many nodes came by MQTT, and forgets none', async () => {
  await signInBrowser(server, 'user');
  await renderApp(HEALTH_PATH, server);
  expect(await screen.findByText(COUNT, {}, LONG)).toBeDefined();
  expect(screen.queryByRole('button', FORGET)).toBeNull();
});

test('an admin is asked with their number, and forgets them alone', async () => {
  const { user } = await openHealth(server);
  expect(await screen.findByText(COUNT, {}, LONG)).toBeDefined();
  await screen.findByRole('link', { name: 'x0' }, LONG);
  await user.click(screen.getByRole('button', FORGET));
  const question = screen.getByRole('alertdialog', { name: 'Forget 2 nodes that came by MQTT?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText(COUNT)).toBeDefined();
  await user.click(screen.getByRole('button', FORGET));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Forget' }));
  expect(await screen.findByText('2 nodes that came by MQTT are forgotten.', {}, LONG)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'x0' })).toBeNull(), LONG);
  expect(screen.getByRole('link', { name: 'lamp' })).toBeDefined();
  expect(screen.queryByText(/came by MQTT and belong/)).toBeNull();
});
