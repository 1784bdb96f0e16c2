import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { storedUser } from '#src/shared/session/storedUser.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { SoftAuthenticator } from '#support/server/softAuthenticator.ts';

const ORIGIN = 'https://tree.example';
let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());
afterEach(() => void vi.unstubAllGlobals());

/** A passkey made in another browser, at another name of the server. */
async function makeElsewhere() {
  const headers = {
    Authorization: `Bearer ${storedUser()?.token}`,
    Origin: ORIGIN,
    'Content-Type': 'application/json',
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0',
  };
  const send = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return JSON.parse(await response.text());
  };
  const options = await send(ADMIN_PATHS.newPasskey, {});
  const challenge = isRecord(options) ? textOf(options, 'challenge') : '';
  await send(ADMIN_PATHS.passkeys, new SoftAuthenticator().make({ challenge, origin: ORIGIN }));
}

it('lists one’s passkeys, renames and removes them, and says why this page can make none', async () => {
  await signInBrowser(server, 'user');
  await makeElsewhere();
  const { user } = await renderApp('/admin', server);
  await user.click(await screen.findByRole('link', { name: 'My Devices' }));
  await user.click(await screen.findByRole('link', { name: 'Passkeys' }));
  const list = await screen.findByRole('list', { name: 'Passkeys' });
  const item = within(list).getByRole('listitem');
  expect(item.textContent).toMatch(/^Firefox on WindowsMade .*, for tree\.example onlyNot used yet/);
  expect(screen.getByText(/^Passkeys need https/)).toBeDefined();
  expect(screen.queryByRole('button', { name: '+ Make a Passkey' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Rename Firefox on Windows' }));
  const name = screen.getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Laptop{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('You have no passkey yet.')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your Passkeys'));
});

it('offers a passkey in one notice after a sign-in by link, where the device can hold one', async () => {
  const available = vi.fn(async () => false);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', { isUserVerifyingPlatformAuthenticatorAvailable: available });
  const { token, userId } = await signInBrowser(server);
  const openLink = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const made = await fetch(server.origin + ADMIN_PATHS.userSignInLink(userId), { method: 'POST', headers });
    const { url }: { url: string } = await made.json();
    localStorage.clear();
    const app = await renderApp(`/${new URL(url).hash}`, server);
    await app.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await screen.findByRole('link', { name: 'My Devices' });
    return app;
  };
  const first = await openLink();
  await waitFor(() => expect(available).toHaveBeenCalledOnce());
  expect(screen.queryByText('Make a passkey for this device?')).toBeNull();
  first.unmount();

  available.mockResolvedValue(true);
  const { user, router } = await openLink();
  await screen.findByText('Make a passkey for this device?');
  expect(router.history.location.state.signedInByLink, 'a reload offers nothing').toBe(false);
  await user.click(screen.getByRole('button', { name: 'Make a passkey' }));
  expect(screen.queryByText('Make a passkey for this device?')).toBeNull();
  // The browser of this test makes no passkeys after all.
  await screen.findByText(/No passkey was made|made no passkey/);
});
