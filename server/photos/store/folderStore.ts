import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { PhotoVariant } from '#contract/paths.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';
import { codeOf, StartError } from '#server/core/errors.ts';
import {
  copyDurably,
  makeDurableFolder,
  namesIn,
  replaceDurably,
  syncFolder,
  unlessMissing,
} from '#server/core/files/durableFiles.ts';
import { addressOf, foldersOf, isCompanion, partNamed } from './photoNames.ts';
import type {
  Beside,
  ByteRange,
  Claim,
  PhotoAddress,
  PhotoPart,
  PhotoStore,
  StagedPhoto,
  StoredEntry,
  StoredFile,
  StoredParts,
} from './photoStore.ts';
import { type FolderLayout, StagingFolder } from './stagingFolder.ts';

const PHOTOS_FOLDER = 'photos';
/** A file in the folder of photos, with the id of the installation whose servers share it. */
const SHARED_BY = 'installation';
const LIBRARY_FOLDER = join(PHOTOS_FOLDER, 'library');

/** The folder of a photo's files, within the data folder. */
export function folderOf(address: PhotoAddress): string {
  const { album, photo } = foldersOf(address);
  return join(LIBRARY_FOLDER, album, photo);
}

/** Stores photos on the local disk: a folder for each album, named by its id, and in it a folder for each photo. */
export class FolderStore implements PhotoStore {
  readonly isRemote = false;
  readonly #dataDir: string;
  readonly #library: string;
  readonly #layout: FolderLayout;
  readonly #staging: StagingFolder;

  constructor(dataDir: string, now: () => number = Date.now) {
    this.#dataDir = dataDir;
    this.#library = join(dataDir, LIBRARY_FOLDER);
    this.#layout = {
      incoming: join(dataDir, PHOTOS_FOLDER, 'incoming'),
      photo: (address) => join(dataDir, folderOf(address)),
    };
    this.#staging = new StagingFolder(this.#layout, now);
  }

  get place(): string {
    return `${this.#dataDir}/${PHOTOS_FOLDER}`;
  }

  /**
   * Servers on one database have one folder of photos too, which is marked with the installation's id. A folder that no
   * other server can use needs no mark.
   */
  async claim({ id, isAlone, isShared }: Claim): Promise<void> {
    if (!isShared) return;
    const folder = join(this.#dataDir, PHOTOS_FOLDER);
    const file = join(folder, SHARED_BY);
    if (isAlone) {
      await makeDurableFolder(folder);
      return replaceDurably(file, Buffer.from(id));
    }
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found !== id) {
      throw new StartError(`DATA_DIR: ${this.#dataDir} does not hold the photos of the other servers on this database`);
    }
  }

  async requireOwn(): Promise<void> {
    // The folder lies beside the database, or is claimed when a server starts.
  }

  stage(): Promise<StagedPhoto> {
    return this.#staging.stage();
  }

  async read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    return unlessMissing(readFile(this.#variantFile(address, variant)));
  }

  async open(address: PhotoAddress, part: PhotoPart, range?: ByteRange): Promise<StoredFile | undefined> {
    const file = await this.#fileOf(address, part);
    const handle = file === undefined ? undefined : await unlessMissing(open(file));
    if (!handle) return undefined;
    if (range) {
      const { first: start, last: end } = range;
      return { bytes: end - start + 1, stream: handle.createReadStream({ start, end }) };
    }
    const { size } = await handle.stat();
    return { bytes: size, stream: handle.createReadStream() };
  }

  async bytesOf(address: PhotoAddress, part: CompanionPart): Promise<number | undefined> {
    return (await unlessMissing(stat(join(this.#layout.photo(address), part))))?.size;
  }

  async *list(): AsyncIterable<StoredEntry> {
    for (const album of await entriesIn(this.#library)) {
      if (!album.isDirectory()) yield { path: this.#pathOf(album), address: undefined };
      for (const photo of album.isDirectory() ? await entriesIn(join(this.#library, album.name)) : []) {
        const address = photo.isDirectory() ? addressOf(album.name, photo.name) : undefined;
        yield { path: this.#pathOf(photo), address };
      }
    }
  }

  async partsOf(address: PhotoAddress): Promise<StoredParts> {
    const folder = folderOf(address);
    const found: StoredParts = { parts: {}, strays: [] };
    for (const name of await namesIn(this.#layout.photo(address))) {
      const part = partNamed(name);
      if (part === undefined || found.parts[part] !== undefined) found.strays.push(join(folder, name));
      else found.parts[part] = join(folder, name);
    }
    return found;
  }

  async isThere(address: PhotoAddress): Promise<boolean> {
    return (await unlessMissing(stat(this.#layout.photo(address)))) !== undefined;
  }

  async isPending(address: PhotoAddress): Promise<boolean> {
    const pending = await this.#staging.pending();
    return pending.some((other) => this.#layout.photo(other) === this.#layout.photo(address));
  }

  async copy(path: string, file: string): Promise<void> {
    await copyDurably(join(this.#dataDir, path), file);
  }

  remove(address: PhotoAddress): Promise<void> {
    return this.#staging.remove(address);
  }

  async quarantine(path: string): ReturnType<PhotoStore['quarantine']> {
    const from = join(this.#dataDir, path);
    const quarantine = join(this.#dataDir, PHOTOS_FOLDER, 'quarantine', randomUUID());
    const to = join(quarantine, relative(this.#library, from));
    await makeDurableFolder(dirname(to));
    if ((await moveDurably(from, to)) === 'moved') return async () => void (await moveDurably(to, from));
    await rm(quarantine, { recursive: true, force: true });
    return undefined;
  }

  withFile<Result>(path: string, work: (file: string) => Promise<Result>): Promise<Result> {
    return work(join(this.#dataDir, path));
  }

  tryWriting(): Promise<void> {
    return this.#staging.tryWriting();
  }

  sweep(hasRow: (address: PhotoAddress) => Promise<boolean>, beside: Beside): Promise<void> {
    return this.#staging.sweep(hasRow, beside);
  }

  #variantFile(address: PhotoAddress, variant: PhotoVariant): string {
    return join(this.#layout.photo(address), `${variant}.jpg`);
  }

  async #fileOf(address: PhotoAddress, part: PhotoPart): Promise<string | undefined> {
    if (part === 'original') return this.#originalFile(address);
    return isCompanion(part) ? join(this.#layout.photo(address), part) : this.#variantFile(address, part);
  }

  async #originalFile(address: PhotoAddress): Promise<string | undefined> {
    const { parts } = await this.partsOf(address);
    return parts.original === undefined ? undefined : join(this.#dataDir, parts.original);
  }

  #pathOf(entry: Dirent): string {
    return relative(this.#dataDir, join(entry.parentPath, entry.name));
  }
}

/** Does nothing when there is no such file, or when the new place is a folder with files. */
async function moveDurably(from: string, to: string): Promise<'moved' | undefined> {
  try {
    await rename(from, to);
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
  return 'moved';
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  return (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
}
