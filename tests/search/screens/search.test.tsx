import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { sendPhotos } from '#support/screens/sendPhotos.ts';

let server: ScreenServer;
let photos: Photo[];
beforeAll(async () => {
  server = await startScreenServer();
  const api = await ApiClient.signedIn(server.origin);
  const lakes = await api.createAlbum('Lakes of Élan', 'lakes');
  ({ photos } = await sendPhotos(api, lakes.id, { 'heron.png': 'kiosk-192.png', 'otter.png': 'codenames-192.png' }));
});
afterAll(() => server.dispose());

async function open(path = '/admin/photos') {
  await signInBrowser(server);
  const app = await renderApp(path, server);
  await screen.findByRole('heading', { name: 'Photo Management' });
  return app;
}

const field = () => screen.getByRole('searchbox', { name: 'Search photos' });

it('finds as one types: / leads into the field, albums are links, photos open in the viewer', async () => {
  const { user, path, router } = await open();
  await screen.findByRole('link', { name: /Lakes of Élan/ });
  await user.keyboard('/elan');
  expect(document.activeElement).toBe(field());
  expect(field()).toHaveProperty('value', 'elan');
  await waitFor(() => expect(path()).toBe('/admin/photos?q=elan'));
  const albums = await screen.findByRole('list', { name: 'Albums found' });
  const link = within(albums).getByRole('link', { name: 'Lakes of Élan' });
  expect(link.getAttribute('href')).toBe('/admin/photos/lakes');
  await screen.findByText('1 album and 2 photos');
  await user.clear(field());
  await user.type(field(), 'otter');
  await waitFor(() => expect(path()).toBe('/admin/photos?q=otter'));
  await screen.findByText('1 photo');
  const found = await screen.findByRole('button', { name: /^Photo 1, / });
  await within(found.parentElement ?? found).findByText('Lakes of Élan');
  await user.click(found);
  await screen.findByRole('dialog', { name: 'Photo' });
  await screen.findByText('1 of 1');
  const [, otter] = photos;
  expect(decodeURIComponent(path())).toBe(`/admin/photos?q=otter&photo=lakes/${otter?.filename}`);
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field()).toHaveProperty('value', 'otter');
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('link', { name: /Lakes of Élan/ });
  expect(path()).toBe('/admin/photos');
});

it('says what can be searched for when nothing is found', async () => {
  const { user, path } = await open('/admin/photos?q=zebra');
  await screen.findByText('Nothing was found for “zebra”.');
  expect(field()).toHaveProperty('value', 'zebra');
  expect(screen.getByRole('link', { name: 'July 2024' })).toBeDefined();
  await user.click(await screen.findByRole('link', { name: 'Lakes of Élan' }));
  await screen.findByText('1 album and 2 photos');
  expect(field()).toHaveProperty('value', 'Lakes of Élan');
  expect(path()).toContain('?q=');
});

it('never shows the response to an older text after that to a newer one', async () => {
  const { fetch } = globalThis;
  const held = Promise.withResolvers<void>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const url = String(asked instanceof Request ? asked.url : asked);
    if (url.endsWith('q=otter')) await held.promise;
    return fetch(...call);
  });
  const { user } = await open('/admin/photos?q=otter');
  await user.clear(field());
  await user.type(field(), 'élan');
  await screen.findByText('1 album and 2 photos');
  held.resolve();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByText('1 album and 2 photos')).toBeDefined();
});

it('does not go on saying that it searches when the server is out of reach', async () => {
  const { user } = await open();
  window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
  await user.type(field(), 'otter');
  await screen.findByText('The search failed.');
  // A slow machine searches for the beginning of the word first.
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
});
