import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import { PeopleAdmin } from '#support/screens/people.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

const USER = 'dev-user@localhost';

let server: ScreenServer;
let people: PeopleAdmin;
let [norway, fjord, rome]: Album[] = [];
beforeAll(async () => {
  server = await startScreenServer();
  const api = await ApiClient.signedIn(server.origin);
  people = new PeopleAdmin(api);
  norway = await api.createAlbum('Norway', 'norway');
  fjord = await api.createAlbum('Fjord', 'fjord', norway.id);
  rome = await api.createAlbum('Rome', 'rome');
  await ApiClient.signedIn(server.origin, 'user');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  await people.show(USER, null);
  await people.permit(USER, ['photos:read']);
});

const idOf = (album: Album | undefined) => album?.id ?? '';
const listOf = async () => (await people.recordOf(USER)).albumIds;
const row = () => within(screen.getByRole('cell', { name: USER }).closest('tr') ?? document.body);
const choose = () => row().getByRole<HTMLButtonElement>('button', { name: `Albums for ${USER}` });

async function edit(): Promise<UserEvent> {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/users', server);
  await screen.findByRole('table');
  await user.click(row().getByRole('button', { name: 'Edit' }));
  return user;
}

/** Chooses these albums in the dialog, of which none is chosen before. */
async function chooseAlbums(user: UserEvent, ...names: string[]): Promise<void> {
  await user.click(choose());
  const dialog = within(screen.getByRole('dialog', { name: `What ${USER} sees` }));
  await user.click(dialog.getByRole('radio', { name: /^Only some/ }));
  for (const name of names) await user.click(await dialog.findByRole('checkbox', { name }));
  await user.click(dialog.getByRole('button', { name: 'Choose' }));
}

const save = (user: UserEvent) => user.click(row().getByRole('button', { name: 'Save' }));

describe('the albums that a person sees', () => {
  it('are chosen during an edit, saved with it, and named in the list', async () => {
    const user = await edit();
    await chooseAlbums(user, 'Norway');
    expect(row().getByText('They may see the photos of Norway.')).toBeDefined();
    expect(document.activeElement).toBe(choose());
    expect(await listOf(), 'before Save').toBeNull();
    await save(user);
    expect(await row().findByText('Sees Norway')).toBeDefined();
    expect(await listOf()).toEqual([idOf(norway)]);
  });

  it('are all again when that is chosen', async () => {
    await people.show(USER, [idOf(rome)]);
    const user = await edit();
    await user.click(choose());
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Rome' })).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^All albums/ }));
    await user.click(dialog.getByRole('button', { name: 'Choose' }));
    await save(user);
    expect(await row().findByText('Sees all albums')).toBeDefined();
    expect(await listOf()).toBeNull();
  });

  it('stay as they are when the dialog, or the edit, is cancelled', async () => {
    const user = await edit();
    await user.click(choose());
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: /^Only some/ }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(row().getByText('They may see all photos.')).toBeDefined();
    await chooseAlbums(user, 'Rome');
    await user.click(row().getByRole('button', { name: 'Cancel' }));
    expect(row().getByText('Sees all albums')).toBeDefined();
    expect(await listOf()).toBeNull();
  });

  it('are all for an admin: nothing can be chosen, and a list goes', async () => {
    await people.show(USER, [idOf(rome)]);
    const user = await edit();
    await user.click(row().getByRole('checkbox', { name: 'admin' }));
    expect(choose().disabled).toBe(true);
    expect(row().getByText(/Admins see all albums\.$/)).toBeDefined();
    await save(user);
    expect(await row().findByText('Sees all albums')).toBeDefined();
    expect(await people.recordOf(USER)).toMatchObject({ permissions: ['admin', 'photos:read'], albumIds: null });
  });

  it('may be a list as soon as the person is no admin any more', async () => {
    await people.permit(USER, ['admin']);
    const user = await edit();
    await user.click(row().getByRole('checkbox', { name: 'admin' }));
    await user.click(row().getByRole('checkbox', { name: 'photos:read' }));
    await chooseAlbums(user, 'Fjord');
    await save(user);
    expect(await row().findByText('Sees Fjord')).toBeDefined();
    expect(await people.recordOf(USER)).toMatchObject({ permissions: ['photos:read'], albumIds: [idOf(fjord)] });
  });

  it('and the permissions of an admin who gives up `admin` are saved together', async () => {
    await people.permit(USER, ['admin']);
    await signInBrowser(server, 'user');
    const { user } = await renderApp('/admin/users', server);
    await screen.findByRole('table');
    await user.click(row().getByRole('button', { name: 'Edit' }));
    await user.click(row().getByRole('checkbox', { name: 'admin' }));
    await user.click(row().getByRole('checkbox', { name: 'photos:read' }));
    await chooseAlbums(user, 'Rome');
    await save(user);
    await screen.findByText(MESSAGES.permissionRequired);
    expect(await people.recordOf(USER)).toMatchObject({ permissions: ['photos:read'], albumIds: [idOf(rome)] });
  });

  it('are saved by the keyboard, also at the second attempt, with the reason of the first beside the button', async () => {
    const user = await edit();
    await chooseAlbums(user, 'Rome');
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    const button = row().getByRole('button', { name: 'Save' });
    button.focus();
    await user.keyboard('{Enter}');
    expect((await row().findByRole('alert')).textContent).toContain('The server cannot be reached.');
    expect(document.activeElement).toBe(button);
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    await user.keyboard('{Enter}');
    expect(await row().findByText('Sees Rome')).toBeDefined();
    expect(document.activeElement).toBe(row().getByRole('button', { name: 'Edit' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are not changed when somebody else has changed the person meanwhile', async () => {
    const user = await edit();
    await chooseAlbums(user, 'Norway');
    await people.show(USER, [idOf(rome)]);
    await save(user);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(await row().findByText('Sees Rome')).toBeDefined();
    expect(await listOf()).toEqual([idOf(rome)]);
  });
});

describe('a list that lacks an album of which the person made a link', () => {
  beforeEach(async () => {
    await people.permit(USER, ['photos:write']);
    const { token } = await ApiClient.signedIn(server.origin, 'user');
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ albumId: idOf(norway), term: 'week', name: 'Grandma' });
    const response = await fetch(server.origin + ADMIN_PATHS.shares, { method: 'POST', headers, body });
    expect(response.status).toBe(201);
  });

  it('is saved only after the link was named', async () => {
    const user = await edit();
    await chooseAlbums(user, 'Rome');
    await save(user);
    const question = within(await screen.findByRole('alertdialog', { name: `${USER} sees fewer albums` }));
    expect(question.getByText(/opens? nothing while/)).toBeDefined();
    expect(question.getAllByRole('listitem')[0]?.textContent).toContain('Norway');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await listOf()).toBeNull();
    await save(user);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(row().getByText('Sees Rome')).toBeDefined());
    expect(await listOf()).toEqual([idOf(rome)]);
  });

  it('is asked about after the question of what ends with the permission', async () => {
    const user = await edit();
    await user.click(row().getByRole('checkbox', { name: 'photos:write' }));
    await user.click(row().getByRole('checkbox', { name: 'photos:read' }));
    await chooseAlbums(user, 'Rome');
    await save(user);
    const first = within(await screen.findByRole('alertdialog', { name: 'End what this account made?' }));
    await user.click(first.getByRole('button', { name: 'Save only' }));
    const second = within(await screen.findByRole('alertdialog', { name: `${USER} sees fewer albums` }));
    await user.click(second.getByRole('button', { name: 'Save' }));
    expect(await row().findByText('Sees Rome')).toBeDefined();
    expect(await people.recordOf(USER)).toMatchObject({ permissions: ['photos:read'], albumIds: [idOf(rome)] });
  });
});

describe('a list that lacks an album of which an admin made a code and a source', () => {
  it('is saved only after both were named, with what happens to them', async () => {
    await people.permit(USER, ['admin']);
    const max = await ApiClient.signedIn(server.origin, 'user');
    const { id } = await max.ask<{ id: string }>(`POST ${ADMIN_PATHS.tablets}`, { name: 'Hall' });
    await max.ask(`PATCH ${ADMIN_PATHS.tablet(id)}`, { guestCode: { albumId: idOf(rome), mayUpload: 'at-once' } });
    const immich = await FakeImmich.start();
    const place = { url: immich.url, apiKey: immich.key, immichAlbumId: immich.albumId, albumId: idOf(rome) };
    await max.ask(`POST ${ADMIN_PATHS.sources}`, { kind: 'immich', ...place });

    const user = await edit();
    await user.click(row().getByRole('checkbox', { name: 'admin' }));
    await user.click(row().getByRole('checkbox', { name: 'photos:write' }));
    await chooseAlbums(user, 'Norway');
    await save(user);
    const first = within(await screen.findByRole('alertdialog', { name: 'End what this account made?' }));
    await user.click(first.getByRole('button', { name: 'Save only' }));
    const question = await screen.findByRole('alertdialog', { name: `${USER} sees fewer albums` });
    const [code, source] = within(question).getAllByRole('list');
    expect(code?.previousSibling?.textContent).toBe(
      'This code for guests takes no photos while its album is not in the list:',
    );
    expect(code?.textContent).toBe('Code on Hall (“Rome”)');
    expect(source?.previousSibling?.textContent).toBe('This source of photos goes on, until somebody pauses it:');
    expect(source?.textContent).toBe('“Family” (into “Rome”)');
    expect(await people.recordOf(USER), 'before the answer').toMatchObject({ permissions: ['admin'], albumIds: null });
    await user.click(within(question).getByRole('button', { name: 'Save' }));
    expect(await row().findByText('Sees Norway')).toBeDefined();
    await immich.close();
  });
});
