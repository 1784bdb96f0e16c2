import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { refreshTabletSettings } from '#src/shared/tablet/settings.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { changeTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

// Responses that come after something newer has happened.

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'overtaken');
}, 60_000);
afterAll(() => server.dispose());

function pathWith(key: string, path = ''): string {
  return `/circuit-tree${path}?apiKey=${encodeURIComponent(key)}`;
}

/** Responses to calls of this path, with this in their search, that have come in are handed on only when they are let go. */
function hold(path: RegExp, { answered, within = '' }: { answered?: object; within?: string } = {}) {
  const original = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const { pathname, search } = new URL(asked instanceof Request ? asked.url : asked, window.location.href);
    const response = answered && path.test(pathname) ? Response.json(answered) : await original(...call);
    if (!path.test(pathname) || !search.includes(within)) return response;
    held += 1;
    await promise;
    return response;
  });
  return { count: () => held, letGo: resolve, end: () => spy.mockRestore() };
}

async function letGo(held: ReturnType<typeof hold>): Promise<void> {
  await act(async () => held.letGo());
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
}

function secondsKept(): unknown {
  return JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? '{}').settings?.secondsPerPhoto;
}

test('settings that were asked for earlier do not take the place of newer ones', async () => {
  const { key, id } = await makeTablet(api, { settings: { secondsPerPhoto: 20 } });
  await renderApp(pathWith(key), server);
  await waitFor(() => expect(secondsKept()).toBe(20));
  const held = hold(/\/kiosk\/settings$/);
  const earlier = refreshTabletSettings();
  await waitFor(() => expect(held.count()).toBe(1));
  held.end();
  await changeTablet(api, id, { settings: { secondsPerPhoto: 30 } });
  await refreshTabletSettings();
  expect(secondsKept()).toBe(30);
  held.letGo();
  await earlier;
  expect(secondsKept()).toBe(30);
});

const photos: Photo[] = ['0', '1'].map((number) => ({
  filename: `${number}-0123456789abcdef0123456789abcdef.jpg`,
  albumSlug: 'overtaken-single',
  takenAt: '2021-01-01T10:00:00',
  caption: number === '0' ? 'Lake' : 'Hill',
}));

test('a slideshow does not open on another page when its photos arrive late', async () => {
  const { key } = await makeTablet(api);
  const { user, router } = await renderApp(pathWith(key, `/photos/${library.trip.slug}`), server);
  const start = await screen.findByRole('button', { name: 'Start Slideshow' });
  const held = hold(/\/photos\/albums\/[^/]+\/photos$/, { answered: photos });
  await user.click(start);
  await waitFor(() => expect(held.count()).toBeGreaterThan(0));
  await act(() => router.navigate({ to: '/circuit-tree/clock', search: { apiKey: key } }));
  await letGo(held);
  expect(router.state.location.state.slideshow).toBeUndefined();
  held.end();
});

test('a slideshow whose photos are still on their way does not take the place of one that was tapped meanwhile', async () => {
  const { key } = await makeTablet(api);
  const held = hold(/\/photos\/albums\/[^/]+\/photos$/, { answered: photos, within: 'includeChildAlbums' });
  const { user, router } = await renderApp(pathWith(key, `/photos/${library.day.slug}`), server);
  const thumbnail = await screen.findByRole('button', { name: 'Hill' });
  await user.click(screen.getByRole('button', { name: 'Start Slideshow' }));
  await waitFor(() => expect(held.count()).toBeGreaterThan(0));
  await user.click(thumbnail);
  const own = { scope: 'own', startAt: 1 };
  await waitFor(() => expect(router.state.location.state.slideshow).toEqual(own));
  await letGo(held);
  expect(router.state.location.state.slideshow).toEqual(own);
  held.end();
});
