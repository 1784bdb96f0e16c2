import { createListeners } from '#domain/listeners.ts';
import { repeat } from '#server/core/repeating.ts';

/**
 * Notifies its listeners that keys, sessions or permissions may have changed, so that an open socket, which stores its
 * principal, calls `credentials.refresh`. Requests need no listener: their stored credentials (credentials.ts) end
 * with the write itself.
 */
export interface CredentialChanges {
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  announce(): void;
  close(): void;
}

interface Watch {
  /** Returns another number once another process (the operator's CLI) has written to the database. */
  version: () => number;
  everyMs: number;
  /** The longest time without an announcement: sessions also end by expiring, which writes nothing. */
  atLeastEveryMs: number;
}

export function watchCredentials({ version, everyMs, atLeastEveryMs }: Watch): CredentialChanges {
  const { subscribe, notify } = createListeners();
  let seen = version();
  let quietMs = 0;

  function announce(): void {
    quietMs = 0;
    notify();
  }

  /** A failing disk must not end the process: changes are noticed when the disk works again. */
  function currentVersion(): number {
    try {
      return version();
    } catch {
      return seen;
    }
  }

  const end = repeat(everyMs, () => {
    quietMs += everyMs;
    const current = currentVersion();
    if (current === seen && quietMs < atLeastEveryMs) return;
    seen = current;
    announce();
  });

  return {
    subscribe,
    announce,
    close: () => void end(),
  };
}
