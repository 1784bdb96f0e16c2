import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoVariant } from '#contract/paths.ts';
import { makeDurableFolder, removeAll, replaceDurably, syncFolder, unlessMissing } from '../store/durableFiles.ts';
import { foldersOf } from '../store/photoNames.ts';
import type { PhotoAddress } from '../store/photoStore.ts';

interface Made {
  files: Record<PhotoVariant, string>;
  /** The bytes of the images that the copies would take the place of. */
  below: Record<PhotoVariant, number>;
}

/**
 * The images of photos in WebP, beside the library: whatever is missing here is served as JPEG, and made again. So nothing
 * here is in a backup, moved with a library or missed by a verification.
 */
export class WebpCopies {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'photos', 'webp');
  }

  async read(address: PhotoAddress, variant: PhotoVariant): Promise<Buffer | undefined> {
    const bytes = await unlessMissing(readFile(this.#file(address, variant)));
    // An empty file says that there shall be no copy.
    return bytes && bytes.length > 0 ? bytes : undefined;
  }

  /** Whether the copies of a photo were made, or were found to be of no use. */
  async isDone(address: PhotoAddress): Promise<boolean> {
    return (await unlessMissing(stat(this.#file(address, 'medium')))) !== undefined;
  }

  /**
   * Puts the files into their place, durably when it resolves. One that has not fewer than so many bytes is of no use: then
   * there is no copy, now and with the next look.
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

  /** The image for screens of very many pixels: 'none' where there shall be none, undefined where it was never made. */
  async readLarge(address: PhotoAddress): Promise<Buffer | 'none' | undefined> {
    const bytes = await unlessMissing(readFile(this.#file(address, 'large')));
    return bytes?.length === 0 ? 'none' : bytes;
  }

  /** Puts the file into its place, durably when it resolves; undefined: there shall be none. */
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
    // The medium last: it says that all is done.
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
