import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../errors.ts';
import { makeDurableFolder, namesIn, removeAll, replaceDurably } from '../durableFiles.ts';
import type { StagedPhoto } from '../photoStore.ts';
import { StagingFolder } from '../stagingFolder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a server with an object store keeps in its data folder: uploads until they are in the store, and its own id. */
export class LocalStaging {
  readonly #photos: string;
  readonly #incoming: string;
  readonly #folder: StagingFolder;
  #owner: Promise<string> | undefined;

  constructor(dataDir: string) {
    this.#photos = join(dataDir, 'photos');
    this.#incoming = join(this.#photos, 'incoming');
    // Nothing is kept here, so there is no place for it.
    this.#folder = new StagingFolder({ incoming: this.#incoming, photo: () => '', album: () => '' });
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

  /** Servers beside this one may have the same data folder: then only what is a day old is certainly nobody's. */
  async sweep(isAlone: boolean): Promise<void> {
    for (const name of await namesIn(this.#incoming)) {
      const path = join(this.#incoming, name);
      if (isAlone || Date.now() - (await stat(path)).mtimeMs > DAY_MS) await removeAll(path);
    }
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
