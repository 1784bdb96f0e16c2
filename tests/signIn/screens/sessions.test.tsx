import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());

/** Signs the same person in on another device, and returns whether that session is still open. */
async function signInOn(userAgent: string) {
  const response = await fetch(server.origin + API_PATHS.devUserSignIn, { headers: { 'User-Agent': userAgent } });
  const { token }: { token: string } = JSON.parse(await response.text());
  const headers = { Authorization: `Bearer ${token}` };
  return async () => (await fetch(server.origin + ADMIN_PATHS.sessions, { headers })).status === 200;
}

async function open() {
  await signInBrowser(server, 'user');
  const app = await renderApp('/admin', server);
  await app.user.click(await screen.findByRole('link', { name: 'My Devices' }));
  await screen.findByRole('list', { name: 'Devices' });
  return app;
}

const devices = () => screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent ?? '');

it('lists where one is signed in, and ends one session and then all others', async () => {
  const onPhone = await signInOn('Mozilla/5.0 (Linux; Android 14) Chrome/142.0 Mobile Safari/537.36');
  const onLaptop = await signInOn('Mozilla/5.0 (Windows NT 10.0) Firefox/145.0');
  const { user } = await open();
  expect(devices().toSorted()).toEqual(['Chrome on Android', 'Firefox on Windows', 'Unknown device']);
  const own = within(screen.getByText('This device').closest('li')!);
  expect(own.queryByRole('button')).toBeNull();
  expect(own.getByText(/Last used now/)).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
  await screen.findByText('Chrome on Android is signed out.');
  expect(devices()).toHaveLength(2);
  expect(await onPhone()).toBe(false);
  expect(await onLaptop()).toBe(true);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('My Devices'));

  await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
  await screen.findByText('All other devices are signed out.');
  expect(devices()).toEqual(['Unknown device']);
  expect(await onLaptop()).toBe(false);
  expect(screen.queryByRole('button', { name: /^Sign out / })).toBeNull();
  expect(localStorage.getItem(LOCAL_STORAGE.user)).not.toBeNull();
});

it('says that nothing was signed out when the server is out of reach', async () => {
  const onPhone = await signInOn('Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1');
  const { user } = await open();
  window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No device was signed out.');
  expect(await onPhone()).toBe(true);
});
