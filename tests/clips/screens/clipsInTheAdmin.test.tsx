import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, sharedServer, signInBrowser } from '#support/screens/renderApp.tsx';
import type { HostedServer } from '#support/screens/serverHost.ts';

// jsdom plays nothing; the journey does.

let server: HostedServer;
let api: ApiClient;
let made = 0;
beforeAll(async () => {
  server = await sharedServer();
  api = await ApiClient.signedIn(server.origin);
});
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => undefined);
  Element.prototype.setPointerCapture = () => undefined;
});

const CLIP = { seconds: 3, width: 1_440, height: 1_080, bytes: 1_000 };

/** The page of an album with a photo that moves and one that does not. */
async function openAlbum() {
  made += 1;
  const album = await api.createAlbum(`In the admin ${made}`, `clips-in-the-admin-${made}`);
  const photo: Photo = { filename: 'a.jpg', albumSlug: album.slug, width: 1_440, height: 1_080 };
  answerPhotoLists([
    { ...photo, clip: CLIP },
    { ...photo, filename: 'b.jpg' },
  ]);
  await signInBrowser(server);
  const app = await renderApp(`/admin/photos/${album.slug}`, server);
  return { ...app, tile: (number: number) => screen.findByRole('button', { name: `Photo ${number}` }) };
}

const clip = () => document.querySelector<HTMLVideoElement>('.photo-viewer video');

test('a photo that moves has a mark in the grid, another has none', async () => {
  const { tile } = await openAlbum();
  expect(within((await tile(1)).parentElement ?? document.body).getByText('Moves')).toBeDefined();
  expect(within((await tile(2)).parentElement ?? document.body).queryByText('Moves')).toBeNull();
});

test('the viewer plays a clip once by its button, which also stops it', async () => {
  const { user, tile } = await openAlbum();
  await user.click(await tile(1));
  expect(clip()).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Play the clip' }));
  expect(clip()?.getAttribute('src')).toMatch(/\/clip\/a\.jpg$/);
  expect(clip()?.muted).toBe(true);
  fireEvent.ended(clip() ?? document.body);
  expect(clip()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Play the clip' }));
  await user.click(screen.getByRole('button', { name: 'Stop the clip' }));
  expect(clip()).toBeNull();
});

test('the viewer plays a clip while its picture is held, and not for a swipe', async () => {
  const { user, tile } = await openAlbum();
  await user.click(await tile(1));
  const picture = (await screen.findByRole('button', { name: 'Play the clip' })).parentElement ?? document.body;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerDown(picture, { button: 0, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(window, { clientX: 60, clientY: 10 });
  vi.advanceTimersByTime(1_000);
  expect(clip()).toBeNull();
  fireEvent.pointerDown(picture, { button: 0, clientX: 10, clientY: 10 });
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await waitFor(() => expect(clip()).not.toBeNull());
  fireEvent.pointerUp(window);
  expect(clip()).toBeNull();
});

test('a clip that cannot be played leaves the still, and says so', async () => {
  const { user, tile } = await openAlbum();
  await user.click(await tile(1));
  await user.click(await screen.findByRole('button', { name: 'Play the clip' }));
  fireEvent.error(clip() ?? document.body);
  expect(await screen.findByText('This browser cannot play the clip.')).toBeDefined();
  expect(clip()).toBeNull();
});

test('a photo that does not move has no button for a clip', async () => {
  const { user, tile } = await openAlbum();
  await user.click(await tile(2));
  await screen.findByRole('dialog', { name: 'Photo' });
  expect(screen.queryByRole('button', { name: 'Play the clip' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download the clip' })).toBeNull();
});

test('a clip is saved beside the download of the original, and a failure is told', async () => {
  const { user, tile } = await openAlbum();
  await user.click(await tile(1));
  await user.click(await screen.findByRole('button', { name: 'Download the clip' }));
  // The server does not have the photo of this list.
  const viewer = within(screen.getByRole('dialog', { name: 'Photo' }));
  expect(await viewer.findByText('The clip could not be downloaded.')).toBeDefined();
});

test('videos are chosen by a button of their own', async () => {
  const { user } = await openAlbum();
  const opened: HTMLInputElement[] = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function open(this: HTMLInputElement) {
    opened.push(this);
  });
  await user.click(await screen.findByRole('button', { name: '+ Add Videos' }));
  const [input] = opened;
  if (!input) throw new Error('No choice was opened');
  expect([input.type, input.multiple, input.accept]).toEqual(['file', true, expect.stringContaining('.mov')]);
  Object.defineProperty(input, 'files', { value: [new File(['hello'], 'notes.txt')] });
  fireEvent.change(input);
  expect(await screen.findByText('1 file was refused')).toBeDefined();
});

test('a tablet can be set to show stills', async () => {
  const tablets = await AdminTablets.on(server);
  const { id } = await tablets.make({ name: 'Quiet wall' });
  await signInBrowser(server);
  const { user } = await renderApp(`/admin/tablets/${id}`, server);
  expect(await screen.findByRole('radio', { name: 'Move once' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: 'Stand still' }));
  await waitFor(async () => expect((await tablets.find(id)).settings.clips).toBe('off'));
});
