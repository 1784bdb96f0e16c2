import { decoderBounds } from '../photos/decode/decodeShares.ts';
import { rejectionOf } from '../photos/upload/uploadErrors.ts';
import type { SourceAdapter, SourceItem } from './sourceAdapter.ts';
import {
  type SourceAlbum,
  type SourceAlbums,
  checkFile,
  takeFile,
  type Taken,
  type TakingServices,
} from './sourceAlbums.ts';

export interface FollowerReport {
  total: number;
  done: number;
  imported: number;
  known: number;
  /** Videos beside a picture of their name: the moving parts of Live Photos. */
  livePhotoVideos: number;
  /** Files that are no pictures, and pictures that were refused, each with the reason. */
  noPictures: string[];
  rejected: string[];
}

/** The outcome of an item. */
export type ItemResult =
  | { state: 'taken'; photo: Taken['photo'] }
  | { state: 'left-out' }
  | { state: 'refused'; message: string };

export interface FollowerOptions extends TakingServices {
  albums: SourceAlbums;
  /** The album that everything comes into; undefined: the top level. */
  below: SourceAlbum | undefined;
  maxImagePixels: number;
  uploader: string;
  signal: AbortSignal;
  /** Resolves when the next item may be taken; uploads by hand come first. */
  turn?: () => Promise<void>;
  /** Called with what became of each item, before the next one is counted as done. */
  onResult?: (item: SourceItem, result: ItemResult) => Promise<void>;
}

/** The status of the refusals of files that are no pictures. */
const WRONG_KIND = 415;
/** Statuses of errors that are the server's own: the item is tried again. */
const OWN_ERROR = 500;

/** Takes what a source has into the library, some items at a time. */
export class Follower {
  readonly #adapter: SourceAdapter;
  readonly #options: FollowerOptions;
  readonly #items: readonly SourceItem[];
  readonly #orders: readonly number[];
  readonly report: FollowerReport;

  constructor(adapter: SourceAdapter, items: readonly SourceItem[], options: FollowerOptions) {
    this.#adapter = adapter;
    this.#items = items;
    this.#options = options;
    this.#orders = items.map(() => options.importer.nextUploadOrder());
    const counts = { total: items.length, done: 0, imported: 0, known: 0, livePhotoVideos: 0 };
    this.report = { ...counts, noPictures: [], rejected: [] };
  }

  /** Resolves when everything is done, or, after the signal, when the files in progress are. */
  async run(): Promise<FollowerReport> {
    const waiting = this.#items.entries();
    // The decoders take one picture fewer than this from one uploader at a time. The last file is read while they work.
    await Promise.all(Array.from({ length: decoderBounds().processes }, () => this.#work(waiting)));
    return this.report;
  }

  async #work(waiting: IterableIterator<[number, SourceItem]>): Promise<void> {
    for (const [index, item] of waiting) {
      await this.#options.turn?.();
      if (this.#options.signal.aborted) return;
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
      try {
        if (read.about?.isTrashed) return await onResult?.(item, { state: 'left-out' });
        await checkFile(read.path, maxUploadBytes);
        const album = await this.#albumOf(item.albums);
        const file = { path: read.path, name: item.name, about: read.about, uploadOrder, signal };
        const taken = await takeFile(this.#options, album, { ...file, uploader: this.#options.uploader });
        this.report[taken.result] += 1;
        if (await read.isSame()) await onResult?.(item, { state: 'taken', photo: taken.photo });
      } finally {
        await read.release();
      }
    } catch (error) {
      const { status, message } = rejectionOf(error, { filename: item.key, maxPixels: maxImagePixels });
      this.#note(item, { status, message });
      if (status < OWN_ERROR) await onResult?.(item, this.#resultOf(item, { status, message }));
    }
  }

  #note(item: SourceItem, { status, message }: { status: number; message: string }): void {
    if (status !== WRONG_KIND) this.report.rejected.push(`${item.key}: ${message}`);
    else if (item.hasStill) this.report.livePhotoVideos += 1;
    else this.report.noPictures.push(`${item.key}: ${message}`);
  }

  #resultOf({ hasStill }: SourceItem, { status, message }: { status: number; message: string }): ItemResult {
    return status === WRONG_KIND && hasStill ? { state: 'left-out' } : { state: 'refused', message };
  }

  /** Makes the albums that are missing, when their first picture has been found. */
  async #albumOf(names: readonly string[]): Promise<SourceAlbum> {
    let album = this.#options.below;
    for (const name of names) album = await this.#options.albums.ensure(name, album);
    return album ?? this.#options.albums.ensure('', undefined);
  }
}
