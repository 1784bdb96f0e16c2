import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlbumChanges } from '#contract/curation/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { sendOthers } from '#support/screens/sendPhotos.ts';

let server: ScreenServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());
afterEach(dismissAllToasts);

async function open(path: string) {
  await signInBrowser(server);
  return renderApp(path, server);
}

const headers = () => ({ Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' });

async function albums(): Promise<Album[]> {
  return (await fetch(server.origin + API_PATHS.albums, { headers: headers() })).json();
}

async function stored(slug: string): Promise<Album | undefined> {
  return findAlbum(await albums(), slug);
}

/** Another admin's change in the meantime. */
async function changeElsewhere(album: Album, changes: AlbumChanges): Promise<void> {
  const request = { method: 'PATCH', headers: headers(), body: JSON.stringify(changes) };
  const response = await fetch(server.origin + ADMIN_PATHS.album(album.id), request);
  if (!response.ok) throw new Error(await response.text());
}

async function choose(user: UserEvent, album: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${album}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const tiles = () => [...document.querySelectorAll<HTMLElement>('button[data-index]')];
const cards = () => [...document.querySelectorAll('li > a')].map(({ textContent }) => textContent);

describe('a card', () => {
  it('has the album’s name and its counts, and a menu by keyboard', async () => {
    const parent = await api.createAlbum('Counted', 'counted');
    await api.createAlbum('Inside', 'inside', parent.id);
    await sendOthers(api, parent.id, ['a.jpg', 'b.jpg']);
    const { user } = await open('/admin/photos');
    const link = await screen.findByRole('link', { name: 'Counted', description: '2 photos · 1 sub-album' });
    expect(link.querySelector('img')?.getAttribute('src')).toContain('/photos/counted/thumbnail/a');

    const button = screen.getByRole('button', { name: 'Actions for Counted' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Rename…');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Delete…');
    await user.keyboard('{Home}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Move to…');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('has no menu for people who may only look', async () => {
    await signInBrowser(server, 'user');
    await renderApp('/admin/photos', server);
    await screen.findByRole('link', { name: 'Counted' });
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });
});

describe('renaming', () => {
  it('changes the name and nothing else', async () => {
    await api.createAlbum('Old name', 'renamed');
    const { user } = await open('/admin/photos/renamed');
    await choose(user, 'Old name', 'Rename…');
    const field = await screen.findByLabelText('Name');
    expect(field).toHaveProperty('value', 'Old name');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please type a name.')).toBeDefined();
    await user.type(field, 'New name');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'New name' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored('renamed')).toMatchObject({ name: 'New name', slug: 'renamed' });
  });

  it('overwrites nothing that another admin has changed meanwhile, says what, and keeps what was typed', async () => {
    const album = await api.createAlbum('Shared', 'shared');
    const { user } = await open('/admin/photos/shared');
    await choose(user, 'Shared', 'Rename…');
    const field = await screen.findByLabelText('Name');
    await user.clear(field);
    await user.type(field, 'Mine');
    await changeElsewhere(album, { name: 'Theirs' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('it is now called “Theirs”');
    expect(field).toHaveProperty('value', 'Mine');
    expect(await screen.findByRole('heading', { name: 'Theirs', hidden: true })).toBeDefined();
    expect(await stored('shared')).toMatchObject({ name: 'Theirs' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored('shared')).toMatchObject({ name: 'Mine' });
  });

  it('shows the old name again when the server is out of reach', async () => {
    await api.createAlbum('Steady', 'steady');
    const { user } = await open('/admin/photos/steady');
    await choose(user, 'Steady', 'Rename…');
    await user.type(await screen.findByLabelText('Name'), ' on');
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
    expect(screen.getByRole('heading', { name: 'Steady', hidden: true })).toBeDefined();
  });
});

describe('another address', () => {
  it('is the album’s from then on, and the old one leads to it', async () => {
    await api.createAlbum('Moving', 'old-address');
    await api.createAlbum('Taken', 'taken');
    const { user, path } = await open('/admin/photos/old-address');
    await choose(user, 'Moving', 'Rename…');
    await user.click(await screen.findByText('Address: old-address. Change…'));
    const field = await screen.findByLabelText('Slug');
    await user.clear(field);
    await user.type(field, 'taken');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('An album with the slug "taken" already exists');
    await user.clear(field);
    await user.type(field, 'new-address');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(path()).toBe('/admin/photos/new-address'));
    expect(screen.getByRole('heading', { name: 'Moving' })).toBeDefined();
  });

  it('opens at the old one later too, in the administration and on the kiosk', async () => {
    const admin = await open('/admin/photos/old-address');
    await screen.findByRole('heading', { name: 'Moving' });
    await waitFor(() => expect(admin.path()).toBe('/admin/photos/new-address'));
    admin.unmount();
    const key = encodeURIComponent(server.kioskKey);
    const kiosk = await renderApp(`/circuit-tree/photos/old-address?apiKey=${key}`, server);
    await screen.findByRole('heading', { name: 'Moving' });
    await waitFor(() => expect(kiosk.path()).toBe(`/circuit-tree/photos/new-address?apiKey=${key}`));
  });
});

describe('the tree', () => {
  it('takes an album to another place, never into itself or what is below it', async () => {
    const parent = await api.createAlbum('Parent', 'parent');
    await api.createAlbum('Child', 'child', parent.id);
    await api.createAlbum('Other', 'other');
    const { user } = await open('/admin/photos/child');
    const path = await screen.findByRole('navigation', { name: 'Path' });
    await waitFor(() => expect(path.textContent).toBe('Photo Management›Parent'));
    await choose(user, 'Child', 'Move to…');
    const dialog = await screen.findByRole('dialog', { name: 'Move “Child”' });
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Parent' }).checked).toBe(true);
    expect(within(dialog).queryByRole('radio', { name: 'Child' })).toBeNull();
    await user.type(within(dialog).getByLabelText('Search albums'), 'oth');
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    await user.click(within(dialog).getByRole('radio', { name: 'Other' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(path.textContent).toBe('Photo Management›Other'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored('child')).toMatchObject({ parentSlug: 'other' });

    await choose(user, 'Child', 'Move to…');
    await user.click(await screen.findByRole('radio', { name: 'Top level' }));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(async () => expect((await stored('child'))?.parentSlug).toBeUndefined());
  });
});

describe('orders', () => {
  it('of photos are chosen in the menu; by hand, Alt and an arrow key move a photo', async () => {
    const album = await api.createAlbum('Ordered', 'ordered');
    await sendOthers(api, album.id, ['b.jpg', 'a.jpg', 'c.jpg']);
    const { user } = await open('/admin/photos/ordered');
    const shown = () => tiles().map((tile) => /thumbnail\/(\w)/.exec(tile.querySelector('img')?.src ?? '')?.[1]);
    await waitFor(() => expect(shown()).toEqual(['b', 'a', 'c']));
    await choose(user, 'Ordered', 'Order of photos…');
    await user.click(await screen.findByRole('radio', { name: /^By file name/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    // Shown before the server has answered: the dialog is still there until then.
    await waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    tiles()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(shown()).toEqual(['a', 'b', 'c']);
    await choose(user, 'Ordered', 'Order of photos…');
    await user.click(await screen.findByRole('radio', { name: /^By hand/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Never arranged before, they stand by time.
    await waitFor(() => expect(shown()).toEqual(['b', 'a', 'c']));
    tiles()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
    expect(shown()).toEqual(['a', 'c', 'b']);
    expect(screen.getByText('Moved to place 3 of 3.')).toBeDefined();
    await waitFor(async () => {
      const response = await fetch(server.origin + API_PATHS.albumPhotos(album.id), { headers: headers() });
      const photos: { filename: string }[] = await response.json();
      expect(photos.map(({ filename }) => filename[0])).toEqual(['a', 'c', 'b']);
    });
    expect(shown()).toEqual(['a', 'c', 'b']);
  });

  it('of albums follow Alt and an arrow key, and are by name again when that is chosen', async () => {
    const parent = await api.createAlbum('Arranged', 'arranged');
    for (const name of ['One', 'Three', 'Two'])
      await api.createAlbum(name, `arranged-${name.toLowerCase()}`, parent.id);
    const { user } = await open('/admin/photos/arranged');
    await waitFor(() => expect(cards()).toEqual(['One', 'Three', 'Two']));
    screen.getByRole('link', { name: 'Two' }).focus();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(cards()).toEqual(['One', 'Two', 'Three']);
    expect(screen.getByText('Two is now number 2 of 3.')).toBeDefined();
    await waitFor(async () => {
      const children = (await stored('arranged'))?.childAlbums ?? [];
      expect(children.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
    });
    await choose(user, 'Arranged', 'Order of albums…');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^By hand/ })).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'By name' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(cards()).toEqual(['One', 'Three', 'Two']));
  });
});

/** Another admin's order in the meantime. */
async function arrangeElsewhere(path: string, body: unknown): Promise<void> {
  const response = await fetch(server.origin + path, { method: 'PUT', headers: headers(), body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

async function storedPhotos(album: Album): Promise<string[]> {
  const response = await fetch(server.origin + API_PATHS.albumPhotos(album.id), { headers: headers() });
  const photos: { filename: string }[] = await response.json();
  return photos.map(({ filename }) => filename);
}

const lettersOf = (names: readonly string[]) => names.map(([letter]) => letter).join('');
const storedOrder = async (slug: string) =>
  lettersOf(((await stored(slug))?.childAlbums ?? []).map(({ name }) => name));

describe('orders that somebody else changed meanwhile', () => {
  it('of photos are not overwritten unseen; moves one after the other are no conflict', async () => {
    const album = await api.createAlbum('Both arrange', 'both-arrange');
    await sendOthers(api, album.id, ['a.jpg', 'b.jpg', 'c.jpg']);
    const order = async () => lettersOf(await storedPhotos(album));
    const names = await storedPhotos(album);
    const path = ADMIN_PATHS.photoOrder(album.id);
    await arrangeElsewhere(path, { filenames: names });
    const { user } = await open('/admin/photos/both-arrange');
    await waitFor(() => expect(tiles()).toHaveLength(3));
    await arrangeElsewhere(path, { filenames: names.toReversed() });
    tiles()[0]!.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await screen.findByText(/^Somebody else changed this album meanwhile.* The new order is not saved\.$/);
    expect(await order()).toBe('cba');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await order()).toBe('bac'));

    tiles()[1]!.focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await waitFor(async () => expect(await order()).toBe('bca'));
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await waitFor(async () => expect(await order()).toBe('bac'));
    expect(screen.queryByText(/not saved/)).toBeNull();
  });

  it('of albums are not overwritten unseen; moves one after the other are no conflict', async () => {
    const parent = await api.createAlbum('Both', 'both');
    const albumIds: string[] = [];
    for (const name of ['a', 'b', 'c']) albumIds.push((await api.createAlbum(name, `both-${name}`, parent.id)).id);
    const { user } = await open('/admin/photos/both');
    await waitFor(() => expect(cards()).toEqual(['a', 'b', 'c']));
    await arrangeElsewhere(ADMIN_PATHS.albumOrder, { parentAlbumId: parent.id, albumIds: albumIds.toReversed() });
    screen.getByRole('link', { name: 'a' }).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await screen.findByText(/^Somebody else changed the albums here meanwhile.* The new order is not saved\.$/);
    expect(await storedOrder('both')).toBe('cba');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await storedOrder('both')).toBe('bac'));

    screen.getByRole('link', { name: 'b' }).focus();
    await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
    await waitFor(async () => expect(await storedOrder('both')).toBe('acb'));
    expect(screen.queryByText(/not saved/)).toBeNull();
  });
});

describe('the cover', () => {
  it('is one of the album’s photos, or the first one', async () => {
    const album = await api.createAlbum('Covered', 'covered');
    await sendOthers(api, album.id, ['first.jpg', 'second.jpg']);
    const { user } = await open('/admin/photos');
    await choose(user, 'Covered', 'Cover…');
    const dialog = await screen.findByRole('dialog', { name: 'Cover' });
    await user.click(await within(dialog).findByRole('radio', { name: /Photo 2|Covered/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await stored('covered'))?.cover?.filename).toMatch(/^second/);
    await choose(user, 'Covered', 'Cover…');
    await user.click(await screen.findByRole('radio', { name: 'Automatic' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect((await stored('covered'))?.cover?.filename).toMatch(/^first/));
  });
});

describe('deleting an album', () => {
  it('says how much goes, leaves the album, and is undone by one press', async () => {
    const parent = await api.createAlbum('Going', 'going');
    const child = await api.createAlbum('Going too', 'going-too', parent.id);
    await sendOthers(api, child.id, ['a.jpg', 'b.jpg']);
    const { user, path } = await open('/admin/photos/going');
    await choose(user, 'Going', 'Delete…');
    const question = await screen.findByRole('alertdialog', { name: 'Delete “Going”?' });
    expect(question.textContent).toContain('The album goes to the trash with 1 album and 2 photos.');
    await user.click(within(question).getByRole('button', { name: 'Delete album' }));
    expect(await screen.findByText('Deleted “Going” with 1 album and 2 photos.')).toBeDefined();
    expect(path()).toBe('/admin/photos');
    expect(cards()).not.toContain('Going');
    expect(screen.queryByText(/not found/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(cards()).toContain('Going'));
    expect(await stored('going-too')).toMatchObject({ photoCount: 2, parentSlug: 'going' });
  });

  it('leaves no entry of its question in the browser’s history: Back leads to the album at once', async () => {
    await api.createAlbum('Leaving', 'leaving');
    const { user, path, router } = await open('/admin/photos/leaving');
    await choose(user, 'Leaving', 'Delete…');
    const { key } = router.state.location.state;
    await user.click(await screen.findByRole('button', { name: 'Delete album' }));
    expect(await screen.findByText('Deleted “Leaving”.')).toBeDefined();
    expect(path()).toBe('/admin/photos');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(cards()).toContain('Leaving'));
    window.history.back();
    await waitFor(() => expect(path()).toBe('/admin/photos/leaving'));
    expect(window.history.state).toMatchObject({ key });
    expect(window.history.state).not.toHaveProperty('dialogs');
  });
});
