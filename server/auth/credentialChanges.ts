type Listener = () => void;

/**
 * Says that keys, sessions or permissions may have changed, so that whoever holds on to a principal (an open socket)
 * asks `credentials.refresh` again. Requests need none of this: each looks its credential up afresh.
 */
export interface CredentialChanges {
  /** Answers the function that ends the listening. */
  onChange(listener: Listener): () => void;
  announce(): void;
  close(): void;
}

interface Watch {
  /** Differs from call to call when another process (the operator's CLI) wrote to the database. */
  version: () => number;
  everyMs: number;
  /** Sessions end by the clock as well, without anybody writing. */
  atLeastEveryMs: number;
}

export function watchCredentials({ version, everyMs, atLeastEveryMs }: Watch): CredentialChanges {
  const listeners = new Set<Listener>();
  let seen = version();
  let quietMs = 0;

  function announce(): void {
    quietMs = 0;
    for (const listener of listeners) listener();
  }

  const timer = setInterval(() => {
    quietMs += everyMs;
    const current = version();
    if (current === seen && quietMs < atLeastEveryMs) return;
    seen = current;
    announce();
  }, everyMs);
  timer.unref();

  return {
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce,
    close: () => clearInterval(timer),
  };
}
