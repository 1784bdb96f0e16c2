import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { watchInput } from '#src/shared/device/lastInput.ts';
import { commandAwake } from '#src/shared/tablet/dark.ts';
import { setMessage } from '#src/wall/tablet/message.ts';
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
  library = await makeKioskAlbums(api, 'programme');
  watchInput();
  HTMLImageElement.prototype.decode = async () => undefined;
}, 60_000);
afterAll(() => server.dispose());
beforeEach(() => {
  answerPhotoLists([{ filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug: 'programme-single' }]);
});
afterEach(() => {
  vi.useRealTimers();
  delete window.fully;
});

/** From then on time passes only when a test says so; the server and the router run on. */
async function open(programme: Rule[], time: string) {
  const { key, id } = await makeTablet(api, { settings: { programme } });
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'performance'],
    now: new Date(`2026-03-05T${time}`),
  });
  fireEvent.pointerDown(document.body);
  const app = await renderApp(`/circuit-tree?apiKey=${encodeURIComponent(key)}`, server);
  await until(() => expect(localStorage.getItem(LOCAL_STORAGE.tablet)).toContain('startsWith'));
  const change = async (rules: Rule[]) => {
    await changeTablet(api, id, { settings: { programme: rules } });
    await act(() => refreshTabletSettings());
  };
  return { ...app, change };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const cover = () => screen.queryByRole('dialog', { name: 'Night' });
const dim = () => document.documentElement.dataset.dim;
const MINUTE_MS = 60_000;

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

/** React's own record of a component and, in `memoizedState`, of its first hook. */
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: Hook | null;
}
interface Hook {
  next?: Hook | null;
  queue?: { pending?: Update | null } | null;
}
interface Update {
  next: Update;
}

/** The number of updates that React keeps until a component is drawn again, of the hook that has most of them. */
function updatesKept(): number {
  const container = [...document.body.children].find((element) => Object.keys(element).some(isRoot))!;
  const root: { stateNode: { current: Fiber } } = Reflect.get(container, Object.keys(container).find(isRoot)!);
  const kept: number[] = [];
  const waiting: (Fiber | null)[] = [root.stateNode.current];
  for (const fiber of waiting) {
    if (!fiber) continue;
    waiting.push(fiber.child, fiber.sibling);
    for (let hook = fiber.memoizedState; hook; hook = hook.next ?? null) kept.push(lengthOf(hook.queue?.pending));
  }
  return Math.max(...kept);
}

const isRoot = (key: string) => key.startsWith('__reactContainer$');

function lengthOf(last: Update | null | undefined): number {
  if (!last) return 0;
  let length = 1;
  for (let update = last.next; update !== last; update = update.next) length += 1;
  return length;
}

describe('a tablet with a programme', () => {
  test('remembers nothing of an hour in which nothing changes', async () => {
    await open([], '07:50:00');
    const before = updatesKept();
    await pass(60 * MINUTE_MS);
    expect(updatesKept()).toBeLessThanOrEqual(before + 1);
  });

  test('shows what its rules say, each at its time, and what it begins with between them', async () => {
    const { path } = await open(
      [
        { from: '08:00', to: '08:30', shows: 'clock' },
        { from: '08:30', to: '09:00', shows: 'slideshow', albumIds: [library.single.id] },
        { from: '09:00', to: '09:30', shows: 'slideshow', albumIds: [library.single.id, library.trip.id] },
      ],
      '07:50:00',
    );
    await until(() => screen.getByRole('button', { name: 'Clock' }));
    await pass(11 * MINUTE_MS);
    await until(() => expect(path()).toMatch(/^\/circuit-tree\/clock\?/));
    await pass(30 * MINUTE_MS);
    await until(() => expect(path()).toMatch(/\/photos\/programme-single\?slideshow=true/));
    await pass(30 * MINUTE_MS);
    await until(() => expect(path()).toMatch(/\/photos\?slideshow=true&albums=/));
    await pass(30 * MINUTE_MS);
    await until(() => expect(path()).toMatch(/^\/circuit-tree\?/));
  });

  test('comes back to its rule when it is left standing', async () => {
    const { path } = await open([{ from: '08:00', to: '20:00', shows: 'clock' }], '07:59:00');
    await pass(50_000);
    expect(path()).toMatch(/^\/circuit-tree\?/);
    await pass(20_000);
    await until(() => expect(path()).toMatch(/^\/circuit-tree\/clock\?/));
    fireEvent.click(await screen.findByRole('button', { name: 'Show the menu' }));
    fireEvent.pointerDown(document.body);
    fireEvent.click(await screen.findByRole('button', { name: '< Home' }));
    await until(() => expect(path()).toMatch(/^\/circuit-tree\?/));
    await pass(4 * MINUTE_MS);
    expect(path()).toMatch(/^\/circuit-tree\?/);
    await pass(2 * MINUTE_MS);
    await until(() => expect(path()).toMatch(/^\/circuit-tree\/clock\?/));
  });

  test('that is changed shows the new rule as soon as nobody uses the tablet', async () => {
    const { path, change } = await open([], '12:00:00');
    // Longer than the touches of another test may last, whose clock was another.
    await pass(20 * MINUTE_MS);
    await change([{ shows: 'clock' }]);
    await until(() => expect(path()).toMatch(/^\/circuit-tree\/clock\?/));
    await change([{ shows: 'black' }]);
    await until(() => expect(cover()).not.toBeNull());
    await change([]);
    await until(() => expect(cover()).toBeNull());
  });

  test('is dimmed by a rule, with the backlight where there is one, and bright for two minutes after a touch', async () => {
    let backlight = 200;
    window.fully = { getScreenBrightness: () => backlight, setScreenBrightness: (level) => (backlight = level) };
    await open([{ from: '12:00', to: '13:00', shows: 'home', dim: 40 }], '11:57:00');
    await pass(5_000);
    expect([dim(), backlight]).toEqual([undefined, 200]);
    await pass(4 * MINUTE_MS);
    await until(() => expect(dim()).toBe(''));
    expect(document.documentElement.style.getPropertyValue('--wall-dim')).toBe('0.4');
    expect(backlight).toBe(120);
    fireEvent.pointerDown(document.body);
    await pass(10_000);
    expect([dim(), backlight]).toEqual([undefined, 200]);
    await pass(2 * MINUTE_MS);
    expect([dim(), backlight]).toEqual(['', 120]);
  });
});

describe('a line of words', () => {
  afterEach(() => act(() => setMessage('')));

  test('stands on every screen until another comes, in any script, and over a reload', async () => {
    const { unmount } = await open([], '12:00:00');
    act(() => setMessage(' עוד מעט אוכל '));
    const line = await screen.findByText('עוד מעט אוכל');
    expect(line.getAttribute('dir')).toBe('auto');
    expect(localStorage.getItem(LOCAL_STORAGE.message)).toBe('עוד מעט אוכל');
    unmount();
    act(() => setMessage(''));
    expect(localStorage.getItem(LOCAL_STORAGE.message)).toBeNull();
  });

  test('stands over a slideshow, above the texts of its photo', async () => {
    const { change, path } = await open([], '12:00:00');
    await pass(31_000);
    await change([{ shows: 'slideshow', albumIds: [library.single.id] }]);
    await until(() => expect(path()).toContain('slideshow=true'));
    act(() => setMessage('Dinner is ready'));
    await until(() => expect(screen.getByText('Dinner is ready').closest('dialog')).not.toBeNull());
  });
});

function refuse(): never {
  throw new DOMException('The operation is insecure', 'SecurityError');
}

/** A command sends the wall to sleep for an hour, and a touch wakes it. */
async function sleepAndWake(): Promise<void> {
  await until(() => {
    act(() => commandAwake(false));
    expect(cover()).not.toBeNull();
  });
  await pass(60 * MINUTE_MS);
  expect(cover()).not.toBeNull();
  fireEvent.pointerDown(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Show the wall' }));
  expect(cover()).toBeNull();
}

describe('a command', () => {
  test('sends the wall to sleep until somebody touches it', async () => {
    await open([], '12:00:00');
    await until(() => screen.getByRole('button', { name: 'Clock' }));
    await pass(3 * MINUTE_MS);
    await sleepAndWake();
    await pass(10 * MINUTE_MS);
    expect(cover()).toBeNull();
  });

  test('sends the wall to sleep where the browser lets no page store anything', async () => {
    await open([], '12:00:00');
    await until(() => screen.getByRole('button', { name: 'Clock' }));
    for (const call of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, call).mockImplementation(refuse);
    }
    await sleepAndWake();
  });

  test('sends it to sleep until the next rule begins, and wakes it for two minutes in the night', async () => {
    await open([{ from: '12:30', to: '13:00', shows: 'home' }], '12:00:00');
    await until(() => {
      act(() => commandAwake(false));
      expect(cover()).not.toBeNull();
    });
    await pass(29 * MINUTE_MS);
    expect(cover()).not.toBeNull();
    await pass(2 * MINUTE_MS);
    expect(cover()).toBeNull();
    act(() => commandAwake(false));
    expect(cover()).not.toBeNull();
    act(() => commandAwake(true));
    expect(cover()).toBeNull();
  });

  test('wakes a dark wall for two minutes', async () => {
    await open([{ shows: 'black' }], '12:00:00');
    await pass(60 * MINUTE_MS);
    await until(() => expect(cover()).not.toBeNull());
    act(() => commandAwake(true));
    expect(cover()).toBeNull();
    await pass(1.9 * MINUTE_MS);
    expect(cover()).toBeNull();
    await pass(0.3 * MINUTE_MS);
    expect(cover()).not.toBeNull();
  });
});
