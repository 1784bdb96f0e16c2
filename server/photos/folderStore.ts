import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoVariant } from '../../src/contract/paths.ts';
import { codeOf } from '../errors.ts';
import { namesIn } from './durableFiles.ts';
import { Incoming, pendingAddresses, sweepIncoming, type FolderLayout } from './incoming.ts';
import { filenameOf, stemOf } from './photoNames.ts';
import type { PhotoAddress, PhotoPart, PhotoStore, StagedPhoto, StoredFile } from './photoStore.ts';

export const PHOTOS_FOLDER = 'photos';

/** The photo store of one machine: a folder for each album's id, in it one for each photo. */
export class FolderStore implements PhotoStore {
  private readonly library: string;
  private readonly layout: FolderLayout;
  private incoming: Promise<Incoming> | undefined;

  constructor(dataDir: string) {
    this.library = join(dataDir, PHOTOS_FOLDER, 'library');
    this.layout = {
      incoming: join(dataDir, PHOTOS_FOLDER, 'incoming'),
      album: (albumId) => join(this.library, albumId),
      photo: ({ albumId, filename }) => join(this.library, albumId, stemOf(filename)),
    };
  }

  async stage(): Promise<StagedPhoto> {
    this.incoming ??= Incoming.open(this.layout).catch((error: unknown) => {
      // A full disk gets room again: the next upload tries anew.
      this.incoming = undefined;
      throw error;
    });
    return (await this.incoming).stage();
  }

  async read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    return unlessMissing(readFile(this.variantFile(address, variant)));
  }

  async open(address: PhotoAddress, part: PhotoPart): Promise<StoredFile | undefined> {
    const file = part === 'original' ? await this.originalFile(address) : this.variantFile(address, part);
    const handle = file ? await unlessMissing(open(file)) : undefined;
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return { bytes: size, stream: handle.createReadStream() };
  }

  async *list(): AsyncIterable<PhotoAddress> {
    // First what is pending, then what is there: an upload that ends between the two is in neither, not in both.
    const before = await this.pendingFolders();
    for (const albumId of await namesIn(this.library)) {
      for (const stem of await namesIn(this.layout.album(albumId))) {
        const address = { albumId, filename: filenameOf(stem) };
        if (!before.has(this.layout.photo(address))) yield address;
      }
    }
  }

  async sweep(hasRow: (address: PhotoAddress) => Promise<boolean>): Promise<void> {
    await sweepIncoming(this.layout, hasRow);
  }

  async close(): Promise<void> {
    await (await this.incoming)?.close();
    this.incoming = undefined;
  }

  private async pendingFolders(): Promise<Set<string>> {
    return new Set((await pendingAddresses(this.layout)).map((address) => this.layout.photo(address)));
  }

  private variantFile(address: PhotoAddress, variant: PhotoVariant): string {
    return join(this.layout.photo(address), `${variant}.jpg`);
  }

  private async originalFile(address: PhotoAddress): Promise<string | undefined> {
    const folder = this.layout.photo(address);
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
