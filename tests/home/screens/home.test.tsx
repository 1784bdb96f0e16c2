import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServerStatus } from '#contract/server/schemas.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { serverWithNodes } from '#support/screens/healthScreen.ts';
import { renderApp, signInBrowser, startServerProcess } from '#support/screens/renderApp.tsx';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { filenamesOf, sendAsGuest, sendPhotos } from '#support/screens/sendPhotos.ts';

const failure = { at: '2026-03-01T03:00:00.000Z', message: '/media/usb is empty' };
let server: ServerProcess;
let lastBackup: string;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-home-'));
  lastBackup = join(dataDir, 'last-backup.json');
  const at = Date.parse(failure.at);
  const failed = { outcome: 'failed', message: failure.message, folder: null, madeAt: null };
  writeFileSync(lastBackup, JSON.stringify({ startedAt: at, finishedAt: at, ...failed }));
  server = await startServerProcess({ dataDir, env: { BACKUP_DIR: '/media/usb' } });
});
afterAll(() => server.dispose());

const note = () => screen.queryByText(/^This installation is new: it was made .+ and has no albums yet\./);

it('shows only admins that the installation is new and where its data lies', async () => {
  await signInBrowser(server, 'user');
  const { unmount } = await renderApp('/admin', server);
  await screen.findByRole('heading', { name: 'Photos' });
  expect(note()).toBeNull();
  unmount();
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  await waitFor(() => expect(note()?.textContent).toContain(`It keeps its data in ${server.dataDir}.`));
});

it('tells an admin, and nobody else, what is wrong with the server, and of the last backup', async () => {
  await signInBrowser(server, 'user');
  const { unmount } = await renderApp('/admin', server);
  await screen.findByRole('heading', { name: 'Photos' });
  expect(screen.queryByText(/backup/)).toBeNull();
  unmount();
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The last backup failed. The server says: /media/usb is empty');
  expect(alert.textContent).toContain('Check the folder for backups');
  await screen.findByText(/^No backup has been made yet\. The one begun .* failed\.$/);
});

it("reads the server's state again when the page is shown again", async () => {
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  await screen.findByText(/^No backup has been made yet\. The one begun/);
  rmSync(lastBackup);
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('No backup has been made yet.');
});

it('shows what there is, each a link: photos, space, nodes, and the last uploads as pictures', async () => {
  const filled = await serverWithNodes([
    ['on-time', 0],
    ['late', 3_600_000],
  ]);
  const api = await ApiClient.signedIn(filled.origin);
  const album = await api.createAlbum('Lakes', 'lakes');
  const { photos } = await sendPhotos(api, album.id, { 'a.png': 'kiosk-192.png' });
  await signInBrowser(filled, 'admin');
  const { unmount, user } = await renderApp('/admin', filled);
  await screen.findByText('1 photo');
  expect(screen.getByText('in 1 album')).toBeDefined();
  expect(screen.getByText(/^[\d.]+ kB used$/)).toBeDefined();
  expect(screen.getByText(/ free$/)).toBeDefined();
  expect(screen.getByText('1 of 2 nodes is late')).toBeDefined();
  expect(await screen.findByText(/^No backup yet: /)).toBeDefined();
  expect(screen.queryByText(/All is well/)).toBeNull();
  expect(screen.getByText('1 tablet')).toBeDefined();
  expect(screen.getByText('1 not opened yet')).toBeDefined();
  const places = Object.fromEntries(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  );
  expect(places).toMatchObject({
    'Circuit Treetablets, devices, alerts': '/admin/circuit-tree',
    'Photosalbums, sharing, trash': '/admin/photos',
    'Userspeople, invitations, log': '/admin/users',
    'See the albums': '/admin/photos',
    'Open the trash': '/admin/trash',
    'Choose a folder…': '/admin/backups',
    'See the tablets': '/admin/tablets',
    'See the devices': '/admin/circuit-tree/health',
  });
  await user.click(screen.getByRole('img', { name: 'Lakes' }));
  await screen.findByRole('dialog', { name: 'Photo' });
  expect(window.location.pathname + window.location.search).toBe(`/admin/photos/lakes?photo=${photos[0]?.filename}`);
  unmount();
  await api.ask(`PATCH ${ADMIN_PATHS.photo(album.id, photos[0]?.filename ?? '')}`, { caption: 'Herons' });
  await signInBrowser(filled, 'user');
  const { user: reader } = await renderApp('/admin', filled);
  await screen.findByRole('heading', { name: 'Last uploads' });
  screen.getByRole('img', { name: 'Herons, Lakes' });
  expect(screen.queryByText(/used$/)).toBeNull();
  expect(screen.queryByText(/tablet|node|Circuit Tree$|API/i)).toBeNull();
  await reader.click(await screen.findByRole('button', { name: 'Start Slideshow' }));
  await screen.findByRole('dialog', { name: 'Slideshow: Photos' });
  await reader.click(screen.getByRole('button', { name: '✕ Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await filled.dispose();
});

it('shows photos of guests that wait, and approves them all', async () => {
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum('Party', 'party');
  const made = await fetch(server.origin + ADMIN_PATHS.shares, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ albumId: album.id, term: 'week', mayUpload: 'after-approval' }),
  });
  await sendAsGuest(server.origin, await made.json(), ['a.jpg', 'b.jpg', 'c.jpg']);
  await signInBrowser(server, 'admin');
  const { user } = await renderApp('/admin', server);
  const region = within(await screen.findByRole('region', { name: '3 photos of guests wait' }));
  await waitFor(() => expect(region.getAllByRole('img')).toHaveLength(3));
  await user.click(region.getByRole('button', { name: 'Approve all 3' }));
  await screen.findByText('Approved 3 photos.');
  await waitFor(() => expect(screen.queryByRole('region', { name: /wait$/ })).toBeNull());
  expect(await filenamesOf(api, album)).toHaveLength(3);
});

type Offered = NonNullable<ServerStatus['update']>;
const OFFERED: Offered = {
  version: '1.3.0',
  commit: '4149f4319d6c3a1f4c3b2a190807060504030201',
  changes: '- **Guests** send photos.\n- Walls start sooner.',
  isByHand: false,
  isRunning: false,
  refusal: null,
  failure: null,
};

/** The server tells of a release, as if its operator had named a repository; until `takes` it refuses to go over. */
function offer(change: Partial<Offered> = {}) {
  const state = { offered: { ...OFFERED, ...change }, takes: false, begun: [] as unknown[] };
  const original = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const path = asked instanceof Request ? new URL(asked.url).pathname : '';
    if (path === ADMIN_PATHS.update && asked instanceof Request && state.takes) {
      state.begun.push(await asked.clone().json());
      state.offered.isRunning = true;
      return new Response(null, { status: 204 });
    }
    const response = await original(...call);
    if (path !== ADMIN_PATHS.serverStatus) return response;
    return Response.json({ ...(await response.json()), update: state.offered });
  });
  return { state, end: () => spy.mockRestore() };
}

it('tells an admin of a newer version and what it brings, and installs the commit that was confirmed', async () => {
  const { state, end } = offer();
  await signInBrowser(server, 'admin');
  const { user } = await renderApp('/admin', server);
  await screen.findByText('Version 1.3.0 (4149f43) is there.');
  await user.click(screen.getByText('What it brings'));
  expect(screen.getByText('- Guests send photos.')).toBeDefined();
  expect(screen.getByText('- Walls start sooner.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Update to 1.3.0 (4149f43)' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Update to 1.3.0?' }));
  expect(dialog.getByText(/4149f4319d6c3a1f4c3b2a190807060504030201/)).toBeDefined();
  // This server was offered nothing.
  await user.click(dialog.getByRole('button', { name: 'Update to 1.3.0 (4149f43)' }));
  await dialog.findByText('Version 1.3.0 is not offered.');
  state.takes = true;
  await user.click(dialog.getByRole('button', { name: 'Update to 1.3.0 (4149f43)' }));
  await screen.findByText(/^It is being installed and tried\./);
  expect(state.begun).toEqual([{ version: '1.3.0', commit: OFFERED.commit }]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Update to/ }).disabled).toBe(true);
  end();
});

it('says why a release without a signature is not installed', async () => {
  const { end } = offer({ commit: null, changes: '', refusal: 'The tag v1.3.0 is not signed' });
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  await screen.findByText('It is not installed: The tag v1.3.0 is not signed.');
  expect(screen.queryByRole('button', { name: /^Update to/ })).toBeNull();
  end();
});

it('says that a newer version is installed by hand, or that it gave way and why', async () => {
  const { end } = offer({ isByHand: true, failure: 'it does not answer', changes: '' });
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  await screen.findByText(/^This server is updated by hand/);
  expect(screen.getByText('It was tried and gave way: it does not answer. Nothing was lost.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Update to/ })).toBeNull();
  expect(screen.queryByText('What it brings')).toBeNull();
  end();
});

it('leads admins to the description of all calls, and to the licences', async () => {
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  const link = await screen.findByRole('link', { name: 'API (OpenAPI)' });
  const document: unknown = await (await fetch(link.getAttribute('href') ?? '')).json();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Circuit Tree' } });
  expect(screen.getByRole('link', { name: 'Licences' }).getAttribute('href')).toBe('/licences.txt');
});

it('says in its foot which version it is, with the commit', async () => {
  await signInBrowser(server, 'user');
  await renderApp('/admin', server);
  await screen.findByText('Circuit Tree 0.0.0 (0000000)');
});

it('says when the server is out of reach, and still leads to the areas', async () => {
  await signInBrowser(server, 'user');
  await renderApp('/admin', server);
  await screen.findByRole('heading', { name: 'Photos' });
  window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('Failed to load the overview');
  const areas = within(screen.getByRole('navigation', { name: 'Areas' }));
  expect(areas.getByRole('link', { name: 'Photos' })).toBeDefined();
});
