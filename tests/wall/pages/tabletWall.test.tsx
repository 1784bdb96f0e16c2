import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { TEXTS as GERMAN } from '#domain/tablets/languages/de.ts';
import { hash32 } from '#domain/hash32.ts';
import { refreshTabletSettings } from '#src/shared/tablet/settings.ts';
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
  library = await makeKioskAlbums(api, 'wall');
}, 60_000);
afterAll(() => server.dispose());
afterEach(() => void vi.useRealTimers());

function pathWith(key: string, path = '', extra = ''): string {
  return `/circuit-tree${path}?apiKey=${encodeURIComponent(key)}${extra}`;
}

function keep(key: string, changes: Partial<TabletSettings>, more: object = {}): void {
  const settings = { ...DEFAULT_TABLET_SETTINGS, ...changes };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32(key), settings, ...more }));
}

const NIGHT = { from: '22:00', to: '06:00' } as const;

/** Only the date stands still: the server and the router run on. */
function itIs(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-03-05T${time}`) });
}

test('black is black, and a day is no night', async () => {
  itIs('05:59:00');
  const { key } = await makeTablet(api);
  keep(key, { programme: [{ ...NIGHT, shows: 'black' }] });
  const { unmount } = await renderApp(pathWith(key), server);
  expect((await screen.findByRole('dialog')).textContent).toBe('');
  unmount();
  itIs('06:00:00');
  await renderApp(pathWith(key), server);
  await screen.findByRole('button', { name: 'Clock' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('settings that an older version stored keep their night', async () => {
  itIs('23:00:00');
  const { key } = await makeTablet(api);
  const { programme: _none, place: _nowhere, ...settings } = DEFAULT_TABLET_SETTINGS;
  const night = { shows: 'clock', by: 'time', from: '22:00', to: '06:00' };
  const stored = { of: hash32(key), settings: { ...settings, night } };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify(stored));
  await renderApp(pathWith(key), server);
  const cover = await screen.findByRole('dialog', { name: 'Night' });
  expect(cover.querySelector('.clock-text')?.textContent).toBe('11:00');
});

test('in the night a dark clock covers the wall, and a touch shows it', async () => {
  itIs('23:05:00');
  const { key } = await makeTablet(api);
  keep(key, { programme: [{ ...NIGHT, shows: 'dark-clock' }], hours: 24, locale: 'de' });
  const { user } = await renderApp(pathWith(key, '/photos'), server);
  const cover = await screen.findByRole('dialog', { name: 'Night' });
  expect(cover.querySelector('.clock-text')?.textContent).toBe('23:05');
  expect(cover.querySelector('.clock-weekday')?.textContent).toBe('Donnerstag');
  await user.click(screen.getByRole('button', { name: 'Show the wall' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a tablet speaks German once it is set to, and at each later start from the first screen on', async () => {
  const { key, id } = await makeTablet(api);
  const { unmount } = await renderApp(pathWith(key), server);
  await screen.findByRole('button', { name: 'Clock' });
  await changeTablet(api, id, { settings: { locale: 'de-AT', hours: 24 } });
  await refreshTabletSettings();
  await screen.findByRole('button', { name: GERMAN.Clock });
  const { user } = await renderApp(pathWith(key, '/clock'), server);
  unmount();
  await user.click(screen.getByRole('button', { name: GERMAN['Show the menu'] }));
  expect(document.querySelector('.clock-halves')).toBeNull();
  await user.click(screen.getByRole('button', { name: GERMAN['< Home'] }));
  await user.click(await screen.findByRole('button', { name: GERMAN.Photos }));
  await screen.findByRole('heading', { name: GERMAN.Photos });
  await user.click(await screen.findByRole('link', { name: new RegExp(library.trip.name) }));
  await screen.findByRole('button', { name: GERMAN['Start Slideshow'] });
});

const cards = (...names: string[]) =>
  names.map((name) => screen.getByRole('link', { name: new RegExp(name) }).textContent);

test("a card counts its sub-albums as 'N sub-albums', in German by their number, and says nothing of none", async () => {
  await api.createAlbum('wall Below', 'wall-below', library.single.id);
  const { key, id } = await makeTablet(api);
  const { unmount } = await renderApp(pathWith(key, '/photos'), server);
  await screen.findByRole('link', { name: new RegExp(library.trip.name) });
  expect(cards(library.trip.name, library.single.name)).toEqual(['wall Trip2 sub-albums', 'wall Single1 sub-albums']);
  await changeTablet(api, id, { settings: { locale: 'de' } });
  await refreshTabletSettings();
  await waitFor(() =>
    expect(cards(library.trip.name, library.single.name)).toEqual(['wall Trip2 Unteralben', 'wall Single1 Unteralbum']),
  );
  unmount();
  await renderApp(pathWith(key, `/photos/${library.trip.slug}`), server);
  await waitFor(() => expect(cards(library.day.name)).toEqual(['wall Day']));
});

test('an untouched new tablet goes to its beginning, and Home stays Home afterwards', async () => {
  const { key } = await makeTablet(api, { settings: { startsWith: 'clock' } });
  const { user, path } = await renderApp(pathWith(key), server);
  await screen.findByRole('button', { name: 'Show the menu' });
  expect(path()).toBe(pathWith(key, '/clock'));
  await user.click(screen.getByRole('button', { name: 'Show the menu' }));
  await user.click(screen.getByRole('button', { name: '< Home' }));
  await screen.findByRole('button', { name: 'Photos' });
  await refreshTabletSettings();
  expect(window.location.pathname).toBe('/circuit-tree');
});

test('where a tablet is to begin is kept by its album’s address', async () => {
  const { key } = await makeTablet(api, {
    settings: { startsWith: 'slideshow', startsWithAlbumId: library.day.id },
  });
  await renderApp(pathWith(key, '/clock'), server);
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(LOCAL_STORAGE.tablet) ?? '{}')).toMatchObject({
      beginsAt: `/circuit-tree/photos/${library.day.slug}?slideshow=true`,
    }),
  );
});

test('only photos of this day in an earlier year say so, in the tablet’s language', async () => {
  HTMLImageElement.prototype.decode = async () => undefined;
  itIs('12:00:00');
  const { key } = await makeTablet(api);
  keep(key, { order: 'on-this-day', locale: 'de' });
  const albumSlug = library.single.slug;
  const lists = answerPhotoLists([
    { filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug, takenAt: '2024-08-01T10:00:00' },
    { filename: 'b-0123456789abcdef0123456789abcdef.jpg', albumSlug, takenAt: '2023-03-05T10:00:00' },
  ]);
  const { user } = await renderApp(pathWith(key, `/photos/${albumSlug}`, '&slideshow=true'), server);
  await screen.findByText('Heute vor drei Jahren');
  await user.click(screen.getByRole('button', { name: /^(Next photo|Nächstes Foto)$/ }));
  await waitFor(() => expect(screen.queryByText(/Heute vor/)).toBeNull());
  lists.mockRestore();
});
