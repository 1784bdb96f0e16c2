import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Share } from '#contract/shares/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, signInBrowser, sharedServer } from '#support/screens/renderApp.tsx';
import { sendOthers } from '#support/screens/sendPhotos.ts';

// year ─ summer (1 photo) ─ lake (2 photos)

let server: HostedServer;
let api: ApiClient;
beforeAll(async () => {
  server = await sharedServer();
  api = await ApiClient.signedIn(server.origin);
  const year = await api.createAlbum('Year', 'year');
  const summer = await api.createAlbum('Summer', 'summer', year.id);
  const lake = await api.createAlbum('Lake', 'lake', summer.id);
  await sendOthers(api, summer.id, ['s.jpg']);
  await sendOthers(api, lake.id, ['a.jpg', 'b.jpg']);
}, 60_000);
beforeEach(() => localStorage.clear());

interface Choices {
  term?: string;
  name?: string;
  trustPort?: number;
  mayDownload?: true;
}

/** An admin's steps on the album's page; returns the address of the link. */
async function share({ term, name, trustPort, mayDownload }: Choices) {
  await signInBrowser(server);
  const { user, unmount } = await renderApp('/admin/photos/summer', server);
  if (trustPort !== undefined) window.environment = { ...window.environment, trustPort };
  await user.click(await screen.findByRole('button', { name: /^Share…/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Share “Summer”' }));
  if (term) await user.selectOptions(dialog.getByLabelText('The link is valid for'), term);
  if (name) await user.type(dialog.getByLabelText('For whom (optional)'), name);
  if (mayDownload) await user.click(dialog.getByRole('checkbox', { name: 'Visitors may download the originals' }));
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  const { value } = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(dialog.getByRole('img', { name: 'The link as a QR code' })).toBeDefined();
  // This server's address is that of the machine itself, which no other device can open.
  expect(dialog.getByRole('alert').textContent).toContain('No other device can open this link');
  expect(dialog.queryByText(/Works in your home network/) !== null).toBe(trustPort !== undefined);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  return { user, unmount, path: value.slice(server.origin.length) };
}

async function isOpened(): Promise<boolean> {
  const shares = await api.ask<Share[]>(`GET ${ADMIN_PATHS.shares}`);
  return shares.some(({ name, lastUsedAt }) => name === 'Grandma' && lastUsedAt !== null);
}

const listed = async () => screen.findByRole('list', { name: 'Shared links' });

it('a link past the page where devices learn to trust the house says that it works at home', async () => {
  const made = await share({ term: '24 hours', trustPort: 80 });
  await made.user.click(await screen.findByRole('button', { name: 'Share… (1)' }));
  await made.user.click(await screen.findByRole('button', { name: /^Take back the link to Summer/ }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Shared links' })).toBeNull());
});

it('a link is made, listed for its album and among all, and taken back', async () => {
  const made = await share({ term: 'Until it is taken back', name: 'Grandma' });
  await made.user.click(await screen.findByRole('button', { name: 'Share… (1)' }));
  expect((await listed()).textContent).toMatch(/^Grandma.*Open until it is taken back · not opened yet.*Admin Dev/);
  made.unmount();
  const all = await renderApp('/admin/photos', server);
  expect((await listed()).textContent).toContain('Summer with Grandma');
  all.unmount();

  localStorage.clear();
  const visitor = await renderApp(made.path, server);
  await screen.findByRole('heading', { name: 'Summer' });
  visitor.unmount();

  // The server notes it after its response to the visitor, and an open page asks only every fifteen seconds.
  await expect.poll(isOpened).toBe(true);
  await signInBrowser(server);
  const album = await renderApp('/admin/photos/summer', server);
  await album.user.click(await screen.findByRole('button', { name: 'Share… (1)' }));
  await waitFor(async () => expect((await listed()).textContent).toContain('last opened'));
  await album.user.click(screen.getByRole('button', { name: 'Take back the link to Summer with Grandma' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Shared links' })).toBeNull());
  await album.user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Share…' });
  album.unmount();

  localStorage.clear();
  await renderApp(made.path, server);
  expect((await screen.findByRole('alert')).textContent).toContain('This link was taken back');
});

it('a visitor sees the album with what is below it, looks at photos, and finds nothing to change or to sign in', async () => {
  const { path, unmount } = await share({ term: '24 hours' });
  unmount();
  localStorage.clear();
  const { user } = await renderApp(path, server);
  await screen.findByRole('heading', { name: 'Summer' });
  expect(document.title).toBe('Summer – Shared Album');
  expect(screen.getByText(/^Shared with you until /)).toBeDefined();
  expect(screen.queryByText(/Back/)).toBeNull();
  expect(screen.queryByText(/sign in|offline/i)).toBeNull();

  await user.click(screen.getByRole('link', { name: 'Lake' }));
  await screen.findByRole('heading', { name: 'Lake' });
  await waitFor(() => expect(document.querySelectorAll('main button')).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: /^Photo 2|^Lake.* 2/ })[0]!);
  // A still photo, which can be enlarged: nothing moves on before somebody wants a slideshow.
  const still = within(await screen.findByRole('dialog', { name: 'Photo' }));
  expect(still.getByText('2 of 2')).toBeDefined();
  await user.click(still.getByRole('button', { name: 'Zoom in' }));
  expect(still.getByRole<HTMLButtonElement>('button', { name: 'Zoom out' }).disabled).toBe(false);
  await user.click(still.getByRole('button', { name: 'Previous photo' }));
  expect(still.getByText('1 of 2')).toBeDefined();
  expect(still.queryByRole('button', { name: 'Download original' })).toBeNull();
  await user.click(still.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('link', { name: '‹ Back' }));
  await screen.findByRole('heading', { name: 'Summer' });
  await user.click(screen.getByRole('button', { name: 'Start Slideshow' }));
  await screen.findByRole('button', { name: /^Photo 1 of 3/ });
  expect(Object.keys(localStorage)).toEqual([]);
});

it('a visitor whose link allows it downloads the original', async () => {
  const { path, unmount } = await share({ mayDownload: true });
  unmount();
  localStorage.clear();
  const { user } = await renderApp(path, server);
  await screen.findByRole('heading', { name: 'Summer' });
  await waitFor(() => expect(document.querySelectorAll('main button')).toHaveLength(1));
  await user.click(document.querySelector('main button')!);
  const made = vi.fn((_file: Blob) => 'blob:here');
  Object.assign(URL, { createObjectURL: made });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Download original' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(made).toHaveBeenCalledWith(expect.objectContaining({ type: 'application/octet-stream' }));
  saved.mockRestore();
});

it('what a tablet knows of itself stays as it was when somebody opens a link on it', async () => {
  const { path, unmount } = await share({});
  unmount();
  const tablet = JSON.stringify({ of: 'x', settings: { startsWith: 'clock' } });
  localStorage.clear();
  localStorage.setItem(LOCAL_STORAGE.tablet, tablet);
  await renderApp(path, server);
  await screen.findByRole('heading', { name: 'Summer' });
  expect(Object.entries(localStorage)).toEqual([[LOCAL_STORAGE.tablet, tablet]]);
});

it('a server that is out of reach is no end of the link: the page goes on when it is back', async () => {
  const { path, unmount } = await share({});
  unmount();
  localStorage.clear();
  const { user } = await renderApp(path, { origin: 'http://127.0.0.1:9' });
  expect((await screen.findByRole('alert')).textContent).not.toMatch(/link/);
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Summer' });
});

it('a link that is cut off says that a part is missing, and another one opened in the same tab takes its place', async () => {
  const { path, unmount } = await share({});
  unmount();
  localStorage.clear();
  await renderApp('/#shared-album=half', server);
  expect((await screen.findByRole('alert')).textContent).toContain('perhaps a part of it is missing');
  act(() => {
    window.location.hash = path.slice(path.indexOf('#'));
  });
  await screen.findByRole('heading', { name: 'Summer' });
});
