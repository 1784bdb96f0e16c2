import { setImmediate } from 'node:timers/promises';
import { TRASH } from '#server/core/limits.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import type { Marked } from './removalQueries.ts';
import type { TrashRepository } from './trashRepository.ts';

interface Options {
  trash: Pick<TrashRepository, 'removeDue' | 'removeSome'>;
  removedFiles: Pick<RemovedFiles, 'removeAll'>;
  leader: { isHere(): boolean };
}

interface Listeners {
  /** Called when things were deleted for good because their time in the trash was over. */
  onDue: (marked: Marked) => void;
  /** Called when rows or files could not be removed. They are tried again. */
  onError: (error: unknown) => void;
}

/**
 * Removes the rows and files of things that were deleted for good, little by little beside other work. Each step can be
 * the last one before a crash: the next start continues.
 */
export class TrashRemoval {
  readonly #options: Options;
  #listeners: Listeners = { onDue: () => undefined, onError: () => undefined };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Deletes for good what has been in the trash long enough, now and every hour. Only the process that has locked the
   * data folder calls this.
   */
  start(listeners: Listeners): void {
    this.#listeners = listeners;
    void this.#removeExpired();
  }

  /** Resolves when everything that was deleted for good by now is removed, or must wait for a backup. Never rejects. */
  async run(): Promise<void> {
    this.#isAskedAgain = true;
    this.#running ??= this.#runWhileAsked().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    // Runs again if this call came after the last check of that run and before its end.
    if (this.#isAskedAgain && !this.#isClosed) await this.run();
  }

  /** Resolves when the database is no longer used. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #removeExpired(): Promise<void> {
    try {
      const marked = await this.#removeDue();
      if (marked.albums + marked.photos > 0) this.#listeners.onDue(marked);
    } catch (error) {
      if (!this.#isClosed) this.#listeners.onError(error);
    }
    this.#continueIn(TRASH.checkEveryMs);
    await this.run();
  }

  /** Runs on one of the servers, so that the removal is recorded once. */
  async #removeDue(): Promise<Marked> {
    const { trash, leader } = this.#options;
    return leader.isHere() ? trash.removeDue() : { albums: 0, photos: 0 };
  }

  async #runWhileAsked(): Promise<void> {
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false;
      try {
        await this.#remove();
      } catch (error) {
        if (!this.#isClosed) this.#listeners.onError(error);
        this.#continueIn(TRASH.retryMs);
      }
    }
  }

  async #remove(): Promise<void> {
    const { trash, removedFiles } = this.#options;
    while (!this.#isClosed && (await trash.removeSome())) await setImmediate();
    const isDone = await removedFiles.removeAll(() => this.#isClosed);
    if (!isDone) this.#continueIn(TRASH.retryMs);
  }

  #continueIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#removeExpired(), milliseconds).unref();
  }
}
