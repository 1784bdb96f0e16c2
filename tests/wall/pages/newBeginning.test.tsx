import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { API_PATHS } from '#contract/paths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { idleForMs, watchInput } from '#src/shared/device/lastInput.ts';
import { startUpdates } from '#src/shared/offline/applyUpdates.ts';
import { refreshTabletSettings } from '#src/shared/tablet/settings.ts';
import { changeTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'beginning');
  watchInput();
}, 60_000);
afterAll(() => server.dispose());
afterEach(() => void vi.useRealTimers());

/** A tablet at its home, which has heard its settings, and is then touched for the last time. */
async function tablet(path = '/circuit-tree') {
  const { key, id } = await makeTablet(api);
  const { unmount, router, path: shown } = await renderApp(`${path}?apiKey=${encodeURIComponent(key)}`, server);
  await screen.findByRole('button', { name: 'Clock' });
  await waitFor(() => expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toContain('startsWith'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  void startUpdates(idleForMs);
  touch();
  const change = async (settings: Partial<TabletSettings>) => {
    await changeTablet(api, id, { settings });
    await refreshTabletSettings();
  };
  const reload = async () => {
    const at = shown();
    unmount();
    await renderApp(at, server);
    touch();
  };
  const goHome = () => act(() => router.navigate({ to: '/circuit-tree', search: { apiKey: key } }));
  return { key: `apiKey=${encodeURIComponent(key)}`, shown, change, reload, goHome };
}

/** Calls of this path are answered in this way instead of by the server until the returned function is called. */
function answer(path: string, response: () => Promise<Response>) {
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, window.location.href);
    return pathname === path ? response() : fetch(...call);
  });
  return () => spy.mockRestore();
}

function touch(): void {
  fireEvent.pointerDown(document.body);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a tablet goes to what it begins with now once nobody has touched it for 30 s', async () => {
  const { shown, key, change } = await tablet();
  await change({ startsWith: 'slideshow', startsWithAlbumId: library.single.id });
  await pass(20_000);
  touch();
  await pass(25_000);
  expect(shown()).toBe(`/circuit-tree?${key}`);
  await pass(10_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/photos/${library.single.slug}?slideshow=true&${key}`));
  await pass(60_000);
  await change({ startsWithAlbumId: null });
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/photos?slideshow=true&${key}`));
  await change({ startsWith: 'home' });
  await waitFor(() => expect(shown()).toBe(`/circuit-tree?${key}`));
});

test('another change leaves it where it is, and of two the last counts', async () => {
  const { shown, key, change } = await tablet();
  await change({ startsWith: 'slideshow' });
  await change({ startsWith: 'clock' });
  await pass(40_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/clock?${key}`));
  fireEvent.pointerDown(document.body);
  await pass(60_000);
  window.history.replaceState(null, '', `/circuit-tree/photos?${key}`);
  await change({ hours: 24 });
  await pass(60_000);
  expect(shown()).toBe(`/circuit-tree/photos?${key}`);
});

test('without the list of albums it stays, and goes to the album once it has heard the list', async () => {
  const { shown, key, change } = await tablet();
  const response = vi.fn(async () => new Response(null, { status: 503 }));
  const goOn = answer(API_PATHS.albums, response);
  await change({ startsWith: 'slideshow', startsWithAlbumId: library.single.id });
  expect(response).toHaveBeenCalled();
  await pass(60_000);
  expect(shown()).toBe(`/circuit-tree?${key}`);
  goOn();
  await refreshTabletSettings();
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/photos/${library.single.slug}?slideshow=true&${key}`));
});

function fillStorage(): void {
  // jsdom's storage holds five million characters, names included.
  localStorage.setItem('photos', '');
  const room = 5_000_000 - Object.entries(localStorage).flat().join('').length;
  localStorage.setItem('photos', 'x'.repeat(room));
}

test('a reload before that loses nothing, even where the server is out of reach afterwards', async () => {
  const { shown, key, change, reload } = await tablet();
  await change({ startsWith: 'clock' });
  await pass(20_000);
  const goOn = answer(API_PATHS.kioskSettings, () => Promise.reject(new TypeError('Failed to fetch')));
  await reload();
  await pass(20_000);
  expect(shown()).toBe(`/circuit-tree?${key}`);
  await pass(15_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/clock?${key}`));
  goOn();
});

test('it goes there once: another reload leaves it where it was taken since', async () => {
  const { shown, key, change, reload, goHome } = await tablet();
  await change({ startsWith: 'clock' });
  await pass(40_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/clock?${key}`));
  await goHome();
  await reload();
  await pass(60_000);
  await refreshTabletSettings();
  expect(shown()).toBe(`/circuit-tree?${key}`);
});

test('it goes there once where the storage is full and keeps the old settings', async () => {
  const { shown, key, change, goHome } = await tablet();
  fillStorage();
  await change({ startsWith: 'clock' });
  expect(localStorage.getItem(LOCAL_STORAGE.tablet)).not.toContain('"clock"');
  await pass(40_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/clock?${key}`));
  await goHome();
  await refreshTabletSettings();
  await pass(60_000);
  expect(shown()).toBe(`/circuit-tree?${key}`);
});

test('a tablet goes to the new beginning once, even if its storage has become full', async () => {
  const { shown, key, change, reload, goHome } = await tablet();
  await change({ startsWith: 'clock' });
  fillStorage();
  await pass(40_000);
  await waitFor(() => expect(shown()).toBe(`/circuit-tree/clock?${key}`));
  await goHome();
  await reload();
  await refreshTabletSettings();
  await pass(60_000);
  expect(shown()).toBe(`/circuit-tree?${key}`);
});
