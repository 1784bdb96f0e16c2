import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleNotificationClick, handlePush } from '#sw/push.ts';
import { ORIGIN } from '#support/worker/workerScope.ts';

const shown = vi.fn(async () => undefined);
const opened = vi.fn(async () => null);
let windows: Window[] = [];

class Window {
  readonly url: string;
  isInFront = false;

  constructor(path: string) {
    this.url = ORIGIN + path;
  }

  async focus(): Promise<this> {
    this.isInFront = true;
    return this;
  }
}

beforeEach(() => {
  windows = [];
  shown.mockClear();
  opened.mockClear();
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    registration: { showNotification: shown },
    clients: { matchAll: async () => windows, openWindow: opened },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The event gets only what the handler looks at. */
async function handled(handler: (event: never) => void, parts: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const event = { ...parts, waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in place of the worker's own event
  handler(event as never);
  expect(work).toHaveLength(1);
  await Promise.all(work);
}

const push = (text: string) => handled(handlePush, { data: { json: (): unknown => JSON.parse(text) } });

async function click(data: unknown): Promise<{ isClosed: boolean }> {
  const notification = { data, isClosed: false, close: () => void (notification.isClosed = true) };
  await handled(handleNotificationClick, { notification });
  return notification;
}

test('a pushed note is shown under its tag, and carries where it leads', async () => {
  await push(
    JSON.stringify({
      title: 'Lamp is silent',
      body: 'For 6 minutes.',
      tag: 't',
      url: '/admin/circuit-tree/nodes/lamp',
    }),
  );
  const options = {
    body: 'For 6 minutes.',
    tag: 't',
    icon: '/icons/kiosk-192.png',
    data: '/admin/circuit-tree/nodes/lamp',
  };
  expect(shown.mock.calls).toEqual([['Lamp is silent', options]]);
});

test.each([
  ['nonsense', 'no JSON'],
  ['a list', '[]'],
  ['an address elsewhere', '{"title":"Circuit Tree","url":"//elsewhere.example"}'],
  ['a whole address', '{"url":"https://elsewhere.example/"}'],
])('%s is shown too, since something was pushed, and leads to the administration', async (_what, text) => {
  await push(text);
  expect(shown.mock.calls).toEqual([['Circuit Tree', expect.objectContaining({ data: '/admin' })]]);
});

test('a click brings the page to the front where it is open already', async () => {
  windows = [new Window('/circuit-tree/clock'), new Window('/admin/circuit-tree/health')];
  expect((await click('/admin/circuit-tree/health')).isClosed).toBe(true);
  expect(windows.map(({ isInFront }) => isInFront)).toEqual([false, true]);
  expect(opened).not.toHaveBeenCalled();
});

test('else it opens a window, and leaves walls and half-filled forms alone', async () => {
  windows = [new Window('/circuit-tree'), new Window('/admin/users')];
  await click('/admin/circuit-tree/health');
  await click(undefined);
  expect(windows.map(({ isInFront }) => isInFront)).toEqual([false, false]);
  expect(opened.mock.calls).toEqual([[`${ORIGIN}/admin/circuit-tree/health`], [`${ORIGIN}/admin`]]);
});

test.each(['/\\evil.example', '/\t/evil.example', '//evil.example', '/\n\\evil.example/a', 'https://evil.example', ''])(
  'an address that browsers read as one of another site is not opened: %o',
  async (url) => {
    await push(JSON.stringify({ title: 'a', url }));
    expect(shown).toHaveBeenCalledWith('a', expect.objectContaining({ data: '/admin' }));
  },
);
