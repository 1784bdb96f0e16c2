import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Respond = (signal: AbortSignal) => Promise<Response>;

const well: Respond = async () => Response.json({ status: 'ok' });
const NO_SERVER: Record<string, Respond> = {
  dead: () => Promise.reject(new TypeError('Failed to fetch')),
  hanging: (signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  'bad gateway': async () => new Response('<h1>Sorry</h1>', { status: 502 }),
  portal: async () => new Response('<h1>Log in</h1>', { headers: { 'Content-Type': 'text/html' } }),
  'a stranger': async () => Response.json({ status: 'fine' }),
};

let answer = well;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  answer = well;
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => answer(signal));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just heard from its server. */
async function openPage() {
  const connection = await import('#src/shared/offline/connection.ts');
  connection.watchConnection();
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.reachable.get()).toBe(true);
  return connection;
}

it.each(Object.keys(NO_SERVER))(
  'knows within 30 s that its server is %s, and by itself that it is back',
  async (name) => {
    const { reachable } = await openPage();
    answer = NO_SERVER[name] ?? well;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reachable.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reachable.get()).toBe(false);
    answer = well;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reachable.get()).toBe(true);
  },
);

it('takes one lost request for none', async () => {
  const { reachable } = await openPage();
  answer = async (signal) => {
    answer = well;
    return NO_SERVER.dead?.(signal) ?? well(signal);
  };
  for (let second = 0; second < 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reachable.get()).toBe(true);
  }
});

it('tells those who wait for the server, once each time it comes back', async () => {
  const { onReconnect } = await openPage();
  const heard = vi.fn();
  const forget = onReconnect(heard);
  for (const times of [1, 2]) {
    answer = NO_SERVER.dead ?? well;
    await vi.advanceTimersByTimeAsync(30_000);
    answer = well;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(heard).toHaveBeenCalledTimes(times);
  }
  forget();
});

it('takes no word of checks that were overtaken: those that hung on the way out say nothing of the way back', async () => {
  const { onReconnect, reachable } = await openPage();
  const heard = vi.fn();
  const forget = onReconnect(heard);
  answer = NO_SERVER.hanging ?? well;
  window.dispatchEvent(new Event('offline'));
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(1_000);
  answer = well;
  window.dispatchEvent(new Event('online'));
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reachable.get()).toBe(true);
  }
  expect(heard).not.toHaveBeenCalled();
  forget();
});
