import { decoderBounds } from '../photos/decode/decodeShares.ts';
import { rejectionOf } from '../photos/upload/uploadErrors.ts';
import type { PhotoRepository } from '../photos/store/photoRepository.ts';
import { type SourceAdapter, SourceAway, SourceFailed, type SourceItem } from './sourceAdapter.ts';
import { type SourceAlbum, type SourceAlbums, checkFile, takeFile, type TakingServices } from './sourceAlbums.ts';
import type { ItemResult, SourceRepository } from './sourceRepository.ts';

export interface FollowerReport {
  total: number;
  done: number;
  imported: number;
  known: number;
  /** Videos beside a picture of their name: the moving parts of Live Photos. */
  livePhotoVideos: number;
  /** Files that are not pictures, and rejected pictures, each with the reason. */
  noPictures: string[];
  rejected: string[];
}

interface FollowerOptions extends TakingServices {
  albums: SourceAlbums;
  /** The album for everything from the source; undefined: the top level. */
  below: SourceAlbum | undefined;
  maxImagePixels: number;
  uploader: string;
  signal: AbortSignal;
  /** Resolves when the next item may be taken; uploads by hand come first. */
  turn?: () => Promise<void>;
  /** Called with the result of each item, before the next one is counted as done. */
  onResult?: (item: SourceItem, result: ItemResult) => Promise<void>;
}

/** The status of rejected files that are not pictures. */
const WRONG_KIND = 415;
/** The first status of errors of the server's own, after which the item is tried again. */
const OWN_ERROR = 500;
/** A source that fails for this many items in a row is not asked for the rest. */
const GIVEN_UP_AFTER = 5;
const ITEMS_PER_STATEMENT = 500;

/** Imports the items of a source, some at a time. */
export class Follower {
  readonly #adapter: SourceAdapter;
  readonly #options: FollowerOptions;
  readonly #items: readonly SourceItem[];
  readonly #orders: readonly number[];
  readonly report: FollowerReport;
  /** The source's own error, when it gave a thing not: the thing is tried again at the next reading. */
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
      await this.#options.turn?.();
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
        const album = await this.#albumOf(item.albums);
        const file = { file: read.file, name: item.name, about: read.about, uploadOrder, signal };
        const taken = await takeFile(this.#options, album, { ...file, uploader: this.#options.uploader });
        this.report[taken.result] += 1;
        if (await read.isSame()) await onResult?.(item, { state: 'taken', photo: taken.photo });
      } finally {
        await read.release();
      }
    } catch (error) {
      if (error instanceof SourceAway || error instanceof SourceFailed) {
        this.#lost += 1;
        this.trouble = error;
      }
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

  /** Makes a missing album when its first picture was found. */
  async #albumOf(names: readonly string[]): Promise<SourceAlbum> {
    let album = this.#options.below;
    for (const name of names) album = await this.#options.albums.ensure(name, album);
    return album ?? this.#options.albums.ensure('', undefined);
  }
}

type Marks = ReadonlyMap<string, string>;

export interface MirrorServices {
  sources: Pick<SourceRepository, 'photosOf' | 'noteMark' | 'forget'>;
  taking: { photos: Pick<PhotoRepository, 'retell'>; forgetWhatWasRead(): void };
  trash: { addPhotos(photos: { albumId: string; filenames: string[]; userId: string }): Promise<unknown> };
  onError: (error: unknown) => void;
}

/** Lets go of what a source no longer has: captions, replaced pictures, and things that are gone. */
export class Mirror {
  readonly #id: string;
  readonly #services: MirrorServices;

  constructor(id: string, services: MirrorServices) {
    this.#id = id;
    this.#services = services;
  }

  /**
   * Takes over the new facts of items whose pictures have not changed, and returns the other items, which have to be
   * read.
   */
  async retell(adapter: SourceAdapter, changed: readonly SourceItem[], marks: Marks): Promise<SourceItem[]> {
    const { sources, taking } = this.#services;
    const fresh: SourceItem[] = [];
    for (const item of changed) {
      const mark = marks.get(item.key);
      const facts = mark === undefined ? undefined : adapter.changedCaption?.(item, mark);
      if (!facts) fresh.push(item);
      else {
        for (const photo of await sources.photosOf(this.#id, [item.key])) await taking.photos.retell(photo, facts);
        await sources.noteMark(this.#id, item);
      }
    }
    if (fresh.length < changed.length) taking.forgetWhatWasRead();
    return fresh;
  }

  /** A thing whose picture has changed is another photo now. */
  async leaveFormer({ key }: SourceItem, result: ItemResult): Promise<void> {
    if (result.state !== 'taken') return;
    const former = await this.#services.sources.photosOf(this.#id, [key]);
    await this.#trash(former.filter(({ id }) => id !== result.photo?.id));
  }

  /** `refused`: photos stay, and only what was refused is named no more. */
  async leaveGone(listing: readonly SourceItem[], marks: Marks, which: 'all' | 'refused'): Promise<void> {
    const { sources, taking } = this.#services;
    const present = new Set(listing.map(({ key }) => key));
    const gone = [...marks.keys()].filter((key) => !present.has(key));
    for (let start = 0; start < gone.length; start += ITEMS_PER_STATEMENT) {
      const some = gone.slice(start, start + ITEMS_PER_STATEMENT);
      if (which === 'all') await this.#trash(await sources.photosOf(this.#id, some));
      await sources.forget(this.#id, some, which);
    }
    if (gone.length > 0 && which === 'all') taking.forgetWhatWasRead();
  }

  async #trash(photos: readonly { albumId: string; filename: string }[]): Promise<void> {
    for (const { albumId, filename } of photos) {
      const photo = { albumId, filenames: [filename], userId: `source ${this.#id}` };
      await this.#services.trash.addPhotos(photo).catch(this.#services.onError);
    }
  }
}
