import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { anotherPicture } from '#support/screens/sendPhotos.ts';
import { renderApp, startServerProcess } from '#support/screens/renderApp.tsx';

let server: ServerProcess;
let setUp: string;
beforeAll(async () => {
  server = await startServerProcess({ env: { NODE_ENV: 'production', HOST: '127.0.0.1' } });
  setUp = /\/#set-up=\w+/.exec(server.output.join(''))?.[0] ?? '';
});
afterAll(() => server.dispose());
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('says in one sentence that a link is not the printed one, and leads to the start page', async () => {
  await renderApp('/#set-up=wrong', server, true);
  expect((await screen.findByRole('alert')).textContent).toMatch(/not the set-up link that the server printed last/);
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toBeDefined();
  expect(screen.queryByLabelText('Your name')).toBeNull();
});

it('asks again when the server was out of reach', async () => {
  const { user } = await renderApp(setUp, { origin: 'http://127.0.0.1:9' }, true);
  await screen.findByText(/The server cannot be reached/);
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Your name')).toBeDefined();
});

it('signs the owner in and marks the steps that are done already', async () => {
  const { user, path, router, unmount } = await renderApp(setUp, { origin: server.origin, trustPort: 8080 }, true);
  expect(window.location.hash).toBe('');
  const begin = await screen.findByRole('button', { name: 'Begin' });
  expect(begin).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Your name'), 'Ada Lovelace{Enter}');
  await screen.findByRole('heading', { name: 'Welcome, Ada' });
  expect(path()).toBe('/admin/setup');
  expect(JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? 'null')).toMatchObject({
    permissions: ['admin', 'photos:read', 'photos:write'],
  });
  expect(screen.getByText(/npm run cli -- user sign-in-link owner@localhost/)).toBeDefined();

  await screen.findByRole('heading', { name: /^Your photos ?\(to do\)$/ });
  const album = screen.getByLabelText<HTMLInputElement>('Name of your first album');
  expect(album.value).toBe('Family');
  await user.clear(album);
  await screen.findByText('An album needs a name.');
  await user.type(album, 'Summer');
  await screen.findByText(/Drop photos anywhere on this page, for/);

  await user.click(screen.getByRole('button', { name: /^Later ?: A screen$/ }));
  await screen.findByRole('heading', { name: /^A screen ?\(put off\)$/ });
  expect(router.state.location.search).toEqual({ skipped: 'screen' });
  await user.click(screen.getByRole('button', { name: /^Do it now ?: A screen$/ }));

  // Where devices learn to trust the house: at the address of this page a wall of warnings would come.
  await screen.findByText('localhost:8080');
  const { token } = JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? '');
  const tablets = AdminTablets.as(server, token);
  const { code, secret } = await tablets.offer();
  await user.type(await screen.findByLabelText('The six letters on the screen'), `${code}{Enter}`);
  await screen.findByText('“Tablet” collects its key by itself within seconds.');
  await tablets.report(await tablets.collect(secret), { path: '/circuit-tree/clock' });
  await screen.findByRole('heading', { name: /^Your wall ?\(to do\)$/ });
  await screen.findByText('On the wall now: Clock');

  const photos = screen.getByRole('heading', { name: /^Your photos/ }).closest('li') ?? document.body;
  const picture = new File([await anotherPicture()], 'first.jpg', { type: 'image/jpeg' });
  await user.upload(within(photos).getByLabelText('Photos to add'), [picture, film()]);
  await within(photos).findByText('1 photo in “Summer”.');
  const link = await within(photos).findByRole('link', { name: /Summer/ });
  expect(link.getAttribute('href')).toContain('/admin/photos/summer?photo=first-');
  expect(within(photos).getByRole('alert').textContent).toContain('film.mov No photo can be made from this video');

  // An empty album that comes before it in the list is not the one that has the photo.
  await new ApiClient(server.origin, token).createAlbum('Attic', 'attic');
  unmount();
  await renderApp('/admin/setup', server, true);
  await screen.findByText('1 photo in “Summer”.');
});

/** A file that no album takes. */
function film(): File {
  return new File(['\0\0\0\x14ftypqt  \0\0\0\0qt  '], 'film.mov', { type: 'image/jpeg' });
}

it('says that a used link was used, and what to do', async () => {
  await renderApp(setUp, server, true);
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/has been used already: please sign in, or ask/),
  );
});
