import { type PhotoAddress, UPLOAD_LEASE_MS } from '../photoStore.ts';
import type { PendingRepository } from './pendingRepository.ts';

interface Options {
  pending: PendingRepository;
  /** The id of this server's data folder. */
  owner: () => Promise<string>;
  now: () => number;
}

/** The uploads in a bucket that have no row yet, of all servers. */
export class Unfinished {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async begin(address: PhotoAddress): Promise<void> {
    const { pending, owner, now } = this.#options;
    await pending.add(address, { owner: await owner(), until: now() + UPLOAD_LEASE_MS });
  }

  has(address: PhotoAddress): Promise<boolean> {
    return this.#options.pending.has(address);
  }

  end(address: PhotoAddress): Promise<void> {
    return this.#options.pending.remove(address);
  }

  /** Those that this server left when it last stopped, and those whose lease is over; all where there is no other. */
  async left(isAlone: boolean): Promise<PhotoAddress[]> {
    const { pending, owner, now } = this.#options;
    return pending.left({ owner: await owner(), at: isAlone ? Number.MAX_SAFE_INTEGER : now() });
  }
}
