import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import { MESSAGES } from '#domain/messages.ts';
import { makeRows } from '#lab/bench/measuring/manyRows.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PeopleAdmin } from '#support/screens/people.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { sendFiles } from '#support/screens/sendPhotos.ts';

// The pages on which things of several albums come together, for a person who sees one album of two. Each album has the
// same, a photo and one in the trash, and none of the other's may show by its name, number or picture.

const USER = 'dev-user@localhost';

let server: ScreenServer;
let api: ApiClient;
let people: PeopleAdmin;
let norway: Album;
let rome: Album;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  norway = await api.createAlbum('Norway', 'norway');
  rome = await api.createAlbum('Rome', 'rome');
  await ApiClient.signedIn(server.origin, 'user');
  people = new PeopleAdmin(api);
  await people.permit(USER, ['photos:write']);
  await people.show(USER, [norway.id]);
});
afterAll(() => server.dispose());

beforeEach(async () => {
  await empty();
  await fill(norway, '2023:06:10 12:00:00');
  await fill(rome, '2021:03:10 12:00:00');
});

const trash = () => api.ask<TrashEntry[]>('GET /photos/trash');
const photosOf = ({ id }: Album) => api.ask<Photo[]>(`GET ${API_PATHS.albumPhotos(id)}`);

async function remove({ id }: Album, photos: readonly Photo[]): Promise<void> {
  if (photos.length === 0) return;
  await api.ask(`DELETE ${API_PATHS.albumPhotos(id)}`, { filenames: photos.map(({ filename }) => filename) });
}

async function empty(): Promise<void> {
  for (const album of [norway, rome]) await remove(album, await photosOf(album));
  await api.ask('DELETE /photos/trash');
}

let seed = 300;

async function pictureOf(name: string, takenAt: string) {
  return { name, bytes: Buffer.from(await jpeg({ seed: (seed += 1), takenAt })) };
}

/** Gives an album a photo, and one in the trash. */
async function fill(album: Album, takenAt: string): Promise<void> {
  const files = [await pictureOf('dune.jpg', takenAt), await pictureOf('gone.jpg', takenAt)];
  const sent = await sendFiles(api, album.id, files);
  await remove(album, sent.photos.slice(1));
}

async function open(path: string) {
  await signInBrowser(server, 'user');
  return renderApp(path, server);
}

/** Neither a name, nor the address of a picture or page. */
function expectNothingOfRome(): void {
  expect(document.body.innerHTML).not.toMatch(/rome|march 2021/i);
  expect(document.body.innerHTML).not.toContain(rome.id);
}

it('the albums and their covers are of the album that is seen', async () => {
  await open('/admin/photos');
  expect(await screen.findByRole('link', { name: /Norway/ })).toBeDefined();
  await waitFor(() => expect(document.querySelectorAll('li img')).toHaveLength(1));
  expectNothingOfRome();
});

it('the start page counts it alone', async () => {
  await open('/admin');
  expect(await screen.findByText('1 photo')).toBeDefined();
  expect(screen.getByText('in 1 album')).toBeDefined();
  expectNothingOfRome();
});

it('a search finds in it alone: by words, by its name, by months', async () => {
  const { user } = await open('/admin/photos?q=dune');
  expect(await screen.findByText('1 photo')).toBeDefined();
  expectNothingOfRome();
  const field = screen.getByRole('searchbox', { name: 'Search photos' });
  const look = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  await look('March 2021');
  expect(await screen.findByText('Nothing was found for “March 2021”.')).toBeDefined();
  await look('June 2023');
  expect(await screen.findByText('1 photo')).toBeDefined();
  await look('Rome');
  expect(await screen.findByText('Nothing was found for “Rome”.')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Norway' })).toBeDefined();
  expect(document.body.innerHTML).not.toContain('/rome/');
});

const inJuneAndJuly = (index: number) => Date.UTC(2023, 5 + (index % 2), 15, 0, 0, index);

it('the months of a long album are those of its own photos, and another long album has none', async () => {
  const rows = { albums: 2, photosPerAlbum: 450, takenAt: inJuneAndJuly };
  const [ours, theirs] = await makeRows(server.dataDir, rows);
  await people.show(USER, [norway.id, ours?.id ?? '']);
  const { unmount } = await open(`/admin/photos/${ours?.slug}`);
  const grid = within(await screen.findByRole('region', { name: /^Photos in/ }));
  expect(await grid.findByRole('heading', { level: 3, name: 'June 2023' })).toBeDefined();
  expect((await screen.findByRole('slider', { name: 'Month' })).getAttribute('aria-valuemax')).toBe('2');
  unmount();
  await open(`/admin/photos/${theirs?.slug}`);
  expect(await screen.findByText(MESSAGES.albumWithSlugNotFound(theirs?.slug ?? ''))).toBeDefined();
  expect(screen.queryByRole('slider', { name: 'Month' })).toBeNull();
  await people.show(USER, [norway.id]);
});

it('the trash has what was deleted in it, which is restored, and emptied of that alone', async () => {
  const { user } = await open('/admin/trash');
  expect(await screen.findByText('Photo in “Norway”')).toBeDefined();
  expect(screen.getAllByRole('checkbox', { name: /^Select/ })).toHaveLength(1);
  expectNothingOfRome();
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Empty the trash?' }));
  expect(question.getByText(/^1 photo will be gone for good/)).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Empty trash' }));
  expect(await screen.findByText(/^The trash is empty/)).toBeDefined();
  expect((await trash()).map((entry) => entry.kind === 'photo' && entry.albumName)).toEqual(['Rome']);
});

it('what was deleted in it is restored', async () => {
  const { user } = await open('/admin/trash');
  await user.click(await screen.findByRole('button', { name: /^Restore/ }));
  expect(await screen.findByText('Restored 1 photo.')).toBeDefined();
  expect(await photosOf(norway)).toHaveLength(2);
});
