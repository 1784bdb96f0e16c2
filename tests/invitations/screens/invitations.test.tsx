import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());

const linkField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });

/** The part of a link behind its server's address, to be opened by renderApp. */
async function shownPath(): Promise<string> {
  const { value } = await linkField();
  return value.replace(/^https?:\/\/[^/]+/, '');
}

async function invite(name: string, permission?: string) {
  await signInBrowser(server);
  const app = await renderApp('/admin/users', server);
  await app.user.click(await screen.findByRole('button', { name: 'Invite…' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.user.type(dialog.getByRole('textbox', { name: 'Name' }), name);
  if (permission) await app.user.click(dialog.getByRole('checkbox', { name: permission }));
  await app.user.click(dialog.getByRole('button', { name: 'Make the link' }));
  const path = await shownPath();
  expect(screen.getByRole('img', { name: 'The link as a QR code' })).toBeDefined();
  // The form that had the focus is gone.
  await waitFor(() => expect(document.activeElement?.textContent).toBe(`Invitation for ${name}`));
  await app.user.click(screen.getByRole('button', { name: 'Done' }));
  return { ...app, invitation: path };
}

const listed = (name: string) => screen.getByText(name, { selector: 'li *' }).closest('li')!;
const storedUser = () => JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? 'null');

it('an invitation is listed, accepted under another name, and makes an account with its permissions', async () => {
  const { invitation, unmount } = await invite('Tom', 'photos:write');
  await screen.findByText('Tom');
  expect(listed('Tom').textContent).toMatch(/photos:read, photos:write .*Open until/);
  unmount();
  localStorage.clear();

  const guest = await renderApp(invitation, server);
  await screen.findByText('Admin Dev invites you');
  expect(window.location.hash).toBe('');
  expect(screen.getByText(/see all photos, and add/)).toBeDefined();
  const name = screen.getByRole('textbox', { name: 'Your name' });
  await guest.user.clear(name);
  await guest.user.type(name, 'Tom Sawyer');
  await guest.user.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText('Hello, Tom');
  expect(storedUser()).toMatchObject({ lastName: 'Sawyer', permissions: ['photos:read', 'photos:write'] });
  await guest.user.click(screen.getByRole('link', { name: 'Go on' }));
  await waitFor(() => expect(guest.path()).toBe('/admin'));
  guest.unmount();

  localStorage.clear();
  await signInBrowser(server);
  const admin = await renderApp('/admin/users', server);
  await waitFor(() => expect(listed('Tom').textContent).toContain('Used by Tom Sawyer'));
  const account = (await screen.findByRole('cell', { name: 'Sawyer' })).closest('tr')!;
  expect(within(account).getByText('No e-mail')).toBeDefined();
  expect(within(account).getByRole('button', { name: 'Sign-in link for Tom Sawyer' })).toBeDefined();
  await admin.user.click(screen.getByRole('link', { name: 'Audit Log' }));
  expect(await screen.findByRole('option', { name: 'Tom Sawyer' })).toBeDefined();
  admin.unmount();

  localStorage.clear();
  await renderApp(invitation, server);
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation has been used already');
  expect(screen.getByRole('link', { name: 'Sign in instead' })).toBeDefined();
});

it('an invitation to some albums names them, to the admin and to the person, who then sees no others', async () => {
  const api = await ApiClient.signedIn(server.origin);
  await api.createAlbum('River', 'river');
  await api.createAlbum('Town', 'town');
  await signInBrowser(server);
  const admin = await renderApp('/admin/users', server);
  await admin.user.click(await screen.findByRole('button', { name: 'Invite…' }));
  const dialog = within(screen.getByRole('dialog'));
  await admin.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Jim');
  await admin.user.click(dialog.getByRole('radio', { name: /^Only some/ }));
  await admin.user.click(await dialog.findByRole('checkbox', { name: 'River' }));
  expect(dialog.getByText('They may see the photos of River.')).toBeDefined();
  await admin.user.click(dialog.getByRole('button', { name: 'Make the link' }));
  const invitation = await shownPath();
  await admin.user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(listed('Jim').textContent).toContain('photos:read · sees River · invited by'));
  admin.unmount();
  localStorage.clear();

  const guest = await renderApp(invitation, server);
  expect(await screen.findByText('You may see the photos of River.')).toBeDefined();
  await guest.user.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText('Hello, Jim');
  guest.unmount();
  await renderApp('/admin/photos', server);
  await screen.findByRole('link', { name: 'River' });
  expect(screen.queryByRole('link', { name: 'Town' })).toBeNull();
});

it('an invitation of an admin has no choice of albums', async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/users', server);
  await user.click(await screen.findByRole('button', { name: 'Invite…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: /^Only some/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'admin' }));
  expect(dialog.getByText('Admins see all albums.')).toBeDefined();
  const [all, some] = dialog.getAllByRole<HTMLInputElement>('radio');
  expect([all?.checked, all?.matches(':disabled'), some?.matches(':disabled')]).toEqual([true, true, true]);
});

it('is taken back, and says so to whoever opens it then', async () => {
  const { user, invitation, unmount } = await invite('Huck');
  await user.click(await screen.findByRole('button', { name: 'Take back the invitation of Huck' }));
  await waitFor(() => expect(listed('Huck').textContent).toContain('Taken back'));
  // The button that had the focus is gone.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Invitations'));
  unmount();
  localStorage.clear();
  await renderApp(invitation, server);
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation was taken back');
});

it('whoever accepted it is led to making a passkey where the browser can', async () => {
  const { invitation, unmount } = await invite('Sid');
  unmount();
  localStorage.clear();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const guest = await renderApp(invitation, server);
  await guest.user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('link', { name: 'Later' })).toBeDefined();
  await guest.user.click(screen.getByRole('link', { name: 'Make a passkey' }));
  await screen.findByRole('button', { name: '+ Make a Passkey' });
  vi.unstubAllGlobals();
});

it('an invitation opens at the second attempt after the server was out of reach', async () => {
  const { invitation, unmount } = await invite('Becky');
  unmount();
  localStorage.clear();
  const { user } = await renderApp(invitation, { origin: 'http://127.0.0.1:9' });
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Admin Dev invites you');
});

it('a sign-in link for an account works once; then the landing says why it does not, and what to do', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await signInBrowser(server, 'user');
  await signInBrowser(server);
  const { user, unmount } = await renderApp('/admin/users', server);
  await user.click(await screen.findByRole('button', { name: 'Sign-in link for dev-user@localhost' }));
  const link = await shownPath();
  unmount();
  localStorage.clear();

  const phone = await renderApp(link, server);
  await phone.user.click(await screen.findByRole('button', { name: 'Sign in' }));
  await screen.findByText(/Welcome/);
  expect(storedUser()).toMatchObject({ email: 'dev-user@localhost' });
  phone.unmount();
  localStorage.clear();

  const late = await renderApp(link, server);
  await late.user.click(await screen.findByRole('button', { name: 'Sign in' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(
    /Sorry, login failed\. Please try again\..*used already or is too old.*ask for a new one/,
  );
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});
