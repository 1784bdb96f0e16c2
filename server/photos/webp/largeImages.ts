import { LARGE_IMAGE } from '#contract/paths.ts';
import { MEDIUM_SIDE } from '../decode/decodingLimits.ts';
import type { PhotoAddress } from '../store/photoStore.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import { encodeCopies, type EncodingParts, type WebpCopies } from './webpCopies.ts';
import { LEAST_FREE_SHARE } from './webpMaker.ts';
import type { WebpQueries } from './webpQueries.ts';

const OWNER = 'large images';

interface Options extends EncodingParts {
  copies: Pick<WebpCopies, 'readLarge' | 'keepLarge'>;
  queries: Pick<WebpQueries, 'photoAt'>;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  freeShare: () => Promise<number>;
}

/**
 * The images for screens of very many pixels, such as a television's. Each is made at its first request: most houses
 * have no such screen, and need no disk space for them.
 */
export class LargeImages {
  readonly #options: Options;
  readonly #closing = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Undefined where the photo has no more pixels than its medium image, or where none can be made now. */
  async read(address: PhotoAddress): Promise<Buffer | undefined> {
    const known = await this.#options.copies.readLarge(address);
    const image = known ?? (await this.#options.removedFiles.guard(address, () => this.#make(address)));
    return image === 'none' ? undefined : image;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Another request may have made it while this one waited for its turn. */
  async #make(address: PhotoAddress): Promise<Buffer | 'none' | undefined> {
    const { copies, queries, freeShare } = this.#options;
    const known = await copies.readLarge(address);
    const photo = known ? undefined : await queries.photoAt(address);
    if (!photo || (await freeShare()) < LEAST_FREE_SHARE) return known;
    const encoding = { photo, signal: this.#closing.signal, owner: OWNER, longSide: LARGE_IMAGE.pixels };
    const outcome = await encodeCopies(this.#options, encoding, async ({ medium }, { width, height }) => {
      await copies.keepLarge(address, Math.max(width, height) > MEDIUM_SIDE ? medium : undefined);
    });
    if (outcome === 'unreadable') await copies.keepLarge(address, undefined);
    return copies.readLarge(address);
  }
}
