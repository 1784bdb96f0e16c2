import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleNotificationClick, handlePush } from '../../../sw/push.ts';
import { ORIGIN } from '../../support/worker/workerScope.ts';

const shown = vi.fn(async () => undefined);
const opened = vi.fn(async () => null);
let windows: Window[] = [];

class Window {
  readonly url: string;
  ledTo: string | undefined;
  isInFront = false;

  constructor(path: string) {
    this.url = ORIGIN + path;
  }

  async navigate(href: string): Promise<this> {
    this.ledTo = href;
    return this;
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

test('a click leads a window of the administration there, and leaves walls alone', async () => {
  windows = [new Window('/circuit-tree/clock'), new Window('/admin/photos')];
  expect((await click('/admin/circuit-tree/health')).isClosed).toBe(true);
  expect(windows.map(({ ledTo, isInFront }) => [ledTo, isInFront])).toEqual([
    [undefined, false],
    [`${ORIGIN}/admin/circuit-tree/health`, true],
  ]);
  expect(opened).not.toHaveBeenCalled();
});

test('a click opens a window where there is none, and where it cannot be led', async () => {
  windows = [new Window('/circuit-tree')];
  await click(undefined);
  const stray = new Window('/admin');
  stray.navigate = () => Promise.reject(new TypeError('not controlled'));
  windows = [stray];
  await click('/admin/circuit-tree/health');
  expect(opened.mock.calls).toEqual([[`${ORIGIN}/admin`], [`${ORIGIN}/admin/circuit-tree/health`]]);
});
