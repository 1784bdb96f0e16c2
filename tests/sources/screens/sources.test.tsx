import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import { renderApp, signInBrowser, startServerProcess } from '#support/screens/renderApp.tsx';

let server: ServerProcess;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'circuit-tree-sources-'));
  const file = join(root, 'Summer', '1.jpg');
  await mkdir(join(root, 'Summer'));
  await writeFile(file, await jpeg({ width: 60, height: 40 }));
  await utimes(file, 1_500_000_000, 1_500_000_000);
  server = await startServerProcess({ env: { SOURCE_DIRS: root } });
});
afterAll(async () => {
  await server.dispose();
  await rm(root, { recursive: true, force: true });
});

it('a folder is followed, paused, read and removed, and a wrong one is said to be so', async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/photos', server);
  await user.click(await screen.findByRole('link', { name: 'Sources' }));
  await screen.findByText(/Photos come from this computer/);
  await user.click(screen.getByRole('button', { name: 'Follow a folder' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Follow a folder' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Folder on the server');
  expect(field.value).toBe(root);
  await user.clear(field);
  await user.type(field, '/no/such/folder');
  await user.click(dialog.getByRole('button', { name: 'Follow' }));
  await dialog.findByText(/There is no folder /);
  await user.clear(field);
  await user.type(field, root);
  await user.click(dialog.getByRole('button', { name: 'Follow' }));
  const list = await screen.findByRole('list', { name: 'Sources' });
  await waitFor(() => expect(list.textContent).toMatch(/All is taken · 1 photo · last read/), { timeout: 20_000 });
  await user.click(within(list).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(list.textContent).toContain('Paused'));
  await user.click(within(list).getByRole('button', { name: /^Stop following / }));
  await screen.findByText(/Photos come from this computer/);
}, 60_000);

it('an address of Immich over which others could read the key says so', async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/sources', server);
  await user.click(await screen.findByRole('button', { name: 'Follow Immich' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Follow Immich' }));
  const field = dialog.getByLabelText('Address of Immich');
  await user.type(field, 'http://192.168.1.20:2283');
  expect(dialog.queryByText(/can read the key/)).toBeNull();
  await user.clear(field);
  await user.type(field, 'http://photos.example.org');
  const warning = dialog.getByText(/whoever is on the way can read the key/);
  expect(warning.closest('p')?.id).toBe(field.getAttribute('aria-describedby'));
});

it('photos that left Immich, too many to go unasked, are named on both pages until an admin keeps them', async () => {
  const immich = await FakeImmich.start();
  const picture = await jpeg({ width: 60, height: 40, seed: 9 });
  const bytesOf = (index: number) => Buffer.concat([picture, Buffer.from(`${index}`)]);
  immich.assets = Array.from({ length: 24 }, (_, index) => ({ id: `a${index}`, bytes: bytesOf(index) }));
  await signInBrowser(server);
  const { user, unmount } = await renderApp('/admin/sources', server);
  await user.click(await screen.findByRole('button', { name: 'Follow Immich' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Follow Immich' }));
  await user.type(dialog.getByLabelText('Address of Immich'), immich.url);
  await user.type(dialog.getByLabelText(/^Key/), immich.key);
  await user.click(dialog.getByRole('button', { name: 'Show its albums' }));
  await user.click(await dialog.findByRole('button', { name: 'Follow' }));
  const list = await screen.findByRole('list', { name: 'Sources' });
  await waitFor(() => expect(list.textContent).toMatch(/All is taken · 24 photos/), { timeout: 20_000 });
  immich.assets = immich.assets.slice(22);
  await user.click(within(list).getByRole('button', { name: 'Read now' }));
  await screen.findByText(/22 photos of “Family” left Immich/, undefined, { timeout: 20_000 });
  unmount();

  const home = await renderApp('/admin', server);
  await screen.findByText('22 photos of “Family” that left Immich wait for your yes to go to the trash.');
  await home.user.click(screen.getByRole('link', { name: 'Decide' }));
  await home.user.click(await screen.findByRole('button', { name: 'Keep the photos that left Family' }));
  await screen.findByText('Kept 22 photos.');
  await waitFor(() => expect(screen.queryByText(/22 photos of “Family” left Immich/)).toBeNull(), { timeout: 20_000 });
  await immich.close();
}, 90_000);
