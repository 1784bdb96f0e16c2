import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { type MadeAlbum, makeRows } from '#lab/bench/measuring/manyRows.ts';

const COUNT = 450;
let server: ScreenServer;
let albums: MadeAlbum[];
const asked: string[] = [];

const takenAt = (index: number) => Date.UTC(2023, index < 150 ? 5 : 6, 15, 0, 0, 0, index);

beforeAll(async () => {
  server = await startScreenServer();
  await ApiClient.signedIn(server.origin);
  albums = await makeRows(server.dataDir, { albums: 2, photosPerAlbum: COUNT, takenAt });
}, 60_000);
afterAll(() => server.dispose());
afterEach(dismissAllToasts);

async function openAlbum(album: MadeAlbum, search = '') {
  asked.length = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((...call) => {
    const [request] = call;
    asked.push(new URL(request instanceof Request ? request.url : request, window.location.href).pathname);
    return fetch(...call);
  });
  await signInBrowser(server);
  const app = await renderApp(`/admin/photos/${album.slug}${search}`, server);
  const grid = await screen.findByRole('region', { name: /^Photos in/ });
  await waitFor(() => expect(within(grid).getAllByRole('checkbox').length).toBeGreaterThan(3));
  return { ...app, grid, boxes: () => within(grid).getAllByRole<HTMLInputElement>('checkbox') };
}

const wholeLists = (album: MadeAlbum) => asked.filter((path) => path === `/photos/albums/${album.id}/photos`).length;
const isWholeLoaded = (album: MadeAlbum) => waitFor(() => expect(wholeLists(album)).toBe(1));

test('begins with its outline: sections by month, a scrubber, and no list of all photos', async () => {
  const [album] = albums;
  const { grid } = await openAlbum(album!);
  expect(within(grid).getByRole('heading', { level: 3, name: 'June 2023' })).toBeDefined();
  const scrubber = await screen.findByRole('slider', { name: 'Month' });
  expect(scrubber.getAttribute('aria-valuemax')).toBe('2');
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  fireEvent.keyDown(scrubber, { key: 'End' });
  expect(scrollTo).toHaveBeenCalledOnce();
  expect(wholeLists(album!)).toBe(0);
});

test('a photo can be selected before all are loaded, and stays selected', async () => {
  const [album] = albums;
  const { user, boxes } = await openAlbum(album!);
  await user.click(boxes()[1]!);
  expect(boxes()[1]!.checked).toBe(true);
  await isWholeLoaded(album!);
  expect(boxes()[1]!.checked).toBe(true);
  expect(screen.getByRole('region', { name: 'Selected photos' }).textContent).toContain('1 photo selected');
});

test('all photos are selected, also those that are not loaded yet', async () => {
  const { user } = await openAlbum(albums[0]!);
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText(`${COUNT} photos selected`, { selector: 'span' })).toBeDefined();
});

test('a change is shown at once, although nobody has waited for the list of all photos', async () => {
  const [album] = albums;
  const { user, boxes } = await openAlbum(album!);
  await user.click(boxes()[0]!);
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Deleted 1 photo.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Restored 1 photo.')).toBeDefined();
});

test('a link to one of its photos loads all, and opens the viewer', async () => {
  const [album] = albums;
  await openAlbum(album!, `?photo=${encodeURIComponent(album!.filenames[300]!)}`);
  expect(await screen.findByRole('dialog')).toBeDefined();
});
