import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { API_KEY_HEADER, API_PATHS } from '#contract/paths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { makeKioskAlbums, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { addressOf } from '#support/screens/lateWorker.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { answerPhotoLists } from '#support/screens/photoLists.ts';

let server: ScreenServer;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  library = await makeKioskAlbums(await ApiClient.signedIn(server.origin), 'screens');
}, 60_000);
afterAll(() => server.dispose());

function kioskPath(path = ''): string {
  return `/circuit-tree${path}?apiKey=${encodeURIComponent(server.kioskKey)}`;
}

test.each([
  ['/circuit-tree', MESSAGES.apiKeyRequired],
  ['/circuit-tree/clock', MESSAGES.apiKeyRequired],
  ['/circuit-tree/photos?apiKey=', MESSAGES.apiKeyRequired],
  ['/circuit-tree/photos/x?apiKey=wrong', MESSAGES.apiKeyInvalid],
])('%s leads to the landing, which says why', async (path, message) => {
  await renderApp(path, server);
  await screen.findByText(message);
  expect(window.location.pathname).toBe('/');
});

test('a check of the key that is lost leads to the landing only if it is lost again, and takes nothing along', async () => {
  localStorage.setItem(LOCAL_STORAGE.tablet, '{}');
  localStorage.setItem(`${LOCAL_STORAGE.slideshowPosition}summer`, '{}');
  const { fetch } = globalThis;
  let lost = 2;
  const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const url = asked instanceof Request ? asked.url : new URL(asked).href;
    if (!url.includes('/auth/check-api-key/') || lost === 0) return fetch(...call);
    lost -= 1;
    throw new TypeError('Failed to fetch');
  });
  const { unmount } = await renderApp(kioskPath(), server);
  await screen.findByText(MESSAGES.apiKeyInvalid);
  expect(window.location.pathname).toBe('/');
  expect(localStorage.getItem(`${LOCAL_STORAGE.slideshowPosition}summer`)).toBe('{}');
  expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toBe('{}');
  unmount();
  lost = 1;
  await renderApp(kioskPath(), server);
  await screen.findByRole('button', { name: 'Clock' });
  calls.mockRestore();
});

// A server of ours makes no such keys; another one that answers the same calls may.
test.each(['12345678901234567890', '1e5', 'true', 'a+b c&d=é', '"x"', 'null'])(
  'the key %s passes through navigations byte for byte',
  async (key) => {
    const sent: (string | null)[] = [];
    const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      const { pathname } = addressOf(call);
      if (pathname === API_PATHS.albums) sent.push(new Request(...call).headers.get(API_KEY_HEADER));
      return Response.json(pathname === API_PATHS.albums ? [] : { valid: true });
    });
    const { user } = await renderApp(`/circuit-tree?apiKey=${encodeURIComponent(key)}`, server);
    await user.click(await screen.findByRole('button', { name: 'Clock' }));
    await user.click(await screen.findByRole('button', { name: 'Show the menu' }));
    await user.click(screen.getByRole('button', { name: '< Home' }));
    await user.click(await screen.findByRole('button', { name: 'Photos' }));
    await screen.findByText(MESSAGES.noAlbumsHere);
    expect(new URLSearchParams(window.location.search).get('apiKey')).toBe(key);
    // A header takes no letters beyond these.
    if (/^[\u0020-\u007e]*$/.test(key)) expect(sent).toContain(key);
    calls.mockRestore();
  },
);

test('the parent of an album, not the last page, is where Back leads', async () => {
  const { user } = await renderApp(kioskPath(`/photos/${library.day.slug}`), server);
  await screen.findByRole('heading', { name: library.day.name });
  await user.click(screen.getByRole('button', { name: '< Back' }));
  await screen.findByRole('heading', { name: library.trip.name });
  expect(window.location.pathname).toBe(`/circuit-tree/photos/${library.trip.slug}`);
  await user.click(screen.getByRole('button', { name: '< Back' }));
  await screen.findByRole('heading', { name: 'Photos' });
  expect(window.location.pathname).toBe('/circuit-tree/photos');
  await user.click(screen.getByRole('button', { name: '< Home' }));
  await screen.findByRole('button', { name: 'Clock' });
  expect(new URLSearchParams(window.location.search).get('apiKey')).toBe(server.kioskKey);
});

test('in an album with photos nothing is said to be missing, and photos are named as people do', async () => {
  const takenAt = '2023-06-21T19:30:00';
  const albumSlug = library.single.slug;
  const lists = answerPhotoLists([
    { filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug, caption: 'The ferry' },
    { filename: 'b-0123456789abcdef0123456789abcdef.jpg', albumSlug, takenAt },
  ]);
  await renderApp(kioskPath(`/photos/${albumSlug}`), server);
  await screen.findByRole('button', { name: 'The ferry' });
  expect(screen.getByRole('button', { name: `${library.single.name}, ${mediumDate(takenAt)}` })).toBeDefined();
  for (const text of [MESSAGES.noAlbumsHere, MESSAGES.noAlbums, MESSAGES.noPhotos]) {
    expect(screen.queryByText(text)).toBeNull();
  }
  lists.mockRestore();
});

test('an unknown album, an empty one, and a slideshow of nothing', async () => {
  const { user } = await renderApp(kioskPath('/photos/nowhere'), server);
  expect((await screen.findByRole('alert')).textContent).toBe(MESSAGES.albumNotFound);
  expect(screen.getByRole('link', { name: new RegExp(library.trip.name) }), 'a typo leads on').toBeDefined();
  await user.click(screen.getByRole('button', { name: '< Back' }));
  await user.click(await screen.findByRole('link', { name: new RegExp(library.trip.name) }));
  await user.click(await screen.findByRole('link', { name: new RegExp(library.empty.name) }));
  await screen.findByText(MESSAGES.noPhotos);
  await user.click(screen.getByRole('button', { name: 'Start Slideshow' }));
  await waitFor(() => expect(screen.getAllByText(MESSAGES.noPhotos).length).toBeGreaterThan(0));
  expect(screen.queryByRole('dialog')).toBeNull();
});
