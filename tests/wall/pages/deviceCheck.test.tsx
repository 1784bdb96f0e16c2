import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { addressOf, LateWorker } from '#support/screens/lateWorker.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';

/** Holds each check of the key from now on; they go to the server after `release`. */
function holdKeyChecks() {
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  let held = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    if (addressOf(call).pathname.startsWith('/auth/check-api-key/')) {
      held += 1;
      await released.promise;
    }
    return fetch(...call);
  });
  return { count: () => held, release: () => released.resolve() };
}

test('offline mode is called active once the worker has stored the key, not when it takes control', async () => {
  const worker = new LateWorker();
  onTestFinished(worker.install());
  const server = await sharedServer();
  await renderApp(`/circuit-tree?apiKey=${encodeURIComponent(server.kioskKey)}`, server);
  await screen.findByText('Offline mode active: no');
  const checks = holdKeyChecks();
  await act(async () => worker.takeControl());
  await waitFor(() => expect(checks.count()).toBe(1));
  expect(screen.queryByText('Offline mode active: yes')).toBeNull();
  checks.release();
  await screen.findByText('Offline mode active: yes');
});

test('a tablet that starts into an album asks for storage that stays, though it never comes past the home', async () => {
  const persist = vi.fn<StorageManager['persist']>(async () => true);
  const storage = { persisted: async () => false, persist };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const worker = new LateWorker();
  onTestFinished(worker.install());
  const server = await sharedServer();
  const { slug } = await (await ApiClient.signedIn(server.origin)).createAlbum('Persistent', 'persistent');
  await renderApp(`/circuit-tree/photos/${slug}?apiKey=${encodeURIComponent(server.kioskKey)}`, server);
  await act(async () => worker.takeControl());
  await waitFor(() => expect(persist).toHaveBeenCalled());
});
