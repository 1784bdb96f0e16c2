import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDemoNodeKey } from '#scripts/demo/demoNodes.ts';
import { startDevice } from '#scripts/device/device.ts';
import { renderApp, startServerProcess } from '#support/screens/renderApp.tsx';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';

let server: ServerProcess;
let lamp: ReturnType<typeof startDevice>;

beforeAll(async () => {
  server = await startServerProcess();
  const key = await createDemoNodeKey(server.dataDir);
  await new Promise<void>((connected) => {
    lamp = startDevice({
      url: server.origin,
      key,
      nodeIds: ['test-node-1'],
      heartbeatMs: 1_000,
      brightness: () => 61,
      log: (text) => text.startsWith('connected to') && connected(),
    });
  });
});
afterAll(async () => {
  lamp.close();
  await server.dispose();
});
afterEach(() => vi.useRealTimers());

const button = (name: string) => screen.getByRole('button', { name });
const status = () => screen.getByText('Status:').querySelector('output')?.textContent;
const log = () => within(screen.getByRole('log')).queryAllByRole('listitem');

async function openScreen(search = '') {
  const app = await renderApp(`/test/nodes-socket${search}`, server);
  window.environment = { ...window.environment, productionSocketUrl: server.origin };
  return app;
}

test.each(['12345678901234567890', '1e5', 'true', 'a+b &=%25/ü', '{token}'])(
  'the key %s goes into the address byte for byte, and comes back from it',
  async (key) => {
    const { user, unmount, path } = await openScreen();
    await user.click(screen.getByLabelText('API key'));
    await user.paste(key);
    await waitFor(() => expect(new URL(path(), 'http://x').searchParams.get('apiKey')).toBe(key));
    const address = path();
    unmount();
    await openScreen(address.slice(address.indexOf('?')));
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe(key);
  },
);

test('an emptied key leaves the address', async () => {
  const { user, path } = await openScreen('?apiKey=x');
  await user.clear(screen.getByLabelText('API key'));
  await waitFor(() => expect(path()).toBe('/test/nodes-socket'));
});

test('connects, asks for the brightness, and forgets everything with Disconnect', async () => {
  const { user } = await openScreen(`?apiKey=${server.kioskKey}`);
  expect(status()).toBe('disconnected');
  expect(screen.queryByLabelText('Node ID')).toBeNull();
  await user.click(button('Connect to Prod'));
  await waitFor(() => expect(status()).toBe('connected'));
  expect(screen.getByLabelText<HTMLInputElement>('Node ID').value).toBe('test-node-1');
  await user.click(button('Get Brightness'));
  await waitFor(() => expect(log()).toHaveLength(1));
  expect(log()[0]!.textContent).toContain('{"nodeId":"test-node-1","brightness":61}');
  await user.click(button('Disconnect'));
  expect(status()).toBe('disconnected');
  expect(screen.queryByRole('log')).toBeNull();
  await user.click(button('Connect to Prod'));
  await waitFor(() => expect(status()).toBe('connected'));
  expect(log()).toHaveLength(0);
});

test('says Timeout after 5 s about a node nobody speaks for', { tags: ['full'] }, async () => {
  const { user } = await openScreen(`?apiKey=${server.kioskKey}`);
  await user.click(button('Connect to Prod'));
  await waitFor(() => expect(status()).toBe('connected'));
  await user.clear(screen.getByLabelText('Node ID'));
  await user.type(screen.getByLabelText('Node ID'), 'nobody{Enter}');
  await waitFor(() => expect(log()[0]?.textContent).toContain('Timeout'), { timeout: 8_000 });
});

test('a rejected key fails with the server’s reason', async () => {
  const { user } = await openScreen('?apiKey=wrong');
  await user.click(button('Connect to Prod'));
  await waitFor(() => expect(status()).toBe('failed'));
  expect(screen.getByText('This token or API key is not valid')).toBeDefined();
});

test('without a key the placeholder is sent, and rejected', async () => {
  const { user } = await openScreen();
  await user.click(button('Connect to Prod'));
  await waitFor(() => expect(status()).toBe('failed'));
});

test('a custom address is asked for first, and has to be one', async () => {
  const { user } = await openScreen(`?apiKey=${server.kioskKey}`);
  const connect = button('Connect Custom');
  expect(connect).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox'));
  await user.type(screen.getByLabelText('Custom URL'), 'nonsense');
  expect(connect).toHaveProperty('disabled', true);
  expect(screen.getByText(/starts with http/)).toBeDefined();
  await user.clear(screen.getByLabelText('Custom URL'));
  await user.type(screen.getByLabelText('Custom URL'), server.origin);
  await user.click(connect);
  await waitFor(() => expect(status()).toBe('connected'));
});

test(
  'a server that goes away shows failed, a request then fails with Socket not connected, and it connects again by itself',
  { tags: ['full'] },
  async () => {
    const own = await startServerProcess();
    const { user } = await renderApp(`/test/nodes-socket?apiKey=${own.kioskKey}`, own);
    await user.type(screen.getByLabelText('Custom URL'), own.origin);
    await user.click(button('Connect Custom'));
    await waitFor(() => expect(status()).toBe('connected'));
    await own.stop();
    await waitFor(() => expect(status()).toBe('failed'), { timeout: 8_000 });
    await user.click(button('Get Brightness'));
    await waitFor(() => expect(log()[0]?.textContent).toContain('Socket not connected'));
    await own.start();
    await waitFor(() => expect(status()).toBe('connected'), { timeout: 15_000 });
    expect(log()).toHaveLength(1);
    await own.dispose();
  },
);
