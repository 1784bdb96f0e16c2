import { UserError } from '#server/core/errors.ts';
import { UPLOADS } from '#server/core/limits.ts';

const TOO_MANY_AT_ONCE = 'Others are sending photos by this link just now: please try again in a moment';

/**
 * Limits the uploads that run at the same time for each share, in this process: however many phones have a link, only
 * few files are written at a time.
 */
export class ShareTurns {
  readonly #running = new Map<string, number>();

  /** Whether another upload would be refused. */
  isBusy(shareId: string): boolean {
    return this.#runningOf(shareId) >= UPLOADS.perShare;
  }

  /** Returns a function that ends the turn. Throws when enough uploads are running. */
  begin(shareId: string): () => void {
    if (this.isBusy(shareId)) throw new UserError(429, TOO_MANY_AT_ONCE);
    this.#running.set(shareId, this.#runningOf(shareId) + 1);
    return () => {
      const others = this.#runningOf(shareId) - 1;
      if (others > 0) this.#running.set(shareId, others);
      else this.#running.delete(shareId);
    };
  }

  #runningOf(shareId: string): number {
    return this.#running.get(shareId) ?? 0;
  }
}
