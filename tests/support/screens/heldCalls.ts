import { vi } from 'vitest';

/** From now on calls reach the server only once they are let go. */
export function holdCalls(): { letGo: () => void } {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    await held;
    return fetch(...call);
  });
  return {
    letGo: () => {
      resolve();
      fetching.mockRestore();
    },
  };
}
