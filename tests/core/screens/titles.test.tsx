import { act, cleanup, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { type PagePath, PAGES } from '#contract/pages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, signInBrowser, sharedServer } from '#support/screens/renderApp.tsx';

/** The title that index.html has. */
const OWN = 'Circuit Tree';
const ALBUM = { name: 'Concert 2023', slug: 'concert-2023' };

const TITLES: Record<PagePath, string> = {
  '/': 'Sign In – Circuit Tree',
  '/circuit-tree': OWN,
  '/circuit-tree/clock': 'Clock',
  '/circuit-tree/photos': 'Photos',
  '/circuit-tree/photos/:albumSlug': 'Concert 2023 – Photos',
  '/admin': 'Admin – Circuit Tree',
  '/admin/photos': 'Photos – Circuit Tree',
  '/admin/photos/:slug': 'Concert 2023 – Photos – Circuit Tree',
  '/admin/trash': 'Trash – Photos – Circuit Tree',
  '/admin/sources': 'Where photos come from – Photos – Circuit Tree',
  '/admin/waiting': 'Photos of guests – Photos – Circuit Tree',
  '/admin/users': 'Users – Circuit Tree',
  '/admin/audit': 'Audit Log – Circuit Tree',
  '/admin/sessions': 'My Devices – Circuit Tree',
  '/admin/passkeys': 'Passkeys – Circuit Tree',
  '/admin/setup': 'Set Up – Circuit Tree',
  '/admin/circuit-tree': 'Tablets and Devices – Circuit Tree',
  '/admin/circuit-tree/health': 'Node Health – Circuit Tree',
  '/admin/circuit-tree/nodes/:id': 'concert-2023 – Nodes – Circuit Tree',
  '/admin/alerts': 'Alerts – Circuit Tree',
  '/admin/backups': 'Backups – Circuit Tree',
  '/admin/tablets': 'Tablets – Circuit Tree',
  '/admin/tablets/:id': 'Tablet – Tablets – Circuit Tree',
  '/codenames': 'Codenames',
  '/test/nodes-socket': 'Nodes Socket Test',
};

let server: HostedServer;
beforeAll(async () => {
  document.title = OWN;
  server = await sharedServer();
  await (await ApiClient.signedIn(server.origin)).createAlbum(ALBUM.name, ALBUM.slug);
});

test.each(Object.entries(TITLES))('the tab of %s is called %s', async (page, title) => {
  if (page.startsWith('/admin')) await signInBrowser(server);
  const key = page.startsWith('/circuit-tree') ? `?apiKey=${encodeURIComponent(server.kioskKey)}` : '';
  await renderApp(page.replace(/:\w+/, ALBUM.slug) + key, server);
  await waitFor(() => expect(document.title).toBe(title));
  // A second element would not be valid, though browsers take the first.
  expect(document.querySelectorAll('head > title')).toHaveLength(1);
  cleanup();
  expect(document.title).toBe(OWN);
  // The codenames screen reports that jsdom has no camera.
  if (page === '/codenames') vi.mocked(console.error).mockClear();
});

test('the title follows from page to page, and no page of an area is called like another', async () => {
  await signInBrowser(server);
  const { router } = await renderApp('/admin/users', server);
  await waitFor(() => expect(document.title).toBe('Users – Circuit Tree'));
  await act(() => router.navigate({ to: '/admin/photos/$slug', params: { slug: ALBUM.slug } }));
  await waitFor(() => expect(document.title).toBe('Concert 2023 – Photos – Circuit Tree'));
  await act(() => router.navigate({ to: '/admin/circuit-tree/health' }));
  await waitFor(() => expect(document.title).toBe('Node Health – Circuit Tree'));
  const ofAdmin = Object.keys(PAGES).filter((page) => page.startsWith('/admin'));
  expect(new Set(Object.entries(TITLES).flatMap(([page, title]) => (ofAdmin.includes(page) ? title : []))).size).toBe(
    ofAdmin.length,
  );
});
