import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { rememberVerifiedKey } from '#src/shared/kioskKey/launchRecord.ts';
import { reachable } from '#src/shared/offline/connection.ts';
import { storeTablet } from '#src/shared/device/storedTablet.ts';
import { acceptLetters, endKey, findTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

// A tablet whose key ended: without a worker here, so that the page itself has to notice it.

const records = new Map<string, unknown>();
let isBroken = false;

/** jsdom has no IndexedDB. */
vi.mock('idb-keyval', () => ({
  get: async (name: string) => {
    if (isBroken) throw new Error('IndexedDB is broken');
    return records.get(name);
  },
  set: async (name: string, value: unknown) => void records.set(name, value),
}));

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'ended');
  return () => server.dispose();
}, 60_000);
beforeEach(() => {
  isBroken = false;
  records.clear();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  reachable.set(true);
  vi.useRealTimers();
});

const LONG = { timeout: 10_000 };
const AGAIN = 'This screen was disconnected';
const page = (key: string, place = '') => `/circuit-tree${place}?apiKey=${encodeURIComponent(key)}`;

async function letters(): Promise<string> {
  const shown = await screen.findByRole('status', { name: 'Letters of this screen' }, LONG);
  await waitFor(() => expect(shown.textContent).toMatch(/^[A-Z]{3} [A-Z]{3}$/), LONG);
  return typedCode(shown.textContent);
}

test('in a slideshow, on a network that was away when the key ended, letters come by themselves', async () => {
  const tablet = await makeTablet(api);
  await renderApp(`${page(tablet.key, `/photos/${library.single.slug}`)}&slideshow=true`, server);
  await waitFor(() => expect(localStorage.getItem(LOCAL_STORAGE.tablet)).not.toBeNull(), LONG);
  localStorage.setItem(`${LOCAL_STORAGE.slideshowPosition}summer`, '{}');
  act(() => reachable.set(false));
  await endKey(api, tablet.id);
  act(() => reachable.set(true));
  await screen.findByRole('heading', { name: AGAIN }, LONG);
  await letters();
  expect(screen.getByText(/this tablet, Connect again, and type these letters/)).toBeDefined();
  const left = Object.keys(localStorage).filter((name) => name !== LOCAL_STORAGE.tabletLanguage);
  expect(left).toEqual([]);
});

test('where no stream of events gets through, letters come within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const tablet = await makeTablet(api);
  await renderApp(page(tablet.key, '/clock'), server);
  // `waitFor` would look again only when the page changes: its interval is such a timer.
  await expect.poll(() => localStorage.getItem(LOCAL_STORAGE.tablet)).not.toBeNull();
  await endKey(api, tablet.id);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  vi.useRealTimers();
  await screen.findByRole('heading', { name: AGAIN }, LONG);
});

test('a cold start shows letters with the error, and they make it the same tablet, at the page with which that begins', async () => {
  const tablet = await makeTablet(api, { settings: { startsWith: 'clock', hours: 24 } });
  await endKey(api, tablet.id);
  const { path } = await renderApp(page(tablet.key, '/photos'), server);
  await screen.findByText(MESSAGES.apiKeyInvalid);
  screen.getByRole('heading', { name: AGAIN });
  screen.getByRole('button', { name: 'Sign in dev user' });
  await acceptLetters(api, await letters(), { tabletId: tablet.id });
  await waitFor(() => expect(path()).toMatch(/^\/circuit-tree\/clock\?apiKey=/), LONG);
  expect(path()).not.toContain(tablet.key);
  expect(await findTablet(api, tablet.id)).toMatchObject({ name: tablet.name, state: 'active' });
  expect(records.get('home-screen-launch')).toEqual({
    apiKey: new URL(path(), server.origin).searchParams.get('apiKey'),
  });
});

test('an icon that holds an ended key opens with the key that the device was connected with last', async () => {
  const [before, last] = [await makeTablet(api), await makeTablet(api)];
  await endKey(api, before.id);
  await rememberVerifiedKey(last.key);
  storeTablet(last.key, { beginsAt: '/circuit-tree/clock' });
  const icon = await renderApp(page(before.key), server);
  await waitFor(() => expect(icon.path()).toBe(page(last.key, '/clock')), LONG);
  cleanup();
  const album = await renderApp(page(before.key, `/photos/${library.single.slug}`), server);
  await waitFor(() => expect(album.path()).toBe(page(last.key, `/photos/${library.single.slug}`)), LONG);
  expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toContain('/circuit-tree/clock');
});

test('where the record of that key cannot be read, letters are shown until it can', async () => {
  const [before, last] = [await makeTablet(api), await makeTablet(api)];
  await endKey(api, before.id);
  await rememberVerifiedKey(last.key);
  isBroken = true;
  const { path } = await renderApp(page(before.key, '/clock'), server);
  await letters();
  isBroken = false;
  await waitFor(() => expect(path()).toBe(page(last.key, '/clock')), LONG);
});
