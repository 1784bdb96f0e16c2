import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, sharedServer } from '../../support/screens/renderApp.tsx';
import { answerPhotoLists } from '../../support/screens/photoLists.ts';
import type { SharedServer } from '../../support/screens/sharedServer.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const landing = (requestedUrl: string) =>
  `/?${new URLSearchParams({ requestedUrl, error: MESSAGES.permissionRequired }).toString()}`;

describe('the permission guard', () => {
  it.each([
    '/admin',
    '/admin/photos',
    '/admin/photos/summer?dialog=new-album',
    '/admin/users',
    '/admin/audit',
    '/admin/sessions',
    '/admin/circuit-tree',
    '/admin/circuit-tree/health',
    '/admin/tablets',
    '/admin/tablets?code=ABCDEF',
    '/admin/tablets/none',
  ])('sends someone who is not signed in from %s to the landing', async (requestedUrl) => {
    const { path } = await renderApp(requestedUrl, server);
    expect(await screen.findByText(MESSAGES.permissionRequired)).toBeDefined();
    expect(path()).toBe(landing(requestedUrl));
  });

  it.each(['/admin/users', '/admin/audit', '/admin/tablets', '/admin/tablets/none'])(
    'requires the admin permission for %s',
    async (page) => {
      await signInBrowser(server, 'user');
      const { path } = await renderApp(page, server);
      await screen.findByText(MESSAGES.permissionRequired);
      expect(path()).toBe(landing(page));
    },
  );

  it('guards a page that is reached from another one of the administration, too', async () => {
    await signInBrowser(server, 'user');
    const { path, router } = await renderApp('/admin', server);
    expect(path()).toBe('/admin');
    await act(() => router.navigate({ to: '/admin/users' }));
    await screen.findByText(MESSAGES.permissionRequired);
    expect(path()).toBe(landing('/admin/users'));
  });

  it('requires one of the photo permissions for the photos', async () => {
    const user = await signInBrowser(server, 'user');
    localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...user, permissions: [] }));
    const { path } = await renderApp('/admin/photos', server);
    await screen.findByText(MESSAGES.permissionRequired);
    expect(path()).toBe(landing('/admin/photos'));
  });

  it.each([
    ['photos:read', false],
    ['photos:write', true],
  ])('lets %s in, and offers writing only to those who may: %s', async (permission, mayWrite) => {
    const admin = await ApiClient.signedIn(server.origin);
    const slug = `guarded-${mayWrite}`;
    await admin.createAlbum('Guarded', slug);
    const user = await signInBrowser(server, 'user');
    localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...user, permissions: [permission] }));
    await renderApp(`/admin/photos/${slug}`, server);
    await screen.findByText(MESSAGES.noPhotos);
    expect(screen.queryAllByRole('link', { name: '+ Add Album' })).toHaveLength(mayWrite ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: '+ Add Photos' })).toHaveLength(mayWrite ? 1 : 0);
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(mayWrite ? 1 : 0);
  });

  it('shows no heading with nothing below it to someone who may only look at an album with photos', async () => {
    const admin = await ApiClient.signedIn(server.origin);
    await admin.createAlbum('Looked at', 'looked-at');
    const lists = answerPhotoLists([{ filename: '1.jpg', albumSlug: 'looked-at', caption: 'The ferry' }]);
    const user = await signInBrowser(server, 'user');
    localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...user, permissions: ['photos:read'] }));
    await renderApp('/admin/photos/looked-at', server);
    await screen.findByRole('button', { name: 'The ferry' });
    expect(screen.queryByRole('heading', { name: 'Albums' })).toBeNull();
    lists.mockRestore();
  });

  it.each(['not json', '{}', '{"token":""}', '{"token":"x","permissions":"admin"}', 'null', '[]'])(
    'treats a damaged stored user (%s) as signed out',
    async (stored) => {
      localStorage.setItem(LOCAL_STORAGE.user, stored);
      await renderApp('/admin', server);
      await screen.findByText(MESSAGES.permissionRequired);
    },
  );
});

describe('the header', () => {
  it('leads back, greets by first name, and signs out here and on the server', async () => {
    const { token } = await signInBrowser(server);
    const { user, path } = await renderApp('/admin/circuit-tree', server);
    const back = await screen.findByRole('link', { name: '< Back to Admin' });
    expect(back.getAttribute('href')).toBe('/admin');
    expect(back.getAttribute('aria-current')).toBeNull();
    expect(screen.getByRole('img', { name: 'Circuit Tree' })).toBeDefined();
    expect(screen.getByRole('banner').textContent).toContain('Welcome, Admin (Sign Out)');

    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await screen.findByRole('button', { name: 'Sign in dev user' });
    expect(path()).toBe('/');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(localStorage.getItem(LOCAL_STORAGE.user)).toBeNull();
    await waitFor(async () => {
      const response = await fetch(`${server.origin}/users`, { headers: { Authorization: `Bearer ${token}` } });
      expect(response.status).toBe(401);
    });
  });

  it('stays signed out here when the server is out of reach', async () => {
    await signInBrowser(server);
    const { user, path } = await renderApp('/admin', { origin: 'http://127.0.0.1:9' });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(path()).toBe('/'));
    expect(localStorage.getItem(LOCAL_STORAGE.user)).toBeNull();
  });

  it('notices a sign-out in another tab', async () => {
    await signInBrowser(server);
    const { path } = await renderApp('/admin', server);
    await screen.findByText(/Welcome/);
    localStorage.removeItem(LOCAL_STORAGE.user);
    window.dispatchEvent(new StorageEvent('storage', { key: LOCAL_STORAGE.user }));
    await waitFor(() => expect(path()).toBe(landing('/admin')));
  });
});

describe('the menus', () => {
  it('the admin home has its three buttons', async () => {
    await signInBrowser(server);
    await renderApp('/admin', server);
    const areas = await screen.findByRole('navigation', { name: 'Areas' });
    expect([...areas.children].map(({ textContent }) => textContent)).toEqual(['Circuit Tree', 'Photos', 'Users']);
  });

  it.each([
    [['photos:read'], ['Circuit Tree', 'Photos']],
    [['photos:write'], ['Circuit Tree', 'Photos']],
    [[], ['Circuit Tree']],
  ])('someone with %j is offered no area that would throw them out', async (permissions, names) => {
    const person = await signInBrowser(server, 'user');
    localStorage.setItem(LOCAL_STORAGE.user, JSON.stringify({ ...person, permissions }));
    const { user, path } = await renderApp('/admin', server);
    const areas = await screen.findByRole('navigation', { name: 'Areas' });
    expect([...areas.children].map(({ textContent }) => textContent)).toEqual(names);
    for (const name of names) {
      await user.click(screen.getByRole('link', { name }));
      await waitFor(() => expect(path()).not.toBe('/admin'));
      expect(path()).toMatch(/^\/admin\//);
      await user.click(screen.getByRole('link', { name: '< Back to Admin' }));
      await screen.findByRole('navigation', { name: 'Areas' });
    }
  });

  it('the circuit-tree area has Health and for admins Tablets, which lead on, and Brightness, which does nothing yet', async () => {
    await signInBrowser(server);
    const { user, path } = await renderApp('/admin/circuit-tree', server);
    await user.click(await screen.findByRole('button', { name: 'Brightness' }));
    expect(path()).toBe('/admin/circuit-tree');
    expect(screen.getByRole('link', { name: 'Health' }).getAttribute('href')).toBe('/admin/circuit-tree/health');
    expect(screen.getByRole('link', { name: 'Tablets' }).getAttribute('href')).toBe('/admin/tablets');
  });

  it('the circuit-tree area offers no tablets to someone who may not look after them', async () => {
    await signInBrowser(server, 'user');
    await renderApp('/admin/circuit-tree', server);
    await screen.findByRole('link', { name: 'Health' });
    expect(screen.queryByRole('link', { name: 'Tablets' })).toBeNull();
  });
});

describe('an expired session', () => {
  it.each([
    ['/admin/users', 'User Management'],
    ['/admin/sessions', 'My Devices'],
    ['/admin/audit', 'Audit Log'],
    ['/admin/photos', 'Photo Management'],
    ['/admin/photos/no-such-album', 'Photo Management'],
    ['/admin/circuit-tree/health', 'Node Health'],
    ['/admin/tablets', 'Tablets'],
  ])(
    'on %s leads to the landing with the message, and after signing in back to the same place',
    async (place, title) => {
      const { token } = await signInBrowser(server);
      await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
      const { user, path } = await renderApp(place, server);
      await screen.findByText(MESSAGES.permissionRequired);
      expect(path()).toBe(landing(place));
      expect(localStorage.getItem(LOCAL_STORAGE.user)).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Sign in dev admin user' }));
      await screen.findByRole('heading', { name: title });
      expect(path()).toBe(place);
    },
  );
});
