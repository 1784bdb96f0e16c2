import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoVariant } from '#contract/paths.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import type { DecodeRequest } from '../decode/decoderMessages.ts';
import { DecodeError, type DecodeFailure } from '../decode/decoderResponses.ts';
import type { DecodedPhoto } from '../store/photoRepository.ts';
import {
  makeDurableFolder,
  removeAll,
  replaceDurably,
  syncFolder,
  unlessMissing,
} from '#server/core/files/durableFiles.ts';
import { foldersOf } from '../store/photoNames.ts';
import type { PhotoAddress, PhotoStore } from '../store/photoStore.ts';
import type { SourcePhoto } from './webpQueries.ts';

interface Made {
  files: Record<PhotoVariant, string>;
  /** The sizes of the images that the copies would replace. */
  below: Record<PhotoVariant, number>;
}

/**
 * The images of photos in WebP, outside of the library: a missing one is served as JPEG, and made again. So they are in
 * no backup, and are neither moved with a library nor verified.
 */
export class WebpCopies {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'photos', 'webp');
  }

  async read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    const bytes = await unlessMissing(readFile(this.#file(address, variant)));
    // An empty file records that this photo is to have no copy.
    return bytes && bytes.length > 0 ? bytes : undefined;
  }

  /** Whether the copies of a photo were made, or were found to be useless. */
  async isDone(address: PhotoAddress): Promise<boolean> {
    return (await unlessMissing(stat(this.#file(address, 'medium')))) !== undefined;
  }

  /**
   * Stores the files, durably when it resolves. A copy that is not smaller than the given bytes is useless: an empty
   * file then says so.
   */
  async keep(address: PhotoAddress, { files, below }: Made): Promise<void> {
    await this.#put(address, async (variant) => {
      const file = files[variant];
      return (await stat(file)).size < below[variant] ? file : undefined;
    });
  }

  /** Marks a picture that cannot be read. */
  keepNone(address: PhotoAddress): Promise<void> {
    return this.#put(address, async () => undefined);
  }

  /** The image for screens of very many pixels: 'none' if there is none on purpose, undefined if it was never made. */
  async readLarge(address: PhotoAddress): Promise<Buffer | 'none' | undefined> {
    const bytes = await unlessMissing(readFile(this.#file(address, 'large')));
    return bytes?.length === 0 ? 'none' : bytes;
  }

  /** Stores the file, durably when it resolves; undefined: there is none on purpose. */
  async keepLarge(address: PhotoAddress, file: string | undefined): Promise<void> {
    const place = this.#place(address);
    await makeDurableFolder(place);
    await this.#putOne(file, this.#file(address, 'large'));
    await syncFolder(place);
  }

  async remove(address: PhotoAddress): Promise<void> {
    await removeAll(this.#place(address));
  }

  async #put(address: PhotoAddress, fileOf: (variant: PhotoVariant) => Promise<string | undefined>): Promise<void> {
    const place = this.#place(address);
    await makeDurableFolder(place);
    // The medium image last: it marks both as done.
    for (const variant of ['thumbnail', 'medium'] as const) {
      await this.#putOne(await fileOf(variant), this.#file(address, variant));
    }
    await syncFolder(place);
  }

  async #putOne(file: string | undefined, to: string): Promise<void> {
    if (file === undefined) await replaceDurably(to, Buffer.alloc(0));
    else await rename(file, to);
  }

  #place(address: PhotoAddress): string {
    const { album, photo } = foldersOf(address);
    return join(this.#folder, album, photo);
  }

  #file(address: PhotoAddress, variant: PhotoVariant | 'large'): string {
    return join(this.#place(address), `${variant}.webp`);
  }
}

/** Failures that say nothing about the picture, which may be tried again. */
const PASSING: readonly DecodeFailure[] = ['busy', 'killed', 'read-error', 'disk-full', 'disk-trouble', 'internal'];

export interface EncodingParts {
  store: Pick<PhotoStore, 'partsOf' | 'withFile' | 'stage'>;
  decoder: Pick<DecodePool, 'decode'>;
  maxPixels: number;
}

interface Encoding {
  photo: SourcePhoto;
  signal: AbortSignal;
  /** The decoder takes turns between people; this is the name for such work. */
  owner: string;
  /** The most pixels along the longer side of the larger image; absent: those of `medium`. */
  longSide?: number;
}

type Outcome = 'made' | 'unreadable' | 'later';

/**
 * Makes both images of a photo in WebP from its original, and passes their files to `keep`; files that it leaves are
 * removed.
 */
export async function encodeCopies(
  { store, decoder, maxPixels }: EncodingParts,
  { photo, signal, owner, longSide }: Encoding,
  keep: (files: DecodeRequest['files'], decoded: DecodedPhoto) => Promise<void>,
): Promise<Outcome> {
  const { original } = (await store.partsOf(photo)).parts;
  if (original === undefined) return 'later';
  const { contentHash, rotation } = photo;
  const staged = await store.stage();
  try {
    return await store.withFile(original, async (file) => {
      const files = { ...staged.files, original: file };
      const sized = longSide === undefined ? {} : { longSide };
      const request = { files, contentHash, maxPixels, rotation, format: 'webp' as const, ...sized };
      const decoded = await decodedOr(decoder.decode(request, { signal, owner }), signal);
      if (typeof decoded === 'object') await keep(staged.files, decoded);
      return typeof decoded === 'object' ? 'made' : decoded;
    });
  } finally {
    await staged.discard();
  }
}

async function decodedOr(
  decoding: Promise<DecodedPhoto>,
  signal: AbortSignal,
): Promise<DecodedPhoto | 'unreadable' | 'later'> {
  try {
    return await decoding;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DecodeError)) throw error;
    return PASSING.includes(error.reason) ? 'later' : 'unreadable';
  }
}
