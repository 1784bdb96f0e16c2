import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#server/core/errors.ts';
import {
  isWrittenBefore,
  makeDurableFolder,
  namesIn,
  syncFolder,
  writeDurably,
} from '#server/core/files/durableFiles.ts';
import { addressOf, foldersOf, originalName } from './photoNames.ts';
import { type Beside, type PlacedPhoto, type PhotoAddress, type StagedPhoto, UPLOAD_LEASE_MS } from './photoStore.ts';

/** The smallest number of bytes that a file system writes. */
const BLOCK = Buffer.alloc(4096);

/** Incoming files that are older than this are abandoned. */
const ARRIVES_WITHIN_MS = 24 * 60 * 60_000;

const PENDING = '.pending';
/** A character that neither an album's id nor a photo's name can have. */
const PENDING_SEPARATOR = '~';

export interface FolderLayout {
  /** The folder of incomplete photos. When no server runs, nothing in it is needed any more. */
  incoming: string;
  /** The folder of a photo, in its album's. */
  photo: (address: PhotoAddress) => string;
}

/** The folder of unfinished uploads, of one server or of several that share it. */
export class StagingFolder {
  readonly #layout: FolderLayout;
  readonly #folder: string;
  readonly #now: () => number;

  constructor(layout: FolderLayout, now: () => number) {
    this.#layout = layout;
    this.#now = now;
    this.#folder = layout.incoming;
  }

  async stage(): Promise<StagedPhoto> {
    const staging = join(this.#folder, randomUUID());
    await makeDurableFolder(this.#folder);
    await mkdir(staging);
    return {
      files: {
        original: join(staging, 'original'),
        medium: join(staging, 'medium.jpg'),
        thumbnail: join(staging, 'thumbnail.jpg'),
      },
      beside: (part) => join(staging, part),
      keep: async (address, { kind }) => {
        await rename(join(staging, 'original'), join(staging, originalName(kind)));
        await syncFolder(staging);
        return this.#keep(staging, address);
      },
      mend: async (address, { kind, companions = [] } = {}) => {
        const place = this.#layout.photo(address);
        await makeDurableFolder(place);
        if (kind) await rename(join(staging, 'original'), join(place, originalName(kind)));
        for (const name of ['medium.jpg', 'thumbnail.jpg', ...companions]) {
          await rename(join(staging, name), join(place, name));
        }
        await syncFolder(place);
      },
      add: async (address, part) => {
        const place = this.#layout.photo(address);
        await rename(join(staging, part), join(place, part));
        await syncFolder(place);
      },
      discard: () => removeIfPossible(staging),
    };
  }

  /** Photos that were moved into the library and may have no row yet. */
  async pending(): Promise<PhotoAddress[]> {
    const names = (await namesIn(this.#folder)).filter((name) => name.endsWith(PENDING));
    return names.flatMap((name) => {
      const [album = '', photo = ''] = name.slice(0, -PENDING.length).split(PENDING_SEPARATOR);
      return addressOf(album, photo) ?? [];
    });
  }

  /** Moves the folder of a photo out of the library by one rename, so that it is there as a whole or not at all. */
  async remove(address: PhotoAddress): Promise<void> {
    const place = this.#layout.photo(address);
    const removed = join(this.#folder, randomUUID());
    await makeDurableFolder(this.#folder);
    try {
      await rename(place, removed);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    await syncFolder(dirname(place));
    await removeIfPossible(removed);
  }

  /** Writes a small file where uploads are written first, and removes it. */
  async tryWriting(): Promise<void> {
    const { files, discard } = await this.stage();
    try {
      await writeDurably(files.original, BLOCK);
    } finally {
      await discard();
    }
  }

  /**
   * Removes leftovers. If other servers are running, it removes only files past their lease that no server has locked.
   */
  async sweep(
    hasRow: (address: PhotoAddress) => Promise<boolean>,
    { isAlone, guard }: Pick<Beside, 'isAlone' | 'guard'>,
  ): Promise<void> {
    for (const address of await this.pending()) {
      const mark = join(this.#folder, pendingName(address));
      const isLeft = async () => isAlone || isWrittenBefore(mark, this.#now() - UPLOAD_LEASE_MS);
      if (!(await isLeft())) continue;
      await guard(address, async () => {
        // The upload may have finished or failed while we waited for the lock; check again.
        if (!(await isLeft())) return;
        if (!(await hasRow(address))) {
          await removeDurably(this.#layout.photo(address));
        }
        await remove(mark);
      });
    }
    await this.removeLeft(isAlone);
  }

  /** Removes incoming files that were never moved into the library. */
  async removeLeft(isAlone: boolean): Promise<void> {
    for (const name of await namesIn(this.#folder)) {
      const path = join(this.#folder, name);
      const isNobodys = async () => !name.endsWith(PENDING) && isWrittenBefore(path, this.#now() - ARRIVES_WITHIN_MS);
      if (isAlone || (await isNobodys())) await remove(path);
    }
  }

  /** Moves all files by one rename, so that a photo is in its album as a whole or not at all. */
  async #keep(staging: string, address: PhotoAddress): Promise<PlacedPhoto> {
    const pending = join(this.#folder, pendingName(address));
    const place = this.#layout.photo(address);
    const album = dirname(place);
    const placed: PlacedPhoto = {
      confirm: () => removeIfPossible(pending),
      withdraw: async () => {
        try {
          await removeDurably(place);
          await remove(pending);
        } catch {
          // When the photo cannot be removed now, its marker file stays too, which tells the next start to remove the
          // photo.
        }
      },
    };
    await writeFile(pending, '');
    await syncFolder(this.#folder);
    try {
      await makeDurableFolder(album);
      await this.#moveIntoPlace(staging, place);
      await syncFolder(album);
    } catch (error) {
      await placed.withdraw();
      throw error;
    }
    return placed;
  }

  async #moveIntoPlace(staging: string, place: string): Promise<void> {
    try {
      await rename(staging, place);
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
      // A folder without a row was left behind by a crash, or belongs to a photo that was deleted for good and whose files
      // are still to be removed. The new photo takes its place.
      const replaced = join(this.#folder, randomUUID());
      // The operator's `verify --repair` may just have put it aside.
      await rename(place, replaced).catch((gone) => (codeOf(gone) === 'ENOENT' ? undefined : Promise.reject(gone)));
      await rename(staging, place);
      await removeIfPossible(replaced);
    }
  }
}

function pendingName(address: PhotoAddress): string {
  const { album, photo } = foldersOf(address);
  return `${album}${PENDING_SEPARATOR}${photo}${PENDING}`;
}

async function removeDurably(folder: string): Promise<void> {
  await remove(folder);
  try {
    await syncFolder(dirname(folder));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * Retries a few times, because a decoder process that ends a little after the server may still be writing into the
 * folder.
 */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** For files that the next start removes as well: on a failing disk, an error here would hide the first one. */
async function removeIfPossible(path: string): Promise<void> {
  await remove(path).catch(() => undefined);
}
