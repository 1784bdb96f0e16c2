import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { addressOf, LateWorker } from '#support/screens/lateWorker.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let library: KioskLibrary;

beforeAll(async () => {
  server = await startScreenServer();
  library = await makeKioskAlbums(await ApiClient.signedIn(server.origin), 'ready');
}, 60_000);
afterAll(() => server.dispose());

test('an album is called ready once the worker has stored the list of its page, not its images alone', async () => {
  const worker = new LateWorker();
  onTestFinished(worker.install());
  const { slug: albumSlug } = library.single;
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  let held = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const { pathname, search } = addressOf(call);
    if (!/\/albums\/[^/]+\/photos$/.test(pathname)) return fetch(...call);
    if (worker.controller && search === '') {
      held += 1;
      await released.promise;
    }
    return Response.json([{ filename: 'a-0123456789abcdef0123456789abcdef.jpg', albumSlug }]);
  });
  await renderApp(`/circuit-tree/photos/${albumSlug}?apiKey=${encodeURIComponent(server.kioskKey)}`, server);
  await screen.findByRole('button', { name: /^Photo 1/ });
  await act(async () => worker.takeControl());
  await waitFor(() => expect(held).toBe(1));
  expect(worker.told, 'nothing is stored yet that the page can show').not.toContain('showing');
  released.resolve();
  await screen.findByText('Offline ready');
});
