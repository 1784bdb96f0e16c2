import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { MESSAGES } from '#domain/messages.ts';
import { fetchPhotosOf } from '#src/shared/albums/albumData.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let library: KioskLibrary;
beforeAll(async () => {
  server = await startScreenServer();
  library = await makeKioskAlbums(await ApiClient.signedIn(server.origin), 'everything');
}, 60_000);
afterAll(() => server.dispose());

const kioskPath = (path: string, extra = '') =>
  `/circuit-tree/photos${path}?apiKey=${encodeURIComponent(server.kioskKey)}${extra}`;
const albumSlug = 'anywhere';
const photos = [
  { filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug },
  { filename: 'b-0123456789abcdef0123456789abcdef.jpg', albumSlug },
];

/** The lists that were asked for, by the album's id. */
function listsAsked(): string[] {
  const urls = vi
    .mocked(globalThis.fetch)
    .mock.calls.map(([asked]) => (asked instanceof Request ? asked.url : `${asked}`));
  return urls.flatMap((url) => /albums\/([^/]+)\/photos\?includeChildAlbums=true/.exec(url)?.[1] ?? []);
}

describe('the slideshow of everything', () => {
  test('starts from the top level, with the photos of all top albums and those below them', async () => {
    answerPhotoLists(photos);
    const { user } = await renderApp(kioskPath(''), server);
    await user.click(await screen.findByRole('button', { name: 'Start Slideshow' }));
    const slideshow = await screen.findByRole('dialog');
    expect(within(slideshow).getByText('Photos')).toBeDefined();
    await within(slideshow).findByRole('button', { name: /^Photo 1 of 4\./ });
    expect(new Set(listsAsked())).toEqual(new Set([library.single.id, library.trip.id]));
    await user.click(within(slideshow).getByRole('button', { name: '✕ Close' }));
    await screen.findByRole('list', { name: 'Albums' });
  });

  test('shows some albums where its address names them, without what one of them has below it twice', async () => {
    answerPhotoLists(photos);
    const ids = [library.day.id, library.trip.id, 'gone', library.single.id].join(',');
    const { user } = await renderApp(kioskPath('', `&slideshow=true&albums=${ids}`), server);
    const slideshow = await screen.findByRole('dialog');
    await within(slideshow).findByRole('button', { name: /^Photo 1 of 4\./ });
    expect(new Set(listsAsked())).toEqual(new Set([library.single.id, library.trip.id]));
    await user.click(within(slideshow).getByRole('button', { name: '✕ Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).not.toContain('albums');
  });

  test('starts by itself, and closing it leads to the albums', async () => {
    answerPhotoLists(photos);
    const { user } = await renderApp(kioskPath('', '&slideshow=true'), server);
    const slideshow = await screen.findByRole('dialog');
    await user.click(within(slideshow).getByRole('button', { name: '✕ Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).not.toContain('slideshow');
    expect(await screen.findByRole('list', { name: 'Albums' })).toBeDefined();
  });

  test('takes the place of an album that is not there on a screen nobody touches, and says so', async () => {
    answerPhotoLists(photos);
    const { user } = await renderApp(kioskPath('/typo', '&slideshow=true'), server);
    const slideshow = await screen.findByRole('dialog');
    expect(within(slideshow).getByText('All photos: no album “typo”')).toBeDefined();
    await user.click(within(slideshow).getByRole('button', { name: '✕ Close' }));
    expect((await screen.findByRole('alert')).textContent).toBe(MESSAGES.albumNotFound);
  });

  test('a visit by hand to such an album stays what it was', async () => {
    answerPhotoLists(photos);
    await renderApp(kioskPath('/typo'), server);
    expect((await screen.findByRole('alert')).textContent).toBe(MESSAGES.albumNotFound);
    expect(screen.queryByRole('button', { name: 'Start Slideshow' })).toBeNull();
  });

  test('leaves out a list that cannot be loaded, and fails when none can', async () => {
    const spy = answerPhotoLists(photos);
    const answer = spy.getMockImplementation()!;
    let isGone = (url: string) => url.includes(library.single.id);
    spy.mockImplementation(async (...call) => {
      const [asked] = call;
      const isLost = isGone(asked instanceof Request ? asked.url : `${asked}`);
      return isLost ? Response.json({ message: 'x' }, { status: 503 }) : answer(...call);
    });
    const albums = [library.single, library.trip];
    expect(await fetchPhotosOf(server.kioskKey, albums)).toEqual(photos);
    isGone = () => true;
    await expect(fetchPhotosOf(server.kioskKey, albums)).rejects.toThrow('503');
    expect(await fetchPhotosOf(server.kioskKey, [])).toEqual([]);
  });
});
