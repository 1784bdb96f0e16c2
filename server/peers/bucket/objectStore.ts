import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { PhotoVariant } from '#contract/paths.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';
import { makeTemporaryFolder, removeAll, syncFile } from '#server/core/files/durableFiles.ts';
import { addressOf, foldersOf, isCompanion, isOurs, originalName, partNamed } from '#server/photos/store/photoNames.ts';
import type {
  Beside,
  ByteRange,
  Claim,
  KeptFiles,
  PlacedPhoto,
  PhotoAddress,
  PhotoPart,
  PhotoStore,
  StagedPhoto,
  StoredEntry,
  StoredFile,
  StoredParts,
} from '#server/photos/store/photoStore.ts';
import { claimBucket, requireOwnBucket } from './bucketStart.ts';
import { type LocalStaging, type UnfinishedUploads, putAside } from './localStaging.ts';
import type { S3Bucket } from './s3Bucket.ts';
import { nameOfStore } from './storeAddress.ts';

const LIBRARY = 'photos/library/';

/** A local file, and the object that is to have its bytes. */
interface Put {
  key: string;
  file: string;
}

interface Options {
  bucket: S3Bucket;
  staging: LocalStaging;
  unfinished: UnfinishedUploads;
}

/**
 * Stores photos in a bucket, under the paths that the files of a folder have. A bucket cannot rename several objects at
 * once, so a photo without a row is listed in the database as unfinished before its first object is stored.
 */
export class ObjectStore implements PhotoStore {
  readonly isRemote = true;
  readonly #bucket: S3Bucket;
  readonly #staging: LocalStaging;
  readonly #unfinished: UnfinishedUploads;

  constructor({ bucket, staging, unfinished }: Options) {
    this.#bucket = bucket;
    this.#staging = staging;
    this.#unfinished = unfinished;
  }

  get place(): string {
    return nameOfStore(this.#bucket.address);
  }

  claim(claim: Claim): Promise<void> {
    return claimBucket(this.#bucket, claim);
  }

  async requireOwn(installationId: string): Promise<void> {
    await requireOwnBucket(this.#bucket, installationId);
  }

  async stage(): Promise<StagedPhoto> {
    const { files, beside, discard } = await this.#staging.stage();
    return {
      files,
      beside,
      keep: (address, kept) => this.#keep(address, this.#putsOf(address, { files, beside }, kept)),
      mend: (address, kept = {}) => this.#put(this.#putsOf(address, { files, beside }, kept)),
      add: (address, part) => this.#put([{ key: objectPrefix(address) + part, file: beside(part) }]),
      discard,
    };
  }

  read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    return this.#bucket.bytesOf(`${objectPrefix(address)}${variant}.jpg`);
  }

  /**
   * A variant is read completely first, so that a slow client neither holds a connection to the store nor ends with it.
   */
  async open(address: PhotoAddress, part: PhotoPart, range?: ByteRange): Promise<StoredFile | undefined> {
    if (isCompanion(part)) return this.#bucket.get(objectPrefix(address) + part, range);
    if (part !== 'original') {
      const bytes = await this.read(address, part);
      return bytes && { bytes: bytes.length, stream: Readable.from([bytes]) };
    }
    const { original } = (await this.partsOf(address)).parts;
    return original === undefined ? undefined : this.#bucket.get(original, range);
  }

  bytesOf(address: PhotoAddress, part: CompanionPart): Promise<number | undefined> {
    return this.#bucket.sizeOf(objectPrefix(address) + part);
  }

  async *list(): AsyncIterable<StoredEntry> {
    let last = '';
    for await (const key of this.#bucket.keys(LIBRARY)) {
      const [album = '', photo = '', ...rest] = key.slice(LIBRARY.length).split('/');
      const path = rest.length === 0 ? key : `${LIBRARY}${album}/${photo}`;
      if (path !== last) yield { path, address: rest.length === 0 ? undefined : addressOf(album, photo) };
      last = path;
    }
  }

  async partsOf(address: PhotoAddress): Promise<StoredParts> {
    const found: StoredParts = { parts: {}, strays: [] };
    const place = objectPrefix(address);
    for await (const key of this.#bucket.keys(place)) {
      const part = partNamed(key.slice(place.length));
      if (part === undefined || found.parts[part] !== undefined) found.strays.push(key);
      else found.parts[part] = key;
    }
    return found;
  }

  async isThere(address: PhotoAddress): Promise<boolean> {
    for await (const _ of this.#bucket.keys(objectPrefix(address))) return true;
    return false;
  }

  isPending(address: PhotoAddress): Promise<boolean> {
    return this.#unfinished.has(address);
  }

  async copy(path: string, file: string): Promise<void> {
    const isThere = await this.#bucket.getFile(path, file);
    if (!isThere) throw Object.assign(new Error(`There is no ${path}`), { code: 'ENOENT' });
    await syncFile(file);
  }

  async withFile<Result>(path: string, work: (file: string) => Promise<Result>): Promise<Result> {
    const folder = await makeTemporaryFolder();
    try {
      const file = join(folder, basename(path));
      await this.copy(path, file);
      return await work(file);
    } finally {
      await removeAll(folder);
    }
  }

  async tryWriting(): Promise<void> {
    const key = `photos/trial-${randomUUID()}`;
    await this.#bucket.putText(key, '');
    await this.#bucket.delete(key);
    await this.#staging.tryWriting();
  }

  async remove(address: PhotoAddress): Promise<void> {
    for await (const key of this.#bucket.keys(objectPrefix(address))) await this.#bucket.delete(key);
  }

  quarantine(path: string): ReturnType<PhotoStore['quarantine']> {
    return putAside(this.#bucket, path, (key) => key.slice(LIBRARY.length));
  }

  /**
   * Removes leftovers of this server, or of one that has stopped, and no others: another server may be in the middle of
   * an upload.
   */
  async sweep(hasRow: (address: PhotoAddress) => Promise<boolean>, { isAlone, guard }: Beside): Promise<void> {
    await this.#staging.sweep(isAlone);
    for (const address of await this.#unfinished.left(isAlone)) {
      if (!isOurs(address)) {
        await this.#unfinished.end(address);
        continue;
      }
      await guard(address, async () => {
        // The upload may have finished or failed while we waited; check again.
        if (!(await this.#unfinished.has(address))) return;
        if (!(await hasRow(address))) await this.remove(address);
        await this.#unfinished.end(address);
      });
    }
  }

  async #keep(address: PhotoAddress, puts: readonly Put[]): Promise<PlacedPhoto> {
    const placed: PlacedPhoto = {
      // If this cannot be written now, the next start writes it.
      confirm: () => this.#unfinished.end(address).catch(() => undefined),
      withdraw: async () => {
        try {
          await this.remove(address);
          await this.#unfinished.end(address);
        } catch {
          // It stays listed as unfinished, so that the next start removes it.
        }
      },
    };
    await this.#unfinished.begin(address);
    try {
      await this.#put(puts);
    } catch (error) {
      await placed.withdraw();
      throw error;
    }
    return placed;
  }

  #putsOf(
    address: PhotoAddress,
    { files, beside }: Pick<StagedPhoto, 'files' | 'beside'>,
    { kind, companions = [] }: Partial<KeptFiles>,
  ): Put[] {
    const place = objectPrefix(address);
    return [
      { key: `${place}medium.jpg`, file: files.medium },
      { key: `${place}thumbnail.jpg`, file: files.thumbnail },
      ...(kind ? [{ key: place + originalName(kind), file: files.original }] : []),
      ...companions.map((part) => ({ key: place + part, file: beside(part) })),
    ];
  }

  async #put(puts: readonly Put[]): Promise<void> {
    const results = await Promise.allSettled(puts.map(({ key, file }) => this.#bucket.putFile(key, file)));
    // When this throws, all requests have ended, so that no removed object is stored again.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

function objectPrefix(address: PhotoAddress): string {
  const { album, photo } = foldersOf(address);
  return `${LIBRARY}${album}/${photo}/`;
}
