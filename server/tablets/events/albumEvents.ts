import { type AlbumStates, changedAlbums } from '#domain/tablets/albumEvents.ts';
import { TABLETS } from '#server/core/limits.ts';
import type { AlbumState } from '#server/photos/albums/albumStateQueries.ts';
import { isBelow } from '#server/photos/albums/albumTree.ts';
import type { TabletListeners } from './tabletListeners.ts';

/** The largest share of the time for checks: reading a large library blocks other requests. */
const SHARE_OF_TIME = 0.05;

interface Options {
  read: () => Promise<AlbumState[]>;
  listeners: TabletListeners;
  onError: (error: unknown) => void;
}

interface Library {
  states: AlbumStates;
  parents: ReadonlyMap<string, string | null>;
}

/**
 * Finds out which albums were changed, by whichever call or process, and notifies the tablets that may see them. It
 * checks only while a tablet listens and after a write.
 */
export class AlbumEvents {
  readonly #options: Options;
  #known: Library | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextReadAtMs = 0;
  #isReading = false;
  #isOutdated = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Call before a tablet begins to listen: everything it loads afterwards is at least as new as the known state. */
  async prepare(): Promise<void> {
    this.#known ??= await this.#read();
  }

  /** Call after each write, or when there may have been one. */
  wrote(): void {
    if (this.#options.listeners.size === 0) {
      this.#known = undefined;
      return;
    }
    this.#isOutdated = true;
    this.#readSoon();
  }

  close(): void {
    this.#isOutdated = false;
    clearTimeout(this.#timer);
  }

  #readSoon(): void {
    if (this.#timer || this.#isReading) return;
    const delayMs = Math.max(TABLETS.gatherMs, this.#nextReadAtMs - performance.now());
    this.#timer = setTimeout(() => void this.#readAndNotify(), delayMs);
  }

  async #readAndNotify(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isOutdated = false;
    const begunAtMs = performance.now();
    try {
      const now = await this.#read();
      if (this.#known) this.#tell(this.#known, now);
      this.#known = now;
    } catch (error) {
      this.#isOutdated = true;
      this.#options.onError(error);
    }
    const tookMs = performance.now() - begunAtMs;
    const pauseMs = Math.max(TABLETS.checkEveryMs, tookMs / SHARE_OF_TIME);
    this.#nextReadAtMs = performance.now() + Math.min(pauseMs, TABLETS.checkAtLeastEveryMs);
    this.#isReading = false;
    if (this.#isOutdated) this.#readSoon();
  }

  async #read(): Promise<Library> {
    const albums = await this.#options.read();
    return {
      states: new Map(albums.map(({ id, state }) => [id, state])),
      parents: new Map(albums.map(({ id, parentId }) => [id, parentId])),
    };
  }

  /** An album that was removed or moved concerns those who could see it before. */
  #tell(before: Library, after: Library): void {
    const changed = changedAlbums(before.states, after.states);
    if (changed.length === 0) return;
    const { listeners } = this.#options;
    // Most tablets see the same albums.
    const known = new Map<string, boolean>();
    for (const page of listeners.pages()) {
      const roots = page.principal.albumIds;
      const name = JSON.stringify(roots);
      const seesOne = known.get(name) ?? seesAny(changed, roots, [before, after]);
      known.set(name, seesOne);
      if (seesOne) page.tellOfAlbums(listeners.size);
    }
  }
}

function seesAny(albumIds: string[], roots: readonly string[] | null, libraries: Library[]): boolean {
  if (roots === null) return true;
  return albumIds.some((albumId) => libraries.some(({ parents }) => isBelow(parents, { albumId, roots })));
}
