import { decoderBounds } from '../photos/decode/decodeShares.ts';
import { rejectionOf } from '#server/photos/upload/uploadErrors.ts';
import { type SourceAdapter, SourceAway, SourceFailed, type SourceItem } from './sourceAdapter.ts';
import { type SourceAlbum, checkFile, takeFile, type TakingServices } from './sourceAlbums.ts';
import type { ItemResult } from './sourceRepository.ts';

export interface FollowerReport {
  total: number;
  done: number;
  imported: number;
  known: number;
  /** Videos of pictures that could not be taken with them. */
  livePhotoVideos: number;
  /** Files that are not pictures, and rejected pictures, each with the reason. */
  noPictures: string[];
  rejected: string[];
}

interface FollowerOptions extends TakingServices {
  /** The album of an item, made if it is missing. Called when its first picture was found. */
  albumOf: (item: SourceItem) => Promise<SourceAlbum>;
  maxImagePixels: number;
  uploader: string;
  signal: AbortSignal;
  /**
   * Resolves when the next item may be taken, because uploads by hand come first; false when the source is not followed
   * any more.
   */
  turn?: () => Promise<boolean>;
  /** Called with the result of each item, before the next one is counted as done. */
  onResult?: (item: SourceItem, result: ItemResult) => Promise<void>;
}

/** The status of rejected files that are not pictures. */
const WRONG_KIND = 415;
/** The first status of errors of the server's own, after which the item is tried again. */
const OWN_ERROR = 500;
/** A source that fails for this many items in a row is not asked for the rest. */
const GIVEN_UP_AFTER = 5;

/** Imports the items of a source, some at a time. */
export class Follower {
  readonly #adapter: SourceAdapter;
  readonly #options: FollowerOptions;
  readonly #items: readonly SourceItem[];
  readonly #orders: readonly number[];
  readonly report: FollowerReport;
  /** The error of the source itself, when it did not deliver an item. The next reading tries the item again. */
  trouble: SourceAway | SourceFailed | undefined;
  #lost = 0;

  constructor(adapter: SourceAdapter, items: readonly SourceItem[], options: FollowerOptions) {
    this.#adapter = adapter;
    this.#items = items;
    this.#options = options;
    this.#orders = items.map(() => options.importer.nextUploadOrder());
    const counts = { total: items.length, done: 0, imported: 0, known: 0, livePhotoVideos: 0 };
    this.report = { ...counts, noPictures: [], rejected: [] };
  }

  /** Resolves when everything is imported or, after the signal, when the files in progress are. */
  async run(): Promise<FollowerReport> {
    const waiting = this.#items.entries();
    // The decoders take one picture fewer than this from one uploader at a time. The last file is read while they work.
    await Promise.all(Array.from({ length: decoderBounds().processes }, () => this.#work(waiting)));
    return this.report;
  }

  async #work(waiting: IterableIterator<[number, SourceItem]>): Promise<void> {
    for (const [index, item] of waiting) {
      if ((await this.#options.turn?.()) === false) return;
      if (this.#options.signal.aborted || this.#lost >= GIVEN_UP_AFTER) return;
      await this.#take(item, this.#orders[index] ?? 0);
      this.report.done += 1;
    }
  }

  async #take(item: SourceItem, uploadOrder: number): Promise<void> {
    // This signal never aborts: a file in progress is finished even when the follower is interrupted.
    const { signal } = new AbortController();
    const { maxUploadBytes, maxImagePixels, onResult } = this.#options;
    try {
      const read = await this.#adapter.read(item, signal);
      this.#lost = 0;
      try {
        if (read.about?.isTrashed) return await onResult?.(item, { state: 'left-out' });
        await checkFile(read.file, maxUploadBytes);
        const album = await this.#options.albumOf(item);
        const { file: picture, about, beside } = read;
        const file = { file: picture, name: item.name, about, beside, uploadOrder, signal };
        const taken = await takeFile(this.#options, album, { ...file, uploader: this.#options.uploader });
        this.report[taken.result] += 1;
        if (taken.isStill) this.report.livePhotoVideos += 1;
        const result = { photo: taken.photo, isMade: taken.result === 'imported' };
        if (await read.isSame()) await onResult?.(item, { state: 'taken', ...result });
      } finally {
        await read.release();
      }
    } catch (error) {
      if (error instanceof SourceAway || error instanceof SourceFailed) {
        this.#lost += 1;
        this.trouble = error;
      }
      const { status, message: why } = rejectionOf(error, { filename: item.key, maxPixels: maxImagePixels });
      const message = status === WRONG_KIND ? (this.#aloneText(item) ?? why) : why;
      this.#note(item, { status, message });
      if (status < OWN_ERROR) await onResult?.(item, this.#resultOf(item, { status, message }));
    }
  }

  /** The sentence about a file that belongs beside a picture and has none. */
  #aloneText({ name }: SourceItem): string | undefined {
    return [...this.#options.companions.kinds].find(({ isNamed }) => isNamed(name))?.aloneText;
  }

  #note(item: SourceItem, { status, message }: { status: number; message: string }): void {
    if (status !== WRONG_KIND) this.report.rejected.push(`${item.key}: ${message}`);
    else if (item.hasStill) this.report.livePhotoVideos += 1;
    else this.report.noPictures.push(`${item.key}: ${message}`);
  }

  #resultOf({ hasStill }: SourceItem, { status, message }: { status: number; message: string }): ItemResult {
    return status === WRONG_KIND && hasStill ? { state: 'left-out' } : { state: 'refused', message };
  }
}
