import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { hash32 } from '#domain/hash32.ts';
import { refreshTabletSettings } from '#src/shared/tablet/settings.ts';
import { commandSlideshow } from '#src/shared/tablet/slideshowControl.ts';
import { tabletReport } from '#src/wall/tablet/reporter.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { changeTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { makeKioskAlbums, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'settings');
}, 60_000);
afterAll(() => server.dispose());

function pathWith(key: string, path = '', extra = ''): string {
  return `/circuit-tree${path}?apiKey=${encodeURIComponent(key)}${extra}`;
}

/** The stored values that a start without a network would find. */
function kept(): { of?: number; settings?: TabletSettings; nights?: number[] } {
  return JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? '{}');
}

const photos: Photo[] = ['2021-01-01', '2023-01-01', '2022-01-01'].map((takenAt, number) => ({
  filename: `${number}-0123456789abcdef0123456789abcdef.jpg`,
  albumSlug: 'settings-single',
  takenAt: `${takenAt}T10:00:00`,
}));

/** jsdom decodes no picture, so none would ever be on screen. */
function decodeAtOnce(lost?: string) {
  HTMLImageElement.prototype.decode = async () => undefined;
  return answerPhotoLists(photos, lost);
}

/** The photo on screen, by its number in the album. */
function onScreen(): string | undefined {
  return document.querySelector('dialog img[data-front]')?.getAttribute('src')?.split('/').pop()?.charAt(0);
}

/** Begins to count the pictures that the slideshow sets about to bring to its front. */
function picturesBegun(): () => MutationRecord[] {
  const layers = document.querySelector('dialog img[data-front]')?.parentElement;
  if (!layers) throw new Error('No slideshow is on screen');
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => records.push(...more));
  observer.observe(layers, { subtree: true, childList: true, attributeFilter: ['src'] });
  return () => [...records, ...observer.takeRecords()];
}

function durationOfRing(): string | undefined {
  return document.querySelector<HTMLElement>('dialog [data-running] [style]')?.style.animationDuration;
}

test("settings come from the server, are stored under the key's hash, and are deleted with the key", async () => {
  const { key, id } = await makeTablet(api, { settings: { secondsPerPhoto: 20 } });
  const { router } = await renderApp(pathWith(key), server);
  await waitFor(() => expect(kept()).toMatchObject({ of: hash32(key), settings: { secondsPerPhoto: 20 } }));
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(key);
  await changeTablet(api, id, { settings: { secondsPerPhoto: 30 } });
  await refreshTabletSettings();
  expect(kept().settings).toEqual({ ...DEFAULT_TABLET_SETTINGS, secondsPerPhoto: 30 });
  const { endKey } = await import('#src/shared/kioskKey/kioskKey.ts');
  await router.navigate(endKey(key));
  expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toBeNull();
});

function blackFrom(from: string) {
  return { settings: { programme: [{ shows: 'black' as const, from, to: '06:00' }] } };
}

test('dark hours are worked out from the beginning of the day, and once on it for the same programme', async () => {
  const { key, id } = await makeTablet(api, blackFrom('22:00'));
  await renderApp(pathWith(key), server);
  await waitFor(() => expect(kept().nights?.length).toBeGreaterThan(100));
  const nights = kept().nights ?? [];
  expect(nights[0], 'it is dark when the day begins').toBe(new Date(nights[0] ?? 0).setHours(0, 0, 0, 0));
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ ...kept(), nights: [1] }));
  await refreshTabletSettings();
  expect(kept().nights).toEqual([1]);
  await changeTablet(api, id, blackFrom('23:00'));
  await refreshTabletSettings();
  expect(kept().nights).toHaveLength(nights.length);
});

test('settings that are kept for another key are not this tablet’s', async () => {
  const { key } = await makeTablet(api, { settings: { secondsPerPhoto: 20 } });
  const settings = { ...DEFAULT_TABLET_SETTINGS, fit: 'cover' };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32('another'), settings }));
  const lists = decodeAtOnce();
  await renderApp(pathWith(key, `/photos/${library.single.slug}`, '&slideshow=true'), server);
  await waitFor(() => expect(onScreen()).toBe('0'));
  expect(document.querySelector('dialog img[class*="filled"]')).toBeNull();
  lists.mockRestore();
});

test('a slideshow under way takes up another order, another time and another fit', async () => {
  const { key, id } = await makeTablet(api);
  const lists = decodeAtOnce();
  const { user } = await renderApp(pathWith(key, `/photos/${library.single.slug}`), server);
  await user.click(await screen.findByRole('button', { name: 'Start Slideshow' }));
  // No image is there before its picture, since one without a source is not valid.
  expect(document.querySelectorAll('dialog img:not([src])')).toHaveLength(0);
  await waitFor(() => expect(onScreen()).toBe('0'));
  expect(document.querySelectorAll('dialog img:not([src])')).toHaveLength(0);
  await waitFor(() => expect(durationOfRing()).toBe('90000ms'));

  await changeTablet(api, id, { settings: { secondsPerPhoto: 15, order: 'newest', fit: 'cover', transitions: false } });
  const begun = picturesBegun();
  await refreshTabletSettings();
  await waitFor(() => expect(durationOfRing()).toBe('15000ms'));
  // The photo on screen stays, no other is begun in its place, and the next is the one that is older.
  expect(onScreen()).toBe('0');
  expect(begun()).toEqual([]);
  expect(document.querySelectorAll('dialog [class*="filled"] img')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Next photo' }));
  await waitFor(() => expect(onScreen()).toBe('1'));
  expect(document.querySelector('dialog [class*="fadeIn"]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next photo' }));
  await waitFor(() => expect(onScreen()).toBe('2'));
  lists.mockRestore();
});

function cut(): string | undefined {
  return document.querySelector<HTMLElement>('dialog img[data-front]')?.style.getPropertyValue('--cut');
}

test('thumbnails and a filled wall are cut around the focus, anew when the wall is turned', async () => {
  const { key } = await makeTablet(api, { settings: { fit: 'cover' } });
  const focused = photos.map((photo) => ({ ...photo, width: 3_000, height: 1_000, focus: { x: 0, y: 0.5 } }));
  HTMLImageElement.prototype.decode = async () => undefined;
  const lists = answerPhotoLists(focused);
  const { user } = await renderApp(pathWith(key, `/photos/${library.single.slug}`), server);
  const tiles = await screen.findByRole('region', { name: 'Photos' });
  expect(tiles.querySelector('img')?.style.objectPosition).toBe('0% 50%');
  await user.click(screen.getByRole('button', { name: 'Start Slideshow' }));
  await waitFor(() => expect(cut()).toBe('0% 50%'));
  const { innerWidth } = window;
  window.innerWidth = 4 * window.innerHeight;
  window.dispatchEvent(new Event('resize'));
  expect(cut()).toBe('50% 50%');
  window.innerWidth = innerWidth;
  lists.mockRestore();
});

const isPaused = async () => (await tabletReport(undefined)).paused;

test('a slideshow that was told to pause reports it until it goes on or is closed', async () => {
  const { key } = await makeTablet(api);
  const lists = decodeAtOnce();
  await renderApp(pathWith(key, `/photos/${library.single.slug}`, '&slideshow=true'), server);
  await waitFor(() => expect(onScreen()).toBe('0'));
  expect(await isPaused()).toBeUndefined();
  act(() => commandSlideshow('pause'));
  expect(await isPaused()).toBe(true);
  act(() => commandSlideshow('resume'));
  expect(await isPaused()).toBeUndefined();
  act(() => commandSlideshow('pause'));
  await act(async () => screen.getByRole('button', { name: /Close/, hidden: true }).click());
  await expect.poll(isPaused).toBeUndefined();
  lists.mockRestore();
});

test('a start without a network has the settings that are kept; a tapped photo is followed by the next of the album', async () => {
  const { key } = await makeTablet(api);
  const settings = { ...DEFAULT_TABLET_SETTINGS, order: 'newest', secondsPerPhoto: 7 };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32(key), settings }));
  const lists = decodeAtOnce(API_PATHS.kioskSettings);
  const { user } = await renderApp(pathWith(key, `/photos/${library.single.slug}`), server);
  await user.click(await screen.findByRole('button', { name: 'Start Slideshow' }));
  await waitFor(() => expect(onScreen()).toBe('1'));
  await waitFor(() => expect(durationOfRing()).toBe('7000ms'));
  lists.mockRestore();
});

test('a shuffled slideshow goes on in its order after a reload', async () => {
  const { key } = await makeTablet(api);
  const settings = { ...DEFAULT_TABLET_SETTINGS, order: 'shuffle' };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32(key), settings }));
  const lists = decodeAtOnce();
  const path = pathWith(key, `/photos/${library.single.slug}`, '&slideshow=true');
  const order = async () => {
    const { user, unmount } = await renderApp(path, server);
    await waitFor(() => expect(onScreen()).toBeDefined());
    const seen = [onScreen()];
    for (const _ of photos) {
      const before = onScreen();
      await user.click(screen.getByRole('button', { name: 'Next photo' }));
      await waitFor(() => expect(onScreen()).not.toBe(before));
      seen.push(onScreen());
    }
    unmount();
    return seen;
  };
  const first = await order();
  expect(new Set(first.slice(0, 3))).toEqual(new Set(['0', '1', '2']));
  const again = await order();
  // It begins with the photo with which the first one ended.
  expect(again[0]).toBe(first.at(-1));
  lists.mockRestore();
});

test('a key that is revoked when the settings are read leads to the letters', async () => {
  const { key, id } = await makeTablet(api);
  await renderApp(pathWith(key), server);
  await waitFor(() => expect(kept().settings).toBeDefined());
  await fetch(`${server.origin}/tablets/${id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${api.token}` },
  });
  await refreshTabletSettings();
  await screen.findByRole('heading', { name: 'This screen was disconnected' });
  expect(kept().settings).toBeUndefined();
});

const GERMAN_CHECK = /^Dieses Gerät: \d von 4 zu prüfen$/;

test('the check of the device speaks the tablet’s language, also with the one that is kept', async () => {
  const { key } = await makeTablet(api, { settings: { locale: 'de' } });
  const { unmount } = await renderApp(pathWith(key), server);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Uhr' })).toBeTruthy());
  expect(await screen.findByText(GERMAN_CHECK)).toBeTruthy();
  expect(screen.getByText(/^Bildschirm bleibt an: nein/).textContent).toContain('dass er nie ausgeht');
  expect(document.body.textContent).not.toMatch(/This device|This browser/);
  unmount();
  await renderApp(pathWith(key), server);
  expect(await screen.findByText(GERMAN_CHECK)).toBeTruthy();
});

const guestCode = () => screen.queryByRole('img', { name: 'Add your photos' })?.getAttribute('data-text') ?? undefined;

test('the code for guests stands on the menu and in the slideshow, and goes when its link is taken back', async () => {
  const code = { albumId: library.single.id, mayUpload: 'at-once' } as const;
  const { key, id } = await makeTablet(api, { guestCode: code });
  const { router } = await renderApp(pathWith(key), server);
  await waitFor(() => expect(guestCode()).toMatch(/^http:.*#shared-album=\w{48}$/));
  const lists = decodeAtOnce();
  await act(() => router.navigate({ href: pathWith(key, '/clock') }));
  await waitFor(() => expect(guestCode()).toBeUndefined());
  await act(() => router.navigate({ href: pathWith(key, `/photos/${library.single.slug}`, '&slideshow=true') }));
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('img', { name: 'Add your photos' })));
  await changeTablet(api, id, { guestCode: null });
  await refreshTabletSettings();
  await waitFor(() => expect(guestCode()).toBeUndefined());
  lists.mockRestore();
});

test('a start without a network shows the code that is stored, until it ends', async () => {
  const { key } = await makeTablet(api);
  const stored = (until: string) => {
    const settings = { ...DEFAULT_TABLET_SETTINGS, guestCode: { url: 'http://wall/#shared-album=a', until } };
    localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32(key), settings }));
  };
  const path = pathWith(key, `/photos/${library.single.slug}`, '&slideshow=true');
  const lists = decodeAtOnce(API_PATHS.kioskSettings);
  stored('2999-01-01T00:00:00.000Z');
  const { unmount } = await renderApp(path, server);
  await waitFor(() => expect(guestCode()).toBe('http://wall/#shared-album=a'));
  unmount();
  stored('2020-01-01T00:00:00.000Z');
  await renderApp(path, server);
  await waitFor(() => expect(onScreen()).toBe('0'));
  expect(guestCode()).toBeUndefined();
  lists.mockRestore();
});

test('a change that came before the stream of events did is there with the first word of the stream', async () => {
  const streams: EventTarget[] = [];
  class Stream extends EventTarget {
    readonly close = () => undefined;
    constructor() {
      super();
      streams.push(this);
    }
  }
  vi.stubGlobal('EventSource', Stream);
  const { key, id } = await makeTablet(api, { settings: { secondsPerPhoto: 20 } });
  const { unmount } = await renderApp(pathWith(key), server);
  await waitFor(() => expect([kept().settings?.secondsPerPhoto, streams.length]).toEqual([20, 1]));
  await changeTablet(api, id, { settings: { secondsPerPhoto: 40 } });
  streams[0]?.dispatchEvent(new MessageEvent('alive', { data: '' }));
  await waitFor(() => expect(kept().settings?.secondsPerPhoto).toBe(40));
  unmount();
  vi.unstubAllGlobals();
});
