import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { endUnlessElsewhere } from '#src/admin/session/adminCall.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let other: ScreenServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startScreenServer(), startScreenServer()]);
});
afterAll(() => Promise.all([server.dispose(), other.dispose()]));

const stored = () => localStorage.getItem(LOCAL_STORAGE.user);

it('another library at the address signs nobody out, which the screen says', async () => {
  await signInBrowser(server);
  const { user, path } = await renderApp('/admin/audit', other);
  expect((await screen.findByRole('alert')).textContent).toMatch(/Another library is served .*You stay signed in/);
  expect(path()).toBe('/admin/audit');
  expect(stored()).not.toBeNull();

  window.environment = { ...window.environment, baseApiUrl: server.origin };
  // A toast may offer the same.
  const alert = within(screen.getByRole('alert'));
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Admin Dev signed in on Unknown device');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one’s own library still ends a session that it does not know', async () => {
  const me = await signInBrowser(server);
  localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...me, token: 'unknown' }));
  await renderApp('/admin/audit', server);
  await waitFor(() => expect(stored()).toBeNull());
});

it.each<[string, () => Promise<Response>]>([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is behind a door that is broken', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
])('a refusal of nobody known ends no session while one’s own library %s, and ends it later', async (_, response) => {
  const { token, ...me } = { ...(await signInBrowser(server)), token: 'unknown' };
  localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...me, token }));
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(response);
  expect(await endUnlessElsewhere(token)).toBe(false);
  expect(asked).toHaveBeenCalledOnce();
  expect(stored()).not.toBeNull();
  asked.mockRestore();
  expect(await endUnlessElsewhere(token)).toBe(true);
  expect(stored()).toBeNull();
});
