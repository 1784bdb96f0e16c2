import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tabUploader } from '#src/admin/uploads/tabUploader.ts';
import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, startScreenServer, type ScreenServer } from '#support/screens/renderApp.tsx';
import { PassingWorker, PICTURE } from '../support/passingWorker.ts';
import { expectedOf, FILM, sorted, takeoutWithClips, timeOf, USUAL } from '../support/takeoutClips.ts';

let server: ScreenServer;
let api: ApiClient;
beforeEach(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  vi.stubGlobal('Worker', PassingWorker);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.dispose();
});

/** Drops a folder with these files. */
async function drop(path: string, files: ReadonlyMap<string, Buffer>) {
  const children = [...files].map(([full, bytes]) => {
    const file = new File([new Uint8Array(bytes)], full.split('/').at(-1) ?? '');
    return { name: file.name, isFile: true, isDirectory: false, file: (found: (file: File) => void) => found(file) };
  });
  const portions = [children];
  const createReader = () => ({ readEntries: (found: (some: unknown[]) => void) => found(portions.pop() ?? []) });
  const folder = { name: path, isFile: false, isDirectory: true, createReader };
  const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
  await act(async () => {
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items, files: [] } });
  });
}

test("a dropped Takeout's photos have their clips, by Google's names, and a video by itself is a photo", async () => {
  await signInBrowser(server);
  const { user } = await renderApp('/admin/photos', server);
  await screen.findByRole('heading', { name: 'Albums' });
  await drop(
    'Photos from 2023',
    await takeoutWithClips(USUAL, async (seed) => Buffer.concat([PICTURE, Buffer.from(`${seed}`)])),
  );
  // No video beside a picture is a photo of its own, and neither is the pair that was in the trash there.
  const count = expectedOf(USUAL).length + 1;
  const dialog = await screen.findByRole('dialog', { name: `Where should the ${count} photos go?` });
  await user.click(within(dialog).getByRole('button', { name: 'Make an album of the folder' }));
  // A decoder may have to start first.
  await waitFor(() => expect(tabUploader.queue().items.map(({ status }) => status)).toContain('stored'), {
    timeout: 20_000,
  });
  await screen.findByText(`Uploaded ${count} photos to “Photos from 2023”.`);
  const [album] = await fetchAlbums({ token: api.token });
  const photos = await fetchPhotos({ token: api.token }, { albumId: album?.id ?? '' });
  const film = { takenAt: timeOf(FILM.minute).toISOString(), seconds: FILM.seconds };
  expect(sorted(photos.map(({ takenAt, clip }) => ({ takenAt, seconds: clip?.seconds })))).toEqual(
    sorted([...expectedOf(USUAL), film]),
  );
});
