import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#server/core/errors.ts';
import { makeDurableFolder, replaceDurably } from '#server/core/files/durableFiles.ts';
import {
  type StagedPhoto,
  type PhotoAddress,
  UPLOAD_LEASE_MS,
  type PhotoStore,
} from '#server/photos/store/photoStore.ts';
import { StagingFolder } from '#server/photos/store/stagingFolder.ts';
import type { PendingRepository } from './pendingRepository.ts';
import type { S3Bucket } from './s3Bucket.ts';

/** The data folder of a server with an object store: uploads until they are in the store, and the server's id. */
export class LocalStaging {
  readonly #photos: string;
  readonly #folder: StagingFolder;
  #owner: Promise<string> | undefined;

  constructor(dataDir: string, now: () => number) {
    this.#photos = join(dataDir, 'photos');
    const incoming = join(this.#photos, 'incoming');
    // No photo is stored here, so there is no folder for it.
    this.#folder = new StagingFolder({ incoming, photo: () => '' }, now);
  }

  stage(): Promise<Pick<StagedPhoto, 'files' | 'beside' | 'discard'>> {
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

interface Options {
  pending: PendingRepository;
  /** The id of this server's data folder. */
  owner: () => Promise<string>;
  now: () => number;
}

/** The uploads in a bucket that have no row yet, of all servers. */
export class UnfinishedUploads {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async begin(address: PhotoAddress): Promise<void> {
    const { pending, owner, now } = this.#options;
    await pending.add(address, { owner: await owner(), until: now() + UPLOAD_LEASE_MS });
  }

  has(address: PhotoAddress): Promise<boolean> {
    return this.#options.pending.has(address);
  }

  end(address: PhotoAddress): Promise<void> {
    return this.#options.pending.remove(address);
  }

  /**
   * The uploads that this server had not finished when it last stopped, and those whose lease has ended; all uploads if
   * there is no other server.
   */
  async left(isAlone: boolean): Promise<PhotoAddress[]> {
    const { pending, owner, now } = this.#options;
    return pending.left({ owner: await owner(), at: isAlone ? Number.MAX_SAFE_INTEGER : now() });
  }
}

const QUARANTINE = 'photos/quarantine/';

/** Moves an object, or those below a path, to the quarantine: see `PhotoStore.quarantine`. */
export async function putAside(
  bucket: S3Bucket,
  path: string,
  nameOf: (key: string) => string,
): ReturnType<PhotoStore['quarantine']> {
  const folder = QUARANTINE + randomUUID();
  const asideOf = (key: string) => `${folder}/${nameOf(key)}`;
  const moved = await keysAt(bucket, path);
  for (const key of moved) await bucket.move(key, asideOf(key));
  if (moved.length === 0) return undefined;
  return async () => {
    // Objects that were stored at the same place in the meantime are not overwritten.
    const taken = new Set(await keysAt(bucket, path));
    for (const key of moved) if (!taken.has(key)) await bucket.move(asideOf(key), key);
  };
}

async function keysAt(bucket: S3Bucket, path: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of bucket.keys(path)) if (key === path || key.startsWith(`${path}/`)) keys.push(key);
  return keys;
}
