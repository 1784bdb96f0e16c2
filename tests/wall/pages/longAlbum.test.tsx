import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';
import { makeRows, type MadeAlbum } from '#lab/bench/measuring/manyRows.ts';

let server: HostedServer;
let album: MadeAlbum;
const asked: string[] = [];

const takenAt = (index: number) => Date.UTC(2023, index < 150 ? 5 : 6, 15, 0, 0, index);

beforeAll(async () => {
  server = await sharedServer();
  await ApiClient.signedIn(server.origin);
  const [made] = await makeRows(server.dataDir, { albums: 1, photosPerAlbum: 450, takenAt });
  album = made!;
}, 60_000);
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  asked.length = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((...call) => {
    const [request] = call;
    asked.push(new URL(request instanceof Request ? request.url : request, window.location.href).pathname);
    return fetch(...call);
  });
});

const callsFor = (end: string) => asked.filter((path) => path === `/photos/albums/${album.id}/${end}`).length;

test('the kiosk begins a long album with its outline, in sections by month; the whole list comes when all is quiet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const path = `/circuit-tree/photos/${album.slug}?apiKey=${encodeURIComponent(server.kioskKey)}`;
  await renderApp(path, server);
  await screen.findByRole('heading', { level: 2, name: 'June 2023' });
  expect([callsFor('outline'), callsFor('photos')]).toEqual([1, 0]);
  const grid = screen.getByRole('region', { name: 'Photos' });
  const { height } = grid.style;
  await waitFor(() => expect(within(grid).getAllByRole('button').length).toBeGreaterThan(3));
  const slider = await screen.findByRole('slider', { name: 'Month' });
  expect(slider.getAttribute('aria-valuemax')).toBe('2');
  expect(callsFor('photos')).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(callsFor('photos')).toBeGreaterThan(0));
  expect(grid.style.height).toBe(height);
  expect(callsFor('outline')).toBe(1);
});

test('a tapped photo needs the whole list at once', async () => {
  const path = `/circuit-tree/photos/${album.slug}?apiKey=${encodeURIComponent(server.kioskKey)}&again=1`;
  const { user } = await renderApp(path, server);
  const grid = await screen.findByRole('region', { name: 'Photos' });
  await waitFor(() => expect(within(grid).getAllByRole('button').length).toBeGreaterThan(3));
  await user.click(within(grid).getAllByRole('button')[2]!);
  await waitFor(() => expect(callsFor('photos')).toBeGreaterThan(0));
});
