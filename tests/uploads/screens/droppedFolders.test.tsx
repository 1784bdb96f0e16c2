import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { tabUploader } from '#src/admin/uploads/tabUploader.ts';
import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import { EXPECTED_OF_TAKEOUT, takeoutFiles } from '../support/takeout.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let api: ApiClient;
let lastSeed = 0;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());

/** A picture of 8 × 8 pixels; what is appended to it makes each one another. */
const JPEG = Uint8Array.from(
  atob(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIQDRH//2Q==',
  ),
  (letter) => letter.charCodeAt(0),
);

function photo(name: string) {
  lastSeed += 1;
  const file = new File([JPEG, `${lastSeed}`], name, { type: 'image/jpeg' });
  return { name, isFile: true, isDirectory: false, file: (found: (file: File) => void) => found(file) };
}

type Entry = ReturnType<typeof photo> | ReturnType<typeof folder>;

function folder(name: string, children: unknown[]) {
  const createReader = () => {
    const portions = [children];
    return { readEntries: (found: (portion: unknown[]) => void) => found(portions.pop() ?? []) };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}

async function drop(...entries: Entry[]) {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  await act(async () => {
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items, files: [] } });
  });
}

const dropDay = () => drop(folder('Day 1', [photo('a.jpg')]), photo('b.jpg'));
const question = (photos: string) => screen.findByRole('dialog', { name: `Where should the ${photos} go?` });
const albums = () => fetchAlbums({ token: api.token });
const photosIn = (albumId = '') => fetchPhotos({ token: api.token }, { albumId });
const albumNamed = async (name: string) => (await albums()).find((album) => album.name === name);
const below = (album: Album | undefined) => album?.childAlbums.map(({ name }) => name);

it('makes albums of folders at the top level, uses those that are there, and numbers slugs that are taken', async () => {
  await api.createAlbum('Something else', 'norway');
  await signInBrowser(server);
  const { user } = await renderApp('/admin/photos', server);
  await screen.findByRole('link', { name: 'Something else' });
  const tree = () => folder('Norway', [photo('1.jpg'), folder('Fjords', [photo('2.jpg'), photo('3.jpg')])]);
  await drop(tree(), photo('beside.jpg'));
  const dialog = await question('4 photos');
  expect(within(dialog).getByText(/Left out: 1 photo beside the folders/)).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: /into this album/ })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Make albums of the 2 folders' }));
  expect(await screen.findByText('Uploaded 3 photos to 2 albums.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Norway' })).toBeDefined();
  const norway = await albumNamed('Norway');
  expect(norway?.slug).toBe('norway-2');
  expect(below(norway)).toEqual(['Fjords']);
  expect(await photosIn(norway?.childAlbums[0]?.id)).toHaveLength(2);

  // Once more, with other photos: the same albums.
  await drop(tree());
  await user.click(within(await question('3 photos')).getByRole('button', { name: /Make albums/ }));
  await waitFor(async () => expect(await photosIn(norway?.childAlbums[0]?.id)).toHaveLength(4));
  await waitFor(() => expect(tabUploader.isBusy()).toBe(false));
  expect((await albums()).map(({ name }) => name).toSorted()).toEqual(['Norway', 'Something else']);
});

it('puts all into the album on screen, or makes albums in it, and nothing when it is cancelled', async () => {
  const parent = await api.createAlbum('Inside', 'inside');
  await signInBrowser(server);
  const { user } = await renderApp('/admin/photos/inside', server);
  await screen.findByRole('heading', { name: 'Inside' });

  await dropDay();
  await user.click(within(await question('2 photos')).getByRole('button', { name: 'Cancel' }));
  expect(tabUploader.queue().items.filter(({ albumId }) => albumId === parent.id)).toEqual([]);

  await dropDay();
  const all = within(await question('2 photos')).getByRole('button', { name: 'All 2 photos into this album' });
  expect(document.activeElement).toBe(all);
  await user.click(all);
  await waitFor(async () => expect(await photosIn(parent.id)).toHaveLength(2));

  await dropDay();
  await user.click(within(await question('2 photos')).getByRole('button', { name: 'Make an album of the folder' }));
  await waitFor(async () => expect(await photosIn(parent.id)).toHaveLength(3));
  await waitFor(async () => expect(below(await albumNamed('Inside'))).toEqual(['Day 1']));
  await waitFor(() => expect(tabUploader.isBusy()).toBe(false));
});

/** The folders of a drop from paths. */
function foldersFrom(files: ReadonlyMap<string, Buffer>, above = ''): Entry[] {
  const names = new Set(
    [...files.keys()]
      .filter((path) => path.startsWith(above))
      .map((path) => path.slice(above.length).split('/')[0] ?? ''),
  );
  return [...names].map((name) => {
    const content = files.get(above + name);
    if (!content) return folder(name, foldersFrom(files, `${above}${name}/`));
    const file = new File([new Uint8Array(content)], name, {
      type: name.endsWith('.json') ? 'application/json' : 'image/jpeg',
    });
    return { name, isFile: true, isDirectory: false, file: (found: (file: File) => void) => found(file) };
  });
}

it('Google’s Takeout, dropped as it comes, has every date, caption and album', async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/photos', server);
  await screen.findByRole('heading', { name: 'Albums' });
  await drop(...foldersFrom(await takeoutFiles(async (seed) => Buffer.concat([JPEG, Buffer.from(`takeout ${seed}`)]))));
  // The sidecars, and the photo that was in the trash there, are no photos; the file that is neither is refused.
  await user.click(within(await question('10 photos')).getByRole('button', { name: 'Make albums of the 3 folders' }));
  await screen.findByText(/^Uploaded 9 photos to 3 albums\. Not everything could be: see “Google Photos”/);
  for (const name of ['Summer at the Lake', 'Photos from 2019']) {
    const album = (await albumNamed('Google Photos'))?.childAlbums.find((one) => one.name === name);
    const facts = (await photosIn(album?.id)).map(({ takenAt, caption }) => ({ takenAt, caption }));
    const expected = EXPECTED_OF_TAKEOUT.filter(({ album: title }) => title === name);
    expect(facts).toHaveLength(expected.length);
    expect(facts).toEqual(expect.arrayContaining(expected.map(({ takenAt, caption }) => ({ takenAt, caption }))));
  }
});
