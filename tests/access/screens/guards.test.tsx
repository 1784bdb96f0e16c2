import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Permission } from '#contract/permissions.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, signInInvited, sharedServer } from '#support/screens/renderApp.tsx';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';

let server: HostedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const landing = (requestedUrl: string) =>
  `/?${new URLSearchParams({ requestedUrl, error: MESSAGES.permissionRequired }).toString()}`;

describe('the permission guard', () => {
  it.each(['/admin/photos/summer?dialog=new-album', '/admin/tablets?code=ABCDEF'])(
    'sends someone who is not signed in from %s to the landing',
    async (requestedUrl) => {
      const { path } = await renderApp(requestedUrl, server);
      expect(await screen.findByText(MESSAGES.permissionRequired)).toBeDefined();
      expect(path()).toBe(landing(requestedUrl));
    },
  );

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
    await signInInvited(server, []);
    const { path } = await renderApp('/admin/photos', server);
    await screen.findByText(MESSAGES.permissionRequired);
    expect(path()).toBe(landing('/admin/photos'));
  });

  it.each<[Permission, boolean]>([
    ['photos:read', false],
    ['photos:write', true],
  ])('lets %s in, and offers writing only to those who may: %s', async (permission, mayWrite) => {
    const admin = await ApiClient.signedIn(server.origin);
    const slug = `guarded-${mayWrite}`;
    await admin.createAlbum('Guarded', slug);
    await signInInvited(server, [permission]);
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
    await signInInvited(server, ['photos:read']);
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

const names = (nav: HTMLElement) => Array.from(nav.querySelectorAll('a'), ({ textContent }) => textContent);
const circuitTree = async () => within(await screen.findByRole('navigation', { name: 'Circuit tree' }));

describe('the menus', () => {
  it('the admin home has its three buttons, which say what is in them', async () => {
    await signInBrowser(server);
    await renderApp('/admin', server);
    const areas = within(await screen.findByRole('navigation', { name: 'Areas' }));
    expect(areas.getAllByRole('link')).toEqual([
      areas.getByRole('link', { name: 'Circuit Tree', description: 'tablets, devices, alerts' }),
      areas.getByRole('link', { name: 'Photos', description: 'albums, sharing, trash' }),
      areas.getByRole('link', { name: 'Users', description: 'people, invitations, log' }),
    ]);
  });

  it('the header leads to where people look, on the home to what its buttons do not', async () => {
    await signInBrowser(server);
    const { user, path } = await renderApp('/admin/users', server);
    const header = await screen.findByRole('navigation', { name: 'Admin' });
    expect(names(header)).toEqual(['< Back to Admin', 'Photos', 'Tablets', 'Devices', 'People']);
    expect(within(header).getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page');
    await user.click(within(header).getByRole('link', { name: '< Back to Admin' }));
    await waitFor(() => expect(names(header)).toEqual(['< Back to Admin', 'Tablets', 'Devices']));
    await user.click(within(header).getByRole('link', { name: 'Tablets' }));
    for (const [name, place] of [
      ['Photos', '/admin/photos'],
      ['Tablets', '/admin/tablets'],
      ['Devices', '/admin/circuit-tree/health'],
    ] as const) {
      await user.click(await within(header).findByRole('link', { name }));
      await waitFor(() => expect(path()).toBe(place));
    }
  });

  it.each<[Permission[], string, string[]]>([
    [['photos:read'], 'Photos', ['Photos']],
    [['photos:write'], 'Photos', ['Photos']],
    [[], 'Circuit Tree', []],
  ])('someone with %j is offered nothing that is not for them', async (permissions, area, places) => {
    await signInInvited(server, permissions);
    const { user, path } = await renderApp('/admin', server);
    const nav = within(await screen.findByRole('navigation', { name: 'Areas' }));
    const link = nav.getByRole('link', { name: area });
    expect(nav.getAllByRole('link')).toEqual([link]);
    await user.click(link);
    await waitFor(() => expect(path()).toMatch(/^\/admin\//));
    const header = screen.getByRole('navigation', { name: 'Admin' });
    await waitFor(() => expect(names(header)).toEqual(['< Back to Admin', ...places]));
    await user.click(screen.getByRole('link', { name: '< Back to Admin' }));
    await screen.findByRole('navigation', { name: 'Areas' });
  });

  it('the circuit-tree area leads to Tablets, Health, Alerts and Backups, and Brightness does nothing yet', async () => {
    await signInBrowser(server);
    const { user, path } = await renderApp('/admin/circuit-tree', server);
    const menu = await circuitTree();
    await user.click(menu.getByRole('button', { name: 'Brightness', description: 'comes later' }));
    expect(path()).toBe('/admin/circuit-tree');
    expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/tablets',
      '/admin/circuit-tree/health',
      '/admin/alerts',
      '/admin/backups',
    ]);
  });

  it('the circuit-tree area offers no tablets to someone who may not look after them', async () => {
    await signInBrowser(server, 'user');
    await renderApp('/admin/circuit-tree', server);
    const menu = await circuitTree();
    expect(menu.getAllByRole('link')).toEqual([menu.getByRole('link', { name: 'Health' })]);
  });
});

it('an admin whose right another one took away leaves the page at the first call that is refused', async () => {
  const { userId } = await signInInvited(server, ['admin']);
  const { user, path } = await renderApp('/admin/users', server);
  const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
  const other = await ApiClient.signedIn(server.origin);
  await other.ask(`PUT ${ADMIN_PATHS.userPermissions(userId)}`, { permissions: ['photos:read'] });
  await user.click(edit!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(MESSAGES.permissionRequired);
  expect(path()).toBe(landing('/admin/users'));
});

it('asks once for the permissions where a proxy refuses that too', async () => {
  await signInInvited(server, ['admin']);
  const { user } = await renderApp('/admin/users', server);
  const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
  const asked: string[] = [];
  const proxy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    asked.push(new URL(request instanceof Request ? request.url : String(request)).pathname);
    return new Response('Forbidden', { status: 403 });
  });
  onTestFinished(() => proxy.mockRestore());
  await user.click(edit!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toContain(ADMIN_PATHS.account));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked.filter((path) => path === ADMIN_PATHS.account)).toHaveLength(1);
});

describe('an expired session', () => {
  it.each([
    ['/admin/users', 'User Management'],
    ['/admin/photos/no-such-album', 'Photo Management'],
    ['/admin/circuit-tree/health', 'Node Health'],
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
