import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { PeopleAdmin } from '#support/screens/people.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { tabUploader } from '#src/admin/uploads/tabUploader.ts';
import { storedUser } from '#src/shared/session/storedUser.ts';
import { sendOthers } from '#support/screens/sendPhotos.ts';

const USER = 'dev-user@localhost';

let server: ScreenServer;
let people: PeopleAdmin;
let [fjord, boats, rome]: Album[] = [];
beforeAll(async () => {
  server = await startScreenServer();
  const api = await ApiClient.signedIn(server.origin);
  people = new PeopleAdmin(api);
  const norway = await api.createAlbum('Norway', 'norway');
  fjord = await api.createAlbum('Fjord', 'fjord', norway.id);
  boats = await api.createAlbum('Boats', 'boats', fjord.id);
  await api.createAlbum('Huts', 'huts', fjord.id);
  rome = await api.createAlbum('Rome', 'rome');
  await sendOthers(api, fjord.id, ['a.jpg', 'b.jpg']);
  await ApiClient.signedIn(server.origin, 'user');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  await people.permit(USER, ['photos:write']);
  await people.show(USER, [idOf(fjord), idOf(rome)]);
});

const idOf = (album: Album | undefined) => album?.id ?? '';
const cards = () => [...document.querySelectorAll('li > a')].map(({ textContent }) => textContent);

async function open(path: string) {
  await signInBrowser(server, 'user');
  return renderApp(path, server);
}

/** The same, once the page hears of changes to the account: of those before that it would not learn. */
async function openListening(path: string) {
  const { userId } = await signInBrowser(server, 'user');
  const channel = new BroadcastChannel(`circuit-tree-account:${userId}`);
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  channel.addEventListener('message', () => resolve());
  const app = await renderApp(path, server);
  await heard;
  channel.close();
  return app;
}

async function menuOf(user: { click: (element: Element) => Promise<void> }, album: string): Promise<string[]> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${album}` }));
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
}

describe('a person with a list', () => {
  it('finds its albums at the top, and nothing that only others may do with them', async () => {
    const { user } = await open('/admin/photos');
    expect(await menuOf(user, 'Fjord')).toEqual(['Cover…', 'Order of photos…', 'Order of albums…', 'Share…']);
    expect(cards()).toEqual(['Fjord', 'Rome']);
    expect(screen.queryByRole('link', { name: '+ Add Album' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for all albums' })).toBeNull();
  });

  it('adds and changes albums below them, but moves none to the top', async () => {
    const { user } = await open('/admin/photos/fjord');
    await screen.findByRole('link', { name: '+ Add Album' });
    expect(await menuOf(user, 'Boats')).toEqual([
      'Rename…',
      'Move to…',
      'Cover…',
      'Order of photos…',
      'Share…',
      'Delete…',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Move to…' }));
    const places = within(screen.getByRole('dialog')).getAllByRole('radio');
    expect(places.map((place) => place.closest('label')?.textContent)).toEqual(['Fjord', 'Huts', 'Rome']);
  });

  it('puts a new album for moved photos into the album they are in', async () => {
    const { user } = await open('/admin/photos/fjord');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Select/ }))[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Move…' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'New album…' });
    // Where the new album goes depends on the account.
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
    expect(screen.getByText('It will be in “Fjord”.')).toBeDefined();
  });

  it('reads the server’s sentence about what only others may do', async () => {
    const { user } = await open('/admin/photos/boats');
    await user.click(await screen.findByRole('button', { name: 'Actions for Boats' }));
    await user.click(screen.getByRole('menuitem', { name: 'Rename…' }));
    await people.show(USER, [idOf(boats)]);
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' and ships');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('an admin can rename, move or delete it');
  });

  it('reads of an album that they do not see what they read of one that never was', async () => {
    await open('/admin/photos/norway');
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.albumWithSlugNotFound('norway'));
  });

  it('loses albums on the open page when the list shrinks, and finds those that come', async () => {
    await people.show(USER, [idOf(rome)]);
    await openListening('/admin/photos/rome');
    await screen.findByRole('heading', { name: 'Rome' });
    const uploads = vi.spyOn(tabUploader, 'checkAlbums');
    await people.show(USER, [idOf(fjord)]);
    expect(await screen.findByText(MESSAGES.albumWithSlugNotFound('rome'))).toBeDefined();
    await waitFor(() => expect(cards()).toEqual(['Fjord']));
    expect(uploads, 'what was being sent to it ends').toHaveBeenCalled();
    uploads.mockRestore();
  });

  it('catches up in a tab that was hidden when the list changed', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const turn = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    await openListening('/admin/photos/rome');
    await screen.findByRole('heading', { name: 'Rome' });
    turn('hidden');
    await people.show(USER, [idOf(fjord)]);
    expect(screen.getByRole('heading', { name: 'Rome' })).toBeDefined();
    turn('visible');
    expect(await screen.findByText(MESSAGES.albumWithSlugNotFound('rome'))).toBeDefined();
  });

  it('may do at once what an admin permits, and no more what an admin takes away', async () => {
    const { path } = await openListening('/admin/photos/fjord');
    await screen.findByRole('link', { name: '+ Add Album' });
    await people.permit(USER, ['photos:read']);
    await waitFor(() => expect(screen.queryByRole('link', { name: '+ Add Album' })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Fjord' })).toBeDefined();
    await people.permit(USER, ['photos:write']);
    await screen.findByRole('link', { name: '+ Add Album' });
    await people.permit(USER, []);
    await waitFor(() => expect(path()).toMatch(/^\/\?/));
    expect(storedUser()?.permissions).toEqual([]);
  });

  it('leaves a page that may not be seen any more, also when another tab heard of it first', async () => {
    const { path } = await open('/admin/photos/fjord');
    await screen.findByRole('heading', { name: 'Fjord' });
    const text = JSON.stringify({ ...storedUser(), permissions: [] });
    localStorage.setItem(LOCAL_STORAGE.user, text);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LOCAL_STORAGE.user })));
    await waitFor(() => expect(path()).toMatch(/^\/\?/));
  });

  it('may do what an admin has permitted since the sign-in, while no page was open', async () => {
    await signInBrowser(server, 'user');
    await people.permit(USER, ['photos:read']);
    await renderApp('/admin/photos/fjord', server);
    await waitFor(() => expect(storedUser()?.permissions).toEqual(['photos:read']));
    await screen.findByRole('heading', { name: 'Fjord' });
    expect(screen.queryByRole('link', { name: '+ Add Album' })).toBeNull();
  });

  it('reads in My Devices what they may do', async () => {
    await open('/admin/sessions');
    const sentence = 'You may see the photos of Fjord and Rome, and add, arrange, share and delete photos there.';
    expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeDefined();
  });

  it('has a start page without anything of others', async () => {
    await open('/admin');
    expect(await screen.findByText('2 photos')).toBeDefined();
    expect(screen.getByText('in 4 albums')).toBeDefined();
    expect(screen.queryByText(/ used$/)).toBeNull();
  });

  it('sees nothing with an empty list, and why', async () => {
    await people.show(USER, []);
    await open('/admin/photos');
    expect(await screen.findByText('An admin chooses the albums that you see.')).toBeDefined();
    expect(screen.getByText(MESSAGES.noAlbums)).toBeDefined();
  });

  it('leaves nothing of the list in the browser', async () => {
    const { unmount } = await open('/admin/photos/fjord');
    await screen.findByRole('button', { name: 'Actions for Fjord' });
    unmount();
    await open('/admin/sessions');
    await screen.findByText(/photos of Fjord and Rome/);
    const stored = JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)));
    expect(stored).toContain(USER);
    for (const part of [idOf(fjord), idOf(rome), 'Fjord', 'Rome', 'albumIds']) expect(stored).not.toContain(part);
  });
});
