import type { PhotoVariant } from '#contract/paths.ts';
import { type Pause, Pauses } from '#server/core/repeating.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import type { PhotoStore } from '../store/photoStore.ts';
import { isOurs } from '../store/photoNames.ts';
import type { RemovedFiles } from '../store/removedFiles.ts';
import { encodeCopies, type EncodingParts, type WebpCopies } from './webpCopies.ts';
import type { SourcePhoto, WebpQueries } from './webpQueries.ts';

/** The delay after a start, and the interval of looking for new photos. */
const MAKE_EVERY_MS = 60_000;
/** The interval at which all photos are checked again: rotating does not add a photo, and a copy may have been lost. */
const ALL_EVERY_MS = 24 * 60 * 60_000;
const PHOTOS_AT_ONCE = 500;
/** The pause after a picture, as a multiple of its time: a core is a quarter busy at most. */
const REST_FACTOR = 3;
const REST_WHILE_BUSY_MS = 1_000;
/** The share of the disk that must stay free for photos, since these files can be made again. */
export const LEAST_FREE_SHARE = 0.1;
/** The decoder takes turns between people; this is the name for such work. */
const OWNER = 'webp copies';

interface Options extends EncodingParts {
  copies: WebpCopies;
  queries: WebpQueries;
  photos: Pick<PhotoRepository, 'has'>;
  store: Pick<PhotoStore, 'partsOf' | 'withFile' | 'read' | 'stage'>;
  decoder: Pick<DecodePool, 'decode' | 'isIdle'>;
  removedFiles: Pick<RemovedFiles, 'guard'>;
  leader: { isHere(): boolean };
  freeShare: () => Promise<number>;
  forgetImages: () => void;
  now: () => number;
  /** Replaced in tests, which don't wait. */
  pause?: Pause | undefined;
}

/**
 * Makes WebP for the photos that have none, one at a time while nobody uploads. Each is stored by itself, so that the
 * process may end at any time.
 */
export class WebpMaker {
  readonly #options: Options;
  readonly #pauses: Pauses;
  #running: Promise<void> | undefined;
  #lastId = 0;
  #allBegunAtMs = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#pauses = new Pauses(options.pause);
  }

  /** Runs until `close`. `onTrouble` is called with an error, and the next round tries again. */
  start(onTrouble: (error: unknown) => void): void {
    this.#running ??= this.#keepMaking(onTrouble).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#pauses.close();
    await this.#running;
  }

  /**
   * Goes once through the photos that are new since the last time, or through all. Resolves to the number of copies
   * made.
   */
  async makeMissing(): Promise<number> {
    const { queries, leader, now, forgetImages } = this.#options;
    if (!leader.isHere()) return 0;
    if (now() - this.#allBegunAtMs >= ALL_EVERY_MS) {
      this.#lastId = 0;
      this.#allBegunAtMs = now();
    }
    let made = 0;
    for (;;) {
      const photos = await queries.photosAfter(this.#lastId, PHOTOS_AT_ONCE);
      if (photos.length === 0) break;
      let madeOfThese = 0;
      for (const photo of photos) {
        madeOfThese += await this.#makeIfMissing(photo);
        this.#lastId = photo.id;
      }
      // The images in memory were read before there was another format.
      if (madeOfThese > 0) forgetImages();
      made += madeOfThese;
    }
    return made;
  }

  async #keepMaking(onTrouble: (error: unknown) => void): Promise<void> {
    for (;;) {
      await this.#pauses.rest(MAKE_EVERY_MS);
      await this.makeMissing().catch((error: unknown) => {
        this.#pauses.signal.throwIfAborted();
        onTrouble(error);
      });
    }
  }

  async #makeIfMissing(photo: SourcePhoto): Promise<number> {
    const { copies, decoder, freeShare, removedFiles } = this.#options;
    if (!isOurs(photo) || (await copies.isDone(photo))) return 0;
    if ((await freeShare()) < LEAST_FREE_SHARE) return 0;
    while (!decoder.isIdle) await this.#pauses.rest(REST_WHILE_BUSY_MS);
    const began = performance.now();
    const isMade = await removedFiles.guard(photo, () => this.#make(photo));
    await this.#pauses.rest(REST_FACTOR * (performance.now() - began));
    return isMade ? 1 : 0;
  }

  async #make(photo: SourcePhoto): Promise<boolean> {
    const { copies, photos } = this.#options;
    if (!(await photos.has(photo))) return false;
    const encoding = { photo, signal: this.#pauses.signal, owner: OWNER };
    const outcome = await encodeCopies(this.#options, encoding, async (files) => {
      await copies.keep(photo, { files, below: await this.#bytesOf(photo) });
    });
    if (outcome === 'unreadable') await copies.keepNone(photo);
    return outcome === 'made';
  }

  async #bytesOf(photo: SourcePhoto): Promise<Record<PhotoVariant, number>> {
    const { store } = this.#options;
    const [medium, thumbnail] = await Promise.all([store.read(photo, 'medium'), store.read(photo, 'thumbnail')]);
    return { medium: medium?.length ?? 0, thumbnail: thumbnail?.length ?? 0 };
  }
}
