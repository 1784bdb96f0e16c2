import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors.ts';
import { makeDurableFolder, namesIn, syncFolder } from './durableFiles.ts';
import { ORIGINAL_EXTENSIONS } from '../upload/imageKinds.ts';
import { filenameOf, stemOf } from './photoNames.ts';
import type { KeptPhoto, PhotoAddress, StagedPhoto } from './photoStore.ts';

const PENDING = '.pending';
/** Neither an album's id nor a photo's name can hold it. */
const PENDING_SEPARATOR = '~';

export interface FolderLayout {
  /** Everything that is not a whole photo yet. At a start, all that is in it is rubbish. */
  incoming: string;
  photo: (address: PhotoAddress) => string;
  album: (albumId: string) => string;
}

/** The folder of unfinished uploads; the server that claimed the data folder is the only one that uses it. */
export class Incoming {
  readonly #layout: FolderLayout;
  readonly #folder: string;

  constructor(layout: FolderLayout) {
    this.#layout = layout;
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
      keep: async (address, kind) => {
        await rename(join(staging, 'original'), join(staging, `original.${ORIGINAL_EXTENSIONS[kind]}`));
        await syncFolder(staging);
        return this.#keep(staging, address);
      },
      discard: () => remove(staging),
    };
  }

  /** What is in place without having a row yet. */
  async pending(): Promise<PhotoAddress[]> {
    const names = (await namesIn(this.#folder)).filter((name) => name.endsWith(PENDING));
    return names.map((name) => {
      const [albumId = '', stem = ''] = name.slice(0, -PENDING.length).split(PENDING_SEPARATOR);
      return { albumId, filename: filenameOf(stem) };
    });
  }

  async sweep(hasRow: (address: PhotoAddress) => Promise<boolean>): Promise<void> {
    for (const address of await this.pending()) {
      if (await hasRow(address)) continue;
      await removeDurably(this.#layout.photo(address), this.#layout.album(address.albumId));
    }
    for (const name of await namesIn(this.#folder)) await remove(join(this.#folder, name));
  }

  /** One rename moves all three files at once: a photo is in its album whole or not at all. */
  async #keep(staging: string, address: PhotoAddress): Promise<KeptPhoto> {
    const pending = join(this.#folder, pendingName(address));
    const album = this.#layout.album(address.albumId);
    const place = this.#layout.photo(address);
    const kept: KeptPhoto = {
      confirm: () => remove(pending),
      withdraw: async () => {
        await removeDurably(place, album);
        await remove(pending);
      },
    };
    await writeFile(pending, '');
    await syncFolder(this.#folder);
    try {
      await makeDurableFolder(album);
      await this.#moveIntoPlace(staging, place);
      await syncFolder(album);
    } catch (error) {
      await kept.withdraw();
      throw error;
    }
    return kept;
  }

  async #moveIntoPlace(staging: string, place: string): Promise<void> {
    try {
      await rename(staging, place);
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
      // Left by something that is gone, since there was no row for it: ours takes its place.
      await rename(place, join(this.#folder, randomUUID()));
      await rename(staging, place);
    }
  }
}

function pendingName({ albumId, filename }: PhotoAddress): string {
  return `${albumId}${PENDING_SEPARATOR}${stemOf(filename)}${PENDING}`;
}

async function removeDurably(folder: string, parent: string): Promise<void> {
  await remove(folder);
  try {
    await syncFolder(parent);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A decoder that outlives its server by a moment may still write into the folder: try a few times. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
