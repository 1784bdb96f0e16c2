import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp, sharedServer } from '../../support/screens/renderApp.tsx';

/** The browser's part of the worker, which takes control during the first visit. */
class Workers extends EventTarget {
  controller: { postMessage: () => void } | null = null;
}

let workers: Workers;

beforeEach(() => {
  workers = new Workers();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Holds each check of the key from now on; they go to the server when the returned function is called. */
function holdKeyChecks() {
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  let held = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const [asked] = call;
    const url = asked instanceof Request ? asked.url : new URL(asked).href;
    if (url.includes('/auth/check-api-key/')) {
      held += 1;
      await released.promise;
    }
    return fetch(...call);
  });
  return { count: () => held, release: () => released.resolve() };
}

test('offline mode is called active once the worker has stored the key, not when it takes control', async () => {
  const server = await sharedServer();
  await renderApp(`/circuit-tree?apiKey=${encodeURIComponent(server.kioskKey)}`, server);
  await screen.findByText('Offline mode active: no');
  const checks = holdKeyChecks();
  workers.controller = { postMessage: () => undefined };
  await act(async () => void workers.dispatchEvent(new Event('controllerchange')));
  await waitFor(() => expect(checks.count()).toBe(1));
  expect(screen.queryByText('Offline mode active: yes')).toBeNull();
  checks.release();
  await screen.findByText('Offline mode active: yes');
});
