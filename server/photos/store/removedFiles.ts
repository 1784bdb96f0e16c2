import type { Locks } from '#server/core/db/cluster.ts';
import { KeyedLock } from '#server/core/locks.ts';
import { foldersOf, isOurs } from './photoNames.ts';
import type { PhotoRepository } from './photoRepository.ts';
import type { PhotoAddress, PhotoStore } from './photoStore.ts';

interface Options {
  photos: Pick<PhotoRepository, 'keepUsedFiles' | 'filesToRemove' | 'filesRemoved'>;
  store: Pick<PhotoStore, 'remove'>;
  /** The images in other formats; undefined where there are none. */
  webpCopies?: Pick<PhotoStore, 'remove'> | undefined;
  /** Whether a backup is being made: it may have begun before the rows were removed, and then needs the files. */
  isBackingUp: () => boolean;
  locks: Locks;
}

/**
 * Removes the files of photos that are gone for good. Their addresses were written to the database together with the
 * removal of the rows, so that a crash in between loses nothing: the next start continues.
 */
export class RemovedFiles {
  readonly #options: Options;
  /** One piece of work at a time for each photo's files. */
  readonly #lock = new KeyedLock();
  #running: Promise<boolean> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs work that places files, while no files are removed from the same place, by this server or another. */
  guard<Result>(address: PhotoAddress, work: () => Promise<Result>): Promise<Result> {
    const { album, photo } = foldersOf(address);
    const place = `${album}/${photo}`;
    return this.#lock.run(place, () => this.#options.locks.runAlone(place, work));
  }

  /**
   * Resolves when the files at all addresses in the database by now are removed; to false when some must wait for a
   * backup, or when `isStopped` says to leave the rest.
   */
  async removeAll(isStopped: () => boolean = () => false): Promise<boolean> {
    const before = this.#running;
    const mine = (async () => {
      await before?.catch(() => undefined);
      return this.#removeAll(isStopped);
    })();
    this.#running = mine;
    return mine;
  }

  async #removeAll(isStopped: () => boolean): Promise<boolean> {
    for (;;) {
      const page = await this.#options.photos.filesToRemove();
      if (page.length === 0) return true;
      // A backup that begins after this line has a database that no longer lists these photos.
      if (this.#options.isBackingUp()) return false;
      for (const files of page) {
        if (isStopped()) return false;
        await this.#remove(files);
      }
    }
  }

  async #remove(files: PhotoAddress): Promise<void> {
    const { photos, store, webpCopies } = this.#options;
    // A note that the server cannot have written is about no files, and must not stop the others.
    if (!isOurs(files)) return photos.filesRemoved(files);
    await this.guard(files, async () => {
      // A copy of the photo, or the same picture uploaded again, may use the files.
      if (await photos.keepUsedFiles(files)) return;
      await webpCopies?.remove(files);
      await store.remove(files);
      await photos.filesRemoved(files);
    });
  }
}
