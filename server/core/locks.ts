// The locks of the server, each with what it guards.

/** Files in the data folder that SQLite locks, so that the lock ends with the process that holds it. */
export const LOCK_FILES = {
  /** The folder: one server at a time, or one command that replaces the library. */
  server: 'server.lock',
  /** The making of a backup. */
  backup: 'backup.lock',
  /** An update: one at a time. */
  update: 'update.lock',
} as const;

/**
 * Runs work with the same key one after the other, and work with different keys at the same time, within this process:
 * removals and uploads of the files of one place, and uploads of the same content.
 */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }
}

/** One holder at a time, in the order in which they asked: the connection to SQLite, of a statement or transaction. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves once the lock is held, with the function that releases it. */
  async acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}
