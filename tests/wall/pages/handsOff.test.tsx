import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { watchInput } from '#src/shared/device/lastInput.ts';
import { refreshTabletSettings } from '#src/shared/tablet/settings.ts';
import { changeTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let api: ApiClient;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
  library = await makeKioskAlbums(api, 'hands');
  watchInput();
  // jsdom decodes no picture, so none would ever be on screen.
  HTMLImageElement.prototype.decode = async () => undefined;
}, 60_000);
afterAll(() => server.dispose());
beforeEach(() => {
  answerPhotoLists([{ filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug: 'hands-single' }]);
});
afterEach(() => void vi.useRealTimers());

const touch = () => fireEvent.pointerDown(document.body);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const bar = () => document.querySelector('dialog header');
const isBarShown = () => bar()?.hasAttribute('data-hidden') === false;

/** From now on time passes only when a test says so; the server and the router run on. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  touch();
}

async function open(path: string, settings: Partial<TabletSettings> = {}) {
  const { key, id } = await makeTablet(api, { settings });
  const search = `apiKey=${encodeURIComponent(key)}`;
  holdTime();
  const [page, more = ''] = path.split('?');
  const app = await renderApp(`/circuit-tree${page}?${more}${more && '&'}${search}`, server);
  await until(() => expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toContain('startsWith'));
  const change = async (changes: Partial<TabletSettings>) => {
    await changeTablet(api, id, { settings: changes });
    await act(() => refreshTabletSettings());
  };
  return { ...app, search, change };
}

/** Like `waitFor`, whose interval would wait for the time that stands still. */
async function until(expectation: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return expectation();
    } catch (error) {
      if (tries === 500) throw error;
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    }
  }
}

/** Presses without the pauses of a person, which would wait for a time that stands still. */
async function press(name: string): Promise<void> {
  fireEvent.pointerDown(document.body);
  fireEvent.click(await screen.findByRole('button', { name }));
}

describe('the bar of a slideshow', () => {
  test('disappears five seconds after the last touch where a person opened it, and a tap brings it back', async () => {
    await open(`/photos/${library.single.slug}`);
    await press('Start Slideshow');
    await until(() => expect(isBarShown()).toBe(true));
    await pass(3_000);
    touch();
    await pass(4_000);
    expect(isBarShown()).toBe(true);
    await pass(1_500);
    expect(isBarShown()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: /Show the bar$/ }));
    expect(isBarShown()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /Hide the bar$/ }));
    expect(isBarShown()).toBe(false);
  });

  test('is not there where the slideshow starts by itself, nor after a reload', async () => {
    const { unmount, path } = await open(`/photos/${library.single.slug}?slideshow=true`);
    await screen.findByRole('dialog');
    expect(isBarShown()).toBe(false);
    await press('✕ Close');
    await until(() => expect(bar()).toBeNull());
    await press('Start Slideshow');
    await until(() => expect(isBarShown()).toBe(true));
    const { state } = window.history;
    unmount();
    const replace = window.history.replaceState.bind(window.history);
    vi.spyOn(window.history, 'replaceState').mockImplementationOnce((_state, _title, url) => replace(state, '', url));
    await renderApp(path(), server);
    await screen.findByRole('dialog');
    expect(isBarShown()).toBe(false);
  });

  test('is not there for a slideshow that starts by itself after a person closed another', async () => {
    const { router } = await open(`/photos/${library.single.slug}`);
    await press('Start Slideshow');
    await until(() => expect(isBarShown()).toBe(true));
    await press('✕ Close');
    await until(() => expect(bar()).toBeNull());
    await act(() =>
      router.navigate({
        to: '/circuit-tree/photos/$albumSlug',
        params: { albumSlug: library.single.slug },
        search: { slideshow: 'true' },
      }),
    );
    await screen.findByRole('dialog');
    expect(isBarShown()).toBe(false);
  });

  test('leaves the keys with the slideshow when it goes', async () => {
    await open(`/photos/${library.single.slug}`);
    await press('Start Slideshow');
    (await screen.findByRole('button', { name: '✕ Close' })).focus();
    await pass(6_000);
    expect(isBarShown()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });
});

test('the ring is there unless a tablet’s settings leave it out', async () => {
  const { change } = await open(`/photos/${library.single.slug}?slideshow=true`);
  await until(() => expect(document.querySelector('dialog [data-running]')).not.toBeNull());
  await change({ countdown: false });
  await until(() => expect(document.querySelector('dialog [data-running]')).toBeNull());
});

/** A tablet that begins with the slideshow of an album, which somebody has just closed. */
async function closedSlideshow() {
  const show = `/circuit-tree/photos/${library.single.slug}`;
  const opened = await open(`/photos/${library.single.slug}?slideshow=true`, {
    startsWith: 'slideshow',
    startsWithAlbumId: library.single.id,
    returnAfterSeconds: 120,
  });
  await screen.findByRole('dialog');
  await press('✕ Close');
  await until(() => expect(opened.path()).toBe(`${show}?${opened.search}`));
  return { ...opened, begin: `${show}?slideshow=true&${opened.search}`, albums: `${show}?${opened.search}` };
}

describe('a tablet that somebody has left', () => {
  test('goes back to what it begins with, without the bar, once nobody has touched it for so long', async () => {
    const { path, begin, albums } = await closedSlideshow();
    await pass(100_000);
    touch();
    await pass(110_000);
    expect(path()).toBe(albums);
    await pass(15_000);
    await until(() => expect(path()).toBe(begin));
    await screen.findByRole('dialog');
    expect(isBarShown()).toBe(false);
  });

  test('stays where that is set to never', async () => {
    const { path, albums, change } = await closedSlideshow();
    await change({ returnAfterSeconds: 0 });
    await pass(3_600_000);
    expect(path()).toBe(albums);
  });

  test('stays on its page where the home is its beginning', async () => {
    const { path, search } = await open(`/photos/${library.single.slug}`, { returnAfterSeconds: 60 });
    await pass(3_600_000);
    expect(path()).toBe(`/circuit-tree/photos/${library.single.slug}?${search}`);
  });

  test('goes on with the album that an admin wanted to see', async () => {
    const { path, search, router } = await closedSlideshow();
    await act(() =>
      router.navigate({
        to: '/circuit-tree/photos/$albumSlug',
        params: { albumSlug: library.trip.slug },
        search: { slideshow: 'true' },
      }),
    );
    await pass(3_600_000);
    expect(path()).toContain(`/photos/${library.trip.slug}?`);
    expect(path()).toContain(search);
  });
});
