import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { STREAMS } from '#server/core/limits.ts';
import { SharedStream } from '#src/admin/account/SharedStream.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { PeopleAdmin } from '#support/screens/people.ts';
import { type ScreenServer, signInBrowser, startScreenServer } from '#support/screens/renderApp.tsx';

// Several pages of one browser, which hear each other, and one server. Each test is another person to them.

const USER = 'dev-user@localhost';
const SILENT_MS = 60_000;

interface Page {
  stream: SharedStream;
  /** The number of times that it was told of other albums. */
  told: number;
}

let server: ScreenServer;
let people: PeopleAdmin;
let album: Album;
let pages: Page[] = [];
let requests: Request[] = [];
/** The number of requests whose streams the server has begun: it tells them of everything from then on. */
let answered = 0;
let persons = 0;

beforeAll(async () => {
  server = await startScreenServer();
  const api = await ApiClient.signedIn(server.origin);
  people = new PeopleAdmin(api);
  album = await api.createAlbum('Norway', 'norway');
  await ApiClient.signedIn(server.origin, 'user');
});
afterAll(() => server.dispose());

beforeEach(async () => {
  await people.permit(USER, ['photos:read']);
  await people.show(USER, null);
  await signInBrowser(server, 'user');
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  [pages, requests, answered] = [[], [], 0];
  persons += 1;
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!(input instanceof Request) || !input.url.endsWith(ADMIN_PATHS.accountEvents)) return realFetch(input, init);
    requests.push(input);
    const response = await realFetch(input, init);
    answered += 1;
    return response;
  });
});
afterEach(() => {
  for (const { stream } of pages) stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): Page {
  const page: Page = { told: 0, stream: new SharedStream(String(persons), () => void (page.told += 1)) };
  pages.push(page);
  page.stream.show();
  return page;
}

const streams = () => requests.filter(({ signal }) => !signal.aborted).length;
const told = () => pages.map((page) => page.told);
const shared = () => expect.poll(() => [requests.length >= pages.length, streams()]).toEqual([true, 1]);

describe('the pages of a person in one browser', () => {
  it('share one stream, and are all told when the person sees other albums', async () => {
    for (let count = 0; count < STREAMS.ofSession; count += 1) open();
    await shared();
    await people.show(USER, [album.id]);
    await expect.poll(told).toEqual(pages.map(() => 1));
    expect(streams()).toBe(1);
    expect(requests).toHaveLength(pages.length);
  });

  it('give it to the page that was shown last, without a gap', async () => {
    open();
    await expect.poll(streams).toBe(1);
    open();
    await shared();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await people.show(USER, [album.id]);
    await expect.poll(told).toEqual([1, 1]);
  });

  it('catch up when the page that had it is hidden, and another takes its place', async () => {
    const [first, second, last] = [open(), open(), open()];
    await shared();
    const holder = pages[requests.findIndex(({ signal }) => !signal.aborted)];
    const others = [first, second, last].filter((page) => page !== holder);
    holder?.stream.hide();
    await people.show(USER, [album.id]);
    await expect.poll(() => others.map((page) => page.told > 0)).toEqual([true, true]);
    await expect.poll(streams).toBe(1);
    expect(holder?.told).toBe(0);
    holder?.stream.show();
    await expect.poll(() => holder?.told).toBe(1);
    await expect.poll(streams).toBe(1);
  });

  it('do not wait for one that has crashed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    open();
    await expect.poll(streams).toBe(1);
    const crashed = new BroadcastChannel(`circuit-tree-account:${persons}`);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
    crashed.postMessage({ event: 'alive', beganAt: Date.now() + 1_000, page: 'crashed' });
    await expect.poll(streams).toBe(0);
    crashed.close();
    await vi.advanceTimersByTimeAsync(SILENT_MS / 2);
    expect(streams()).toBe(0);
    await vi.advanceTimersByTimeAsync(SILENT_MS / 2);
    await expect.poll(() => [streams(), told()]).toEqual([1, [1]]);
  });

  it('have a stream each where a browser has no channels', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    open();
    open();
    await expect.poll(() => [streams(), answered]).toEqual([2, 2]);
    await people.show(USER, [album.id]);
    await expect.poll(told).toEqual([1, 1]);
  });
});

describe('a stream that ends at its beginning', () => {
  let closing: Server;
  afterEach(() => closing.close());

  it('is begun again with growing pauses, so that pages do not take it from each other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const times: number[] = [];
    closing = createServer((_request, response) => {
      times.push(Date.now());
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('event: alive\ndata:\n\n');
    });
    closing.listen(0);
    await once(closing, 'listening');
    const address = closing.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    window.environment = { ...window.environment, baseApiUrl: `http://localhost:${port}` };
    open();
    const passing = () => {
      vi.advanceTimersByTime(100);
      expect(times).toHaveLength(5);
    };
    await vi.waitFor(passing, { timeout: 20_000, interval: 5 });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, ms] of [1_000, 2_000, 4_000, 8_000].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(ms);
  });
});
