import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#server/errors.ts';
import { makeDurableFolder, replaceDurably } from '../durableFiles.ts';
import type { StagedPhoto } from '../photoStore.ts';
import { StagingFolder } from '../stagingFolder.ts';

/** The data folder of a server with an object store: uploads until they are in the store, and the server's id. */
export class LocalStaging {
  readonly #photos: string;
  readonly #folder: StagingFolder;
  #owner: Promise<string> | undefined;

  constructor(dataDir: string, now: () => number) {
    this.#photos = join(dataDir, 'photos');
    const incoming = join(this.#photos, 'incoming');
    // Nothing is kept here, so there is no place for it.
    this.#folder = new StagingFolder({ incoming, photo: () => '' }, now);
  }

  stage(): Promise<Pick<StagedPhoto, 'files' | 'discard'>> {
    return this.#folder.stage();
  }

  tryWriting(): Promise<void> {
    return this.#folder.tryWriting();
  }

  /** The id of this data folder, the same at each start. */
  owner(): Promise<string> {
    this.#owner ??= this.#readOwner().catch((error: unknown) => {
      this.#owner = undefined;
      throw error;
    });
    return this.#owner;
  }

  sweep(isAlone: boolean): Promise<void> {
    return this.#folder.removeLeft(isAlone);
  }

  async #readOwner(): Promise<string> {
    const file = join(this.#photos, 'owner');
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    const owner = randomUUID();
    await makeDurableFolder(this.#photos);
    await replaceDurably(file, Buffer.from(owner));
    return owner;
  }
}
