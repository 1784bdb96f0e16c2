import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoVariant } from '../../../src/contract/paths.ts';
import { codeOf } from '../../errors.ts';
import { copyDurably, makeDurableFolder, namesIn, syncFolder } from './durableFiles.ts';
import { filenameOf, stemOf } from './photoNames.ts';
import type { PhotoAddress, PhotoPart, PhotoStore, StagedPhoto, StoredFile } from './photoStore.ts';
import { type FolderLayout, StagingFolder } from './stagingFolder.ts';

const PHOTOS_FOLDER = 'photos';

/** Stores photos on the local disk: a folder for each album, named by its id, and in it a folder for each photo. */
export class FolderStore implements PhotoStore {
  readonly #library: string;
  readonly #layout: FolderLayout;
  readonly #staging: StagingFolder;

  constructor(dataDir: string) {
    this.#library = join(dataDir, PHOTOS_FOLDER, 'library');
    this.#layout = {
      incoming: join(dataDir, PHOTOS_FOLDER, 'incoming'),
      album: (albumId) => join(this.#library, albumId),
      photo: ({ albumId, filename }) => join(this.#library, albumId, stemOf(filename)),
    };
    this.#staging = new StagingFolder(this.#layout);
  }

  stage(): Promise<StagedPhoto> {
    return this.#staging.stage();
  }

  async read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    return unlessMissing(readFile(this.#variantFile(address, variant)));
  }

  async open(address: PhotoAddress, part: PhotoPart): Promise<StoredFile | undefined> {
    const file = part === 'original' ? await this.#originalFile(address) : this.#variantFile(address, part);
    const handle = file ? await unlessMissing(open(file)) : undefined;
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return { bytes: size, stream: handle.createReadStream() };
  }

  async *list(): AsyncIterable<PhotoAddress> {
    for (const albumId of await namesIn(this.#library)) {
      for (const stem of await namesIn(this.#layout.album(albumId))) yield { albumId, filename: filenameOf(stem) };
    }
  }

  async isPending(address: PhotoAddress): Promise<boolean> {
    const pending = await this.#staging.pending();
    return pending.some((other) => this.#layout.photo(other) === this.#layout.photo(address));
  }

  async copyTo(dataDir: string, address: PhotoAddress): Promise<boolean> {
    const from = this.#layout.photo(address);
    const to = new FolderStore(dataDir).#layout.photo(address);
    const names = await namesIn(from);
    if (names.length === 0) return false;
    await makeDurableFolder(to);
    for (const name of names) await copyDurably(join(from, name), join(to, name));
    await syncFolder(to);
    return true;
  }

  sweep(hasRow: (address: PhotoAddress) => Promise<boolean>): Promise<void> {
    return this.#staging.sweep(hasRow);
  }

  #variantFile(address: PhotoAddress, variant: PhotoVariant): string {
    return join(this.#layout.photo(address), `${variant}.jpg`);
  }

  async #originalFile(address: PhotoAddress): Promise<string | undefined> {
    const folder = this.#layout.photo(address);
    const name = (await namesIn(folder)).find((candidate) => candidate.startsWith('original.'));
    return name === undefined ? undefined : join(folder, name);
  }
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
