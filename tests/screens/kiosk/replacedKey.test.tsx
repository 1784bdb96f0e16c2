import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { TabletWithKey } from '#contract/schemas/tablets.ts';
import { hashOfText, noteOfSuccessor, placeOfSuccessor } from '#domain/access/replacedKey.ts';
import { hash32 } from '#domain/hash32.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { beginWithSettings, clockStyleOf } from '#src/boot/firstFrame/tablet.ts';
import { endKey } from '#src/kioskKey/kioskKey.ts';
import { goOnWith } from '#src/tablet/moveToNewKey.ts';
import { keepTabletFresh, refreshTabletSettings } from '#src/tablet/settings.ts';
import { storedTablet } from '#src/tablet/storedTablet.ts';
import { makeTablet, orderKey } from '../../support/kiosk/adminsTablet.ts';
import { type KioskLibrary, makeKioskAlbums } from '../../support/kiosk/kioskLibrary.ts';
import { renderApp, type ScreenServer, startScreenServer } from '../../support/screens/renderApp.tsx';
import { MemoryCaches } from '../../support/worker/workerScope.ts';

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'replaced');
}, 60_000);
afterAll(() => server.dispose());
afterEach(() => void vi.unstubAllGlobals());

function stored(): { of?: number } {
  return JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? '{}');
}

function homeWith(key: string): string {
  return `/circuit-tree?apiKey=${encodeURIComponent(key)}`;
}

function keyInAddress(): string {
  return new URLSearchParams(window.location.search).get('apiKey') ?? '';
}

/** The page with which a start at the home begins, before the server was asked anything. */
function firstPage(key: string): string {
  window.history.replaceState(null, '', homeWith(key));
  beginWithSettings(key);
  return window.location.pathname;
}

/** The tablet collects a new key, and starts with it. */
async function takeNewKey({ id }: TabletWithKey, key: string): Promise<string> {
  const { unmount } = await renderApp(homeWith(key), server);
  await waitFor(() => expect(stored().of).toBe(hash32(key)));
  await orderKey(api, id);
  await refreshTabletSettings();
  await waitFor(() => expect(keyInAddress()).not.toBe(key));
  const newKey = keyInAddress();
  unmount();
  const next = await renderApp(homeWith(newKey), server);
  await refreshTabletSettings();
  expect(stored().of).toBe(hash32(newKey));
  next.unmount();
  return newKey;
}

/** The worker's notes in Cache Storage, which jsdom lacks. */
async function noteReplacements(...replaced: (readonly [before: string, after: string])[]): Promise<void> {
  const cachesOfDevice = new MemoryCaches();
  vi.stubGlobal('caches', cachesOfDevice);
  const responses = await cachesOfDevice.open('kiosk:any:answers');
  for (const [before, after] of replaced) {
    const note = new Response(await noteOfSuccessor(after, before));
    await responses.put(placeOfSuccessor(await hashOfText(before)), note);
  }
}

test('an address with a replaced key begins as the tablet does, also while the server is out of reach', async () => {
  const settings = { startsWith: 'slideshow', startsWithAlbumId: library.single.id, hours: 24 } as const;
  const tablet = await makeTablet(api, { settings });
  const second = await takeNewKey(tablet, tablet.key);
  const third = await takeNewKey(tablet, second);
  for (const key of [tablet.key, second, third]) {
    expect(firstPage(key)).toBe(`/circuit-tree/photos/${library.single.slug}`);
    expect(clockStyleOf(key).hours).toBe(24);
  }
  expect(firstPage('another')).toBe('/circuit-tree');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(tablet.key);
});

test('the settings of another tablet follow no key of the one before', async () => {
  const before = await makeTablet(api, { settings: { hours: 24 } });
  await takeNewKey(before, before.key);
  const { key } = await makeTablet(api, { settings: { hours: 24 } });
  await renderApp(homeWith(key), server);
  await waitFor(() => expect(stored().of).toBe(hash32(key)));
  expect(clockStyleOf(before.key).hours).toBe(12);
});

test('a key that was replaced before this was noted is known once its page has gone on', async () => {
  const settings = { startsWith: 'slideshow', startsWithAlbumId: library.single.id } as const;
  const tablet = await makeTablet(api, { settings });
  const newKey = await takeNewKey(tablet, tablet.key);
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ ...stored(), formerly: undefined }));
  expect(firstPage(tablet.key)).toBe('/circuit-tree');
  goOnWith(newKey, tablet.key);
  expect(firstPage(tablet.key)).toBe(`/circuit-tree/photos/${library.single.slug}`);
});

test('a replaced key is known as the same tablet’s also where a power cut took the record of the tablet', () => {
  localStorage.removeItem(LOCAL_STORAGE.tablet);
  window.history.replaceState(null, '', homeWith('before'));
  goOnWith('after', 'before');
  expect(storedTablet('before')).toEqual(storedTablet('after'));
  expect(stored().of).toBe(hash32('after'));
});

test('without a server a replaced key begins with the record of its successor, which a power cut left alone', async () => {
  const tablet = await makeTablet(api, { settings: { hours: 24 } });
  const newKey = await takeNewKey(tablet, tablet.key);
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ ...stored(), formerly: undefined }));
  await noteReplacements([tablet.key, newKey]);
  const stop = keepTabletFresh(tablet.key, () => undefined);
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await refreshTabletSettings();
  asked.mockRestore();
  stop();
  expect(clockStyleOf(tablet.key).hours).toBe(24);
  expect(storedTablet(newKey)).toEqual(storedTablet(tablet.key));
  expect(storedTablet('another')).toBeUndefined();
});

test('an address with a replaced key goes on with the newest one, where no worker is left to tell the page', async () => {
  const tablet = await makeTablet(api);
  const second = await takeNewKey(tablet, tablet.key);
  const third = await takeNewKey(tablet, second);
  await noteReplacements([tablet.key, second], [second, third]);
  // The page of these tests has verified it, as no page that has just been loaded has.
  endKey(tablet.key, 'unheard');
  await renderApp(homeWith(tablet.key), server);
  await waitFor(() => expect(keyInAddress()).toBe(third));
  expect(window.location.pathname).toBe('/circuit-tree');
  expect(stored().of).toBe(hash32(third));
});
