import { reasonOf } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import type { AlbumRepository } from '#server/photos/albums/albumRepository.ts';
import { Follower } from './follower.ts';
import { Mirror, type MirrorServices } from './mirror.ts';
import { SettledAlbums } from './settledAlbums.ts';
import {
  type ListingExtent,
  type OpenSource,
  SourceAway,
  type SourceItem,
  SourceFailed,
  type SourceListing,
} from './sourceAdapter.ts';
import { SourceAlbums, type TakingServices } from './sourceAlbums.ts';
import type { SourceRepository, StoredSource } from './sourceRepository.ts';

/** The delay before incomplete files, and files that an event reported, are checked again. */
const SOON_MS = 2_000;
const WAIT_FOR_UPLOADS_MS = 250;
/**
 * One in this many readings at the interval lists everything, which takes long; the others look for changed folders.
 */
const SWEEPS_PER_LISTING = 4;
/** The extents of a reading, from the one that reads least to the one that reads most. */
const EXTENTS: readonly ListingExtent[] = ['changed', 'swept', 'all'];

interface FollowingOptions {
  sources: SourceRepository;
  open: (source: StoredSource) => OpenSource;
  taking: MirrorServices['taking'] & TakingServices & { albums: Pick<AlbumRepository, 'list' | 'create'> };
  trash: MirrorServices['trash'];
  audit: MirrorServices['audit'];
  settings: { maxImagePixels: number };
  everyMs: number;
  /** Whether a person is uploading: their photos come first. */
  isUploading: () => boolean;
  leader: { isHere(): boolean };
  onError: (error: unknown) => void;
}

interface Watched extends OpenSource {
  place: string;
  stop: () => void;
}

/** Follows all sources, one after another: at the start, at an interval, after an event, and on request. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #closing = new AbortController();
  readonly #open = new Map<string, Watched>();
  readonly #wanted = new Set<string>();
  /** The extent of the next listing of each source; absent: what has changed. */
  readonly #extents = new Map<string, ListingExtent>();
  #sweeps = 0;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #stop: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  /** The source that is being read. */
  reading: string | undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stop = repeat(this.#options.everyMs, () => this.readAll());
    void this.readAll();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#stop?.();
    for (const id of this.#open.keys()) this.forget(id);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.#running;
  }

  async readAll(): Promise<void> {
    const all = await this.#options.sources.list().catch(() => []);
    const extent = this.#sweeps % SWEEPS_PER_LISTING === 0 ? 'all' : 'swept';
    this.#sweeps += 1;
    for (const { id } of all) this.#want(id, extent);
    await this.#run();
  }

  /** Reads a source now, or after the one that is being read. */
  read(id: string, extent: ListingExtent = 'all'): void {
    this.#want(id, extent);
    void this.#run();
  }

  #want(id: string, extent: ListingExtent): void {
    this.#wanted.add(id);
    this.#extend(id, extent);
  }

  #extend(id: string, extent: ListingExtent): void {
    const before = this.#extents.get(id) ?? 'changed';
    if (EXTENTS.indexOf(extent) > EXTENTS.indexOf(before)) this.#extents.set(id, extent);
  }

  /** Call when a source was changed or removed. */
  forget(id: string): void {
    this.#open.get(id)?.stop();
    this.#open.delete(id);
  }

  async #run(): Promise<void> {
    this.#running ??= this.#runWanted().finally(() => (this.#running = undefined));
    await this.#running;
    // Runs again if a source was requested after the last check of that run and before its end.
    if (this.#wanted.size > 0 && !this.#closing.signal.aborted) await this.#run();
  }

  async #runWanted(): Promise<void> {
    for (const id of this.#wanted) {
      if (this.#closing.signal.aborted) return;
      this.#wanted.delete(id);
      if (!this.#options.leader.isHere()) continue;
      const source = await this.#options.sources.find(id).catch(() => undefined);
      if (!source || source.isPaused) this.forget(id);
      else await this.#read(source).catch(this.#options.onError);
    }
  }

  async #read(source: StoredSource): Promise<void> {
    const { sources } = this.#options;
    this.reading = source.id;
    try {
      const open = this.#opened(source);
      await open.adapter.checkPlace();
      const extent = this.#extents.get(source.id) ?? 'changed';
      this.#extents.delete(source.id);
      const again = await this.#follow(source, open, extent);
      if (this.#closing.signal.aborted) return;
      if (again) this.#readSoon(source.id, again);
      await sources.noteOutcome(source.id, { state: 'ok', message: null });
    } catch (error) {
      const state = error instanceof SourceAway ? 'away' : 'failed';
      const isSaid = error instanceof SourceAway || error instanceof SourceFailed;
      const message = isSaid ? error.message : 'The server could not read it: see its log';
      if (!isSaid) this.#options.onError(reasonOf(error));
      await sources.noteOutcome(source.id, { state, message });
    } finally {
      this.reading = undefined;
    }
  }

  #opened(source: StoredSource): Watched {
    const known = this.#open.get(source.id);
    if (known && known.place === source.place) return known;
    this.forget(source.id);
    const open = this.#options.open(source);
    const stop = open.watch?.(() => this.#readSoon(source.id, 'changed')) ?? (() => undefined);
    const watched = { ...open, place: source.place, stop };
    this.#open.set(source.id, watched);
    return watched;
  }

  #readSoon(id: string, extent: ListingExtent): void {
    this.#extend(id, extent);
    if (this.#timers.has(id) || this.#closing.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      this.read(id, 'changed');
    }, SOON_MS);
    this.#timers.set(id, timer.unref());
  }

  /** Imports new and changed items. Returns those to be checked again soon, if any. */
  async #follow(source: StoredSource, open: OpenSource, extent: ListingExtent): Promise<ListingExtent | undefined> {
    const { id } = source;
    const { sources } = this.#options;
    const listing = await open.adapter.list(this.#closing.signal, extent);
    // Reading the marks of a whole library takes long, and is needed only to find removed items.
    const isPart = extent !== 'all' && !listing.isWhole;
    const marks = await sources.marks(id, isPart ? listing.items.map(({ key }) => key) : undefined);
    const changed = listing.items.filter(({ key, mark }) => marks.get(key) !== mark);
    const mirror = new Mirror(id, this.#options);
    const fresh = open.isMirror ? await mirror.retell(open.adapter, changed, marks) : changed;
    const taken = await this.#take(source, open, { mirror, listing, fresh });
    // It may have been paused, removed or ended meanwhile, by this server or another one.
    if (!(await this.#isFollowed(id))) return undefined;
    if (listing.isWhole && open.isMirror) await mirror.leaveGone(listing.items, marks);
    else if (listing.isWhole) await mirror.forgetRefused(listing.items, marks);
    // A source in trouble is asked again at its interval, not at once.
    if (taken.trouble) throw taken.trouble;
    return taken.left > 0 ? 'all' : listing.isUnsettled ? 'changed' : undefined;
  }

  /** Returns the number of items that are left to be read, and the source's own error, if it had one. */
  async #take(
    source: StoredSource,
    open: OpenSource,
    { mirror, listing, fresh }: { mirror: Mirror; listing: SourceListing; fresh: SourceItem[] },
  ): Promise<{ left: number; trouble?: Error | undefined }> {
    if (fresh.length === 0) return { left: 0 };
    const { id } = source;
    const { sources, taking, settings } = this.#options;
    const { signal } = this.#closing;
    let left = fresh.length;
    const settled = await SettledAlbums.of(source, { albums: await SourceAlbums.of(taking.albums), sources, listing });
    const follower = new Follower(open.adapter, fresh, {
      ...taking,
      ...settings,
      albumOf: (item) => settled.albumOf(item),
      uploader: `source ${id}`,
      signal,
      turn: () => this.#turn(id),
      onResult: async (item, result) => {
        if (open.isMirror) await mirror.leaveFormer(item, result);
        await sources.noteResult(id, item, result);
        left -= 1;
      },
    });
    await follower.run();
    taking.forgetWhatWasRead();
    return { left, trouble: follower.trouble };
  }

  async #isFollowed(id: string): Promise<boolean> {
    const source = await this.#options.sources.find(id);
    return source !== undefined && !source.isPaused;
  }

  /** Uploads by hand come first. */
  async #turn(id: string): Promise<boolean> {
    while (this.#options.isUploading() && !this.#closing.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_UPLOADS_MS).unref());
    }
    return this.#isFollowed(id).catch(() => true);
  }
}
