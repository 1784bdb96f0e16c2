import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, type Mock, onTestFinished, test, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { START_MS, STILL_FIRST_MS } from '#domain/clips/playing.ts';
import { hash32 } from '#domain/hash32.ts';
import { setDark } from '#src/shared/tablet/dark.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';

// jsdom has the element, but plays nothing: here it does what each test tells it. The time is real where the page is
// loaded, and stands still from then on.

let server: HostedServer;
beforeAll(async () => {
  server = await sharedServer();
  const api = await ApiClient.signedIn(server.origin);
  for (let number = 0; number < 20; number += 1) await api.createAlbum(`Clips ${number}`, `clips-${number}`);
}, 60_000);

const CLIP = { seconds: 3, width: 1_440, height: 1_080, bytes: 1_000 };
const MOVING: Photo = { filename: 'a.jpg', albumSlug: 'clips', width: 1_440, height: 1_080, clip: CLIP };
const STILL: Photo = { filename: 'b.jpg', albumSlug: 'clips', width: 1_440, height: 1_080 };

let frameDrawn: () => void;
let plays: Mock<() => Promise<void>>;

beforeEach(() => {
  HTMLImageElement.prototype.decode = async () => undefined;
  plays = vi.fn(async () => undefined);
  frameDrawn = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(plays);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  HTMLVideoElement.prototype.requestVideoFrameCallback = (callback) => {
    frameDrawn = () => callback(0, { ...NO_FRAME });
    return 1;
  };
});
afterEach(() => {
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback');
  setDark(false);
  vi.useRealTimers();
});

const NO_FRAME = { expectedDisplayTime: 0, height: 0, mediaTime: 0, presentationTime: 0, presentedFrames: 1, width: 0 };

const video = () => document.querySelector<HTMLVideoElement>('dialog video');
const isPlaying = () => video()?.dataset.playing !== undefined;
const onScreen = () => document.querySelector('dialog img[data-front]')?.getAttribute('src')?.split('/').pop();
const ringMs = () =>
  document.querySelector<HTMLElement>('dialog [data-running] [style]')?.style.animationDuration.replace('ms', '');

const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let fresh = 0;

/** Shows the photos, with the first on screen and its time only just begun. */
async function show(photos: Photo[], changes: Partial<TabletSettings> = {}) {
  const settings = { ...DEFAULT_TABLET_SETTINGS, ...changes };
  localStorage.setItem(LOCAL_STORAGE.tablet, JSON.stringify({ of: hash32(server.kioskKey), settings }));
  const lists = answerPhotoLists(photos);
  // An album that no test has shown: the app remembers its lists.
  fresh += 1;
  const path = `/circuit-tree/photos/clips-${fresh}?apiKey=${encodeURIComponent(server.kioskKey)}`;
  const app = await renderApp(path, server);
  const start = await screen.findByRole('button', { name: 'Start Slideshow' });
  // The code of clips is loaded with the first of them.
  await import('#src/wall/clips/ClipLayer.later.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  start.click();
  for (let turns = 0; onScreen() === undefined && turns < 100; turns += 1) {
    await act(() => new Promise((resolve) => void setImmediate(resolve)));
  }
  expect(onScreen()).toBe(photos[0]?.filename);
  lists.mockRestore();
  return app;
}

test('the still stands first, then the clip plays once over it, and the still is there again', async () => {
  await show([MOVING, STILL]);
  await passMs(STILL_FIRST_MS - 1);
  expect(plays).not.toHaveBeenCalled();
  await passMs(1);
  expect(plays).toHaveBeenCalledOnce();
  expect(video()?.getAttribute('src')).toMatch(/\/photos\/clips\/clip\/a\.jpg$/);
  expect([video()?.muted, video()?.playsInline, isPlaying()]).toEqual([true, true, false]);
  await passMs(400);
  frameDrawn();
  expect(isPlaying()).toBe(true);
  video()?.dispatchEvent(new Event('ended'));
  expect(video()).toBeNull();
  await passMs(60_000);
  expect(plays).toHaveBeenCalledOnce();
  expect(onScreen()).toBe('a.jpg');
});

test('a start that takes longer than a second is none, and the element is emptied', async () => {
  await show([MOVING]);
  await passMs(STILL_FIRST_MS);
  const element = video();
  await passMs(START_MS);
  expect([video(), element?.hasAttribute('src')]).toEqual([null, false]);
  frameDrawn();
  expect(video()).toBeNull();
});

test.each([
  ['cannot be decoded', () => video()?.dispatchEvent(new Event('error'))],
  ['is on a screen that is turned', () => window.dispatchEvent(new Event('resize'))],
  ['is on a wall that goes dark', () => act(() => setDark(true))],
  ['halts', () => video()?.dispatchEvent(new Event('waiting'))],
])('a clip that %s is a still', async (_what, happens) => {
  await show([MOVING]);
  await passMs(STILL_FIRST_MS);
  frameDrawn();
  expect(isPlaying()).toBe(true);
  happens();
  await passMs(START_MS);
  expect(video()).toBeNull();
  expect(onScreen()).toBe('a.jpg');
});

test('a browser that may not play it shows the still', async () => {
  plays.mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'));
  await show([MOVING]);
  await passMs(STILL_FIRST_MS);
  expect(plays).toHaveBeenCalledOnce();
  expect(video()).toBeNull();
});

test('the photo stays as long as its clip, the next one as long as it is set, with one element for all', async () => {
  const longer = { ...CLIP, seconds: 20 };
  await show([{ ...MOVING, clip: longer }, STILL, { ...MOVING, filename: 'c.jpg' }], { secondsPerPhoto: 5 });
  expect(Number(ringMs())).toBeGreaterThanOrEqual(21_000);
  await passMs(STILL_FIRST_MS);
  frameDrawn();
  const first = video();
  await passMs(20_000);
  expect(onScreen()).toBe('a.jpg');
  await passMs(STILL_FIRST_MS + START_MS);
  expect(onScreen()).toBe('b.jpg');
  expect(ringMs()).toBe('5000');
  expect(video()).toBeNull();
  await passMs(5_000);
  expect(onScreen()).toBe('c.jpg');
  await passMs(STILL_FIRST_MS);
  expect(video()).toBe(first);
});

test('another photo ends the clip before it', async () => {
  const { user } = await show([MOVING, STILL]);
  await passMs(STILL_FIRST_MS);
  frameDrawn();
  vi.useRealTimers();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(onScreen()).toBe('b.jpg'));
  expect(video()).toBeNull();
});

test.each<[string, Photo[], Partial<TabletSettings>]>([
  ['of a tablet that shows stills', [MOVING], { clips: 'off' }],
  ['without a clip', [STILL], {}],
])('a photo %s stands still', async (_what, photos, changes) => {
  await show(photos, changes);
  expect(ringMs()).toBe('90000');
  await passMs(STILL_FIRST_MS + START_MS);
  expect(plays).not.toHaveBeenCalled();
});

test('a browser that cannot tell when a frame is drawn shows stills', async () => {
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback');
  await show([MOVING]);
  await passMs(STILL_FIRST_MS + START_MS);
  expect(plays).not.toHaveBeenCalled();
});

test.each([
  [false, expect.any(Number)],
  [true, undefined],
])('where the device asks for less motion (%s) its photos stand still', async (matches, leastMs) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches && query === '(prefers-reduced-motion: reduce)',
  }));
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const { clips } = await import('#src/wall/clips/index.ts');
  expect(clips.leastStayMs([MOVING], DEFAULT_TABLET_SETTINGS)).toEqual(leastMs);
});
