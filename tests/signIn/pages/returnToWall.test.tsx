import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { FIRST_MESSAGES } from '#domain/firstMessages.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

const records = new Map<string, unknown>();

/** jsdom has no IndexedDB. */
vi.mock('idb-keyval', () => ({
  get: async (name: string) => records.get(name),
  set: async (name: string, value: unknown) => void records.set(name, value),
}));

let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());

const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The server of another installation, in the place of the wall's own. */
const anotherServer = () =>
  Response.json({ message: 'No', code: CREDENTIAL_UNKNOWN, installation: 'neighbours' }, { status: 401 });

/** From now on no check of a key reaches the server, until the function that is returned is called. */
function loseChecks(respond: () => Response): () => void {
  const { fetch } = globalThis;
  const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const url = asked instanceof Request ? asked.url : new URL(asked).href;
    if (url.includes('/auth/check-api-key/')) return respond();
    return fetch(...call);
  });
  return () => calls.mockRestore();
}

const wall = (key: string) => `/circuit-tree?apiKey=${encodeURIComponent(key)}`;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([
  ['the server was out of reach', unreachable],
  ['another server responded', anotherServer],
])(
  'only a wall whose key could not be checked, as %s, returns once the server accepts the key',
  async (_why, respond) => {
    const known = await renderApp(wall(server.kioskKey), server);
    await screen.findByRole('button', { name: 'Clock' });
    known.unmount();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.resetModules();
    const later = await import('#support/screens/renderApp.tsx');

    const restore = loseChecks(respond);
    const lost = await later.renderApp(wall(server.kioskKey), server);
    expect(document.body.textContent).toContain(FIRST_MESSAGES.apiKeyInvalid);
    await pass(60_000);
    expect(window.location.pathname).toBe('/');
    restore();
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await screen.findByRole('button', { name: 'Clock' });
    expect(lost.path()).toBe(wall(server.kioskKey));
    lost.unmount();

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await later.renderApp(wall('wrong'), server);
    expect(document.body.textContent).toContain(FIRST_MESSAGES.apiKeyInvalid);
    await pass(60_000);
    expect(window.location.pathname).toBe('/');
    vi.useRealTimers();
  },
);

/** A page that was opened for the first time on this device, while no check of a key reached the server. */
async function openFirst(address: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  records.clear();
  vi.resetModules();
  const first = await import('#support/screens/renderApp.tsx');
  const restore = loseChecks(unreachable);
  const opened = await first.renderApp(address, server);
  await pass(20_000);
  expect(opened.path().startsWith('/?')).toBe(true);
  return { opened, restore };
}

test('a tablet that is being connected returns to its very page, though it has never had a key', async () => {
  const address = `/circuit-tree/photos?apiKey=${encodeURIComponent(server.kioskKey)}&slideshow=true`;
  const { opened, restore } = await openFirst(address);
  restore();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await waitFor(() => expect(opened.path()).toBe(address));
});

test('a key that turns out to be revoked leads to the letters with which a tablet is connected', async () => {
  const { opened, restore } = await openFirst(wall(server.kioskKey));
  restore();
  loseChecks(() => Response.json({ message: 'No', code: CREDENTIAL_REFUSED }, { status: 401 }));
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await waitFor(() => expect(opened.path()).toContain('connect=again'));
});

test('nobody who has left the landing page is taken back', async () => {
  const { opened, restore } = await openFirst(wall(server.kioskKey));
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  restore();
  const { fetch } = globalThis;
  const late = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    await isLeft;
    return fetch(...call);
  });
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await waitFor(() => expect(late).toHaveBeenCalled());
  opened.unmount();
  leave();
  await Promise.all(late.mock.results.map(({ value }) => value));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(opened.path().startsWith('/?')).toBe(true);
});
