import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { PeopleAdmin } from '#support/screens/people.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { sendAsGuest } from '#support/screens/sendPhotos.ts';

// A person who sees one album of two, in each of which a photo of a guest waits.

const USER = 'dev-user@localhost';

let server: ScreenServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  const norway = await api.createAlbum('Norway', 'norway');
  const rome = await api.createAlbum('Rome', 'rome');
  await ApiClient.signedIn(server.origin, 'user');
  const people = new PeopleAdmin(api);
  await people.permit(USER, ['photos:write']);
  await people.show(USER, [norway.id]);
  for (const [{ id: albumId }, name] of [
    [norway, 'Zoe'],
    [rome, 'Max'],
  ] as const) {
    const terms = { albumId, term: 'day', name, mayUpload: 'after-approval' };
    const share = await api.ask<ShareWithKey>(`POST ${ADMIN_PATHS.shares}`, terms);
    await sendAsGuest(server.origin, share, ['guest.jpg']);
  }
});
afterAll(() => server.dispose());

it('the photos of guests are those for the album that is seen, and “all” are these', async () => {
  await signInBrowser(server, 'user');
  const { user } = await renderApp('/admin', server);
  expect(await screen.findByRole('heading', { name: '1 photo of guests waits' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Look at them' }));
  const photos = within(await screen.findByRole('list', { name: 'Photos that wait' }));
  expect(photos.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Norway, by the link for Zoe'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Approve all 1' }));
  // The list is empty before the server has answered.
  await screen.findByText('Approved 1 photo.');
  expect(screen.getByText(/^No photos wait/)).toBeDefined();
  const waiting = await api.ask<WaitingPhoto[]>('GET /photos/waiting');
  expect(waiting.map(({ albumName }) => albumName)).toEqual(['Rome']);
});
