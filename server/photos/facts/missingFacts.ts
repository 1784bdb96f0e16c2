import { type Pause, Pauses } from '#server/core/repeating.ts';
import type { DecodePool } from '../decode/decodePool.ts';
import type { PictureHead } from '../decode/decoderResponses.ts';
import { isOurs } from '../store/photoNames.ts';
import type { PhotoStore } from '../store/photoStore.ts';
import type { MissingFactQueries, UnknownPhoto } from './missingFactQueries.ts';

/** A pause, since a start has other things to do first. */
const AFTER_START_MS = 60_000;
/** The pause between two photos: reading the head of one takes a few milliseconds. */
const PAUSE_MS = 50;
/** The number of ids in one statement, so that it is short in a library of any size. */
const IDS_AT_ONCE = 2_000;

interface Options {
  queries: MissingFactQueries;
  store: Pick<PhotoStore, 'partsOf' | 'withFile'>;
  decoder: Pick<DecodePool, 'head' | 'isIdle'>;
  leader: { isHere(): boolean };
  forgetWhatWasRead: () => void;
  maxPixels: number;
  /** Replaced in tests, which don't wait. */
  pause?: Pause | undefined;
}

/**
 * Finds the missing size and camera of photos that an earlier release stored, from the head of their original, and
 * their focus, from their thumbnail; one at a time while nobody uploads. Each photo is one small write, so that a crash
 * at any moment loses nothing. A photo whose file is lost or cannot be read stays as it is.
 */
export class MissingFacts {
  readonly #options: Options;
  readonly #pauses: Pauses;
  #running: Promise<number> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#pauses = new Pauses(options.pause);
  }

  /**
   * Goes through all photos once. Resolves to the number of photos that were completed; rejects when the facts could
   * not be stored.
   */
  run(): Promise<number> {
    this.#running ??= this.#findAll();
    return this.#running;
  }

  async close(): Promise<void> {
    this.#pauses.close();
    await this.#running?.catch(() => undefined);
  }

  async #findAll(): Promise<number> {
    const { queries, forgetWhatWasRead, leader } = this.#options;
    let found = 0;
    try {
      await this.#pauses.rest(AFTER_START_MS);
      if (!leader.isHere()) return found;
      for (let after = 0; ; after += IDS_AT_ONCE) {
        const page = await queries.page(after, IDS_AT_ONCE);
        if (!page) break;
        const before = found;
        for (const photo of page) found += await this.#findOut(photo);
        if (found > before) forgetWhatWasRead();
      }
    } catch (error) {
      if (!this.#pauses.signal.aborted) throw error;
    }
    return found;
  }

  async #findOut(photo: UnknownPhoto): Promise<number> {
    const { queries, store, decoder } = this.#options;
    if (!isOurs(photo)) return 0;
    do await this.#pauses.rest(PAUSE_MS);
    while (!decoder.isIdle);
    const { original, thumbnail } = (await store.partsOf(photo)).parts;
    const head = photo.width === null ? await this.#read(original, false) : undefined;
    if (head) await queries.addSize(photo, head);
    const focus = photo.focusFound === null ? (await this.#read(thumbnail, true))?.focus : undefined;
    if (focus) await queries.addFocus(photo, focus);
    return head || focus ? 1 : 0;
  }

  async #read(path: string | undefined, focus: boolean): Promise<PictureHead | undefined> {
    const { store, decoder, maxPixels } = this.#options;
    const read = (file: string) => decoder.head(file, maxPixels, focus);
    const head = path === undefined ? undefined : await store.withFile(path, read).catch(() => undefined);
    this.#pauses.signal.throwIfAborted();
    return head;
  }
}
