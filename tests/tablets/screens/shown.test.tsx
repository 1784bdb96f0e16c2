import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadResponse } from '#contract/photos/schemas.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let tablets: AdminTablets;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  tablets = await AdminTablets.on(server);
  api = await ApiClient.signedIn(server.origin);
}, 60_000);
afterAll(() => server.dispose());

/** By hand, since jsdom's forms cannot upload anything. */
async function upload(albumId: string): Promise<UploadResponse> {
  const { token } = await signInAsDev(server.origin, 'admin');
  const head =
    '--x\r\nContent-Disposition: form-data; name="photos"; filename="swim.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), await jpeg({ width: 60, height: 40 }), Buffer.from('\r\n--x--\r\n')]);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=x' };
  const url = `${server.origin}/photos/albums/${albumId}/photos`;
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return response.json();
}

const dialog = () => within(screen.getByRole('dialog'));

test('the photos that a tablet has shown are hidden, opened, captioned and moved from its page', async () => {
  const album = await api.createAlbum('Lake', 'lake');
  await api.createAlbum('Elsewhere', 'elsewhere');
  const { photos } = await upload(album.id);
  const { id, key } = await tablets.make({ name: 'Hall' });
  const filename = photos[0]?.filename ?? '';
  const shown = [{ filename, albumSlug: 'lake', at: new Date(2026, 0, 31, 12, 5).toISOString() }];
  await tablets.report(key, { path: '/circuit-tree', shown });
  await signInBrowser(server);
  const { user } = await renderApp(`/admin/tablets/${id}`, server);
  await screen.findByRole('heading', { name: 'Shown last' });
  screen.getByText('12:05');

  await user.click(screen.getByRole('button', { name: 'Hide: the photo of 12:05' }));
  await screen.findByText('12:05 · hidden');
  await user.click(screen.getByRole('button', { name: 'Caption: the photo of 12:05' }));
  await user.type(dialog().getByLabelText('Caption'), 'First swim');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  const open = await screen.findByRole('link', { name: 'Open: First swim' });
  expect(open.getAttribute('href')).toContain(`/admin/photos/lake?photo=${filename}`);
  await user.click(screen.getByRole('button', { name: 'Move: First swim' }));
  await user.click(await dialog().findByRole('radio', { name: 'Elsewhere' }));
  await user.click(dialog().getByRole('button', { name: 'Move' }));
  await screen.findByText('The photo was moved.');
  // It is another photo from then on, with an address of its own.
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open: First swim' })).toBeNull());
});

test('a line of words is sent, and taken away', async () => {
  const { id, key } = await tablets.make({ name: 'Kitchen' });
  const stop = await tablets.listen(key);
  await signInBrowser(server);
  const { user } = await renderApp(`/admin/tablets/${id}`, server);
  const write = await screen.findByRole('button', { name: 'A line of words…' });
  await user.click(write);
  await user.type(dialog().getByLabelText('Words'), 'Dinner is ready');
  await user.click(dialog().getByRole('button', { name: 'Show' }));
  await screen.findByText('“Kitchen” shows your words.');
  await user.click(write);
  await user.click(dialog().getByRole('button', { name: 'Remove the words' }));
  await screen.findByText('“Kitchen” shows no words any more.');
  await user.click(screen.getByRole('button', { name: 'Send to sleep' }));
  await screen.findByText('“Kitchen” is black until its next rule or a touch.');
  stop();
});
