import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isImageName } from '#domain/uploads/imageKinds.ts';
import type { CompanionKind } from '#server/core/companionKind.ts';
import { reasonOf } from '#server/core/errors.ts';
import {
  type ListingExtent,
  type OpenSource,
  type ReadItem,
  type SourceItem,
  SourceAway,
  type SourceListing,
} from '../sourceAdapter.ts';
import { FolderAdapter, type RootAlbums } from './folderAdapter.ts';
import { FileReplaced } from './fileInPlace.ts';
import { folderMark } from './folderTree.ts';
import { type FollowBounds, requireStillFollowable } from './sourceFolder.ts';

/** A file counts as complete when its size and time have not changed for this long. */
const STANDS_STILL_MS = 5_000;
/** For this long after its change a file may be in the making; times may be too coarse to show a folder's next change. */
const RECENT_MS = 3_600_000;
/** With more folders than this the whole tree is listed at once. */
const MOST_FOLDERS = 500;

interface FolderSource {
  name: string;
  place: string;
  albumId: string | null;
  bounds: FollowBounds;
  kinds: Iterable<CompanionKind>;
  now: () => number;
}

/** A followed folder: files that disappear in it delete nothing, and an unmounted folder is 'away'. */
export function openFolder({ name, place, albumId, bounds, kinds, now }: FolderSource): OpenSource {
  const own = name || basename(place);
  const albums: RootAlbums = { ofFiles: albumId === null ? [own] : [], aboveFolders: [] };
  const adapter = new FollowedFolder(place, { albums, bounds, kinds, now });
  return {
    adapter,
    isMirror: false,
    watch: (onChange) => adapter.watch(onChange),
  };
}

interface FollowedOptions {
  albums: RootAlbums;
  bounds: FollowBounds;
  kinds: Iterable<CompanionKind>;
  now: () => number;
}

class FollowedFolder extends FolderAdapter {
  readonly #root: string;
  readonly #bounds: FollowBounds;
  readonly #now: () => number;
  /** The time since which each incomplete file has not changed. */
  readonly #still = new Map<string, { mark: string; since: number }>();
  /** The folders that an event reported, or whose files were incomplete. */
  readonly #changed = new Set<string>();
  /** The folders that have changed lately, or files in them, with the time. */
  readonly #recent = new Map<string, number>();
  readonly #watchers = new Map<string, FSWatcher>();
  #onChange: (() => void) | undefined;
  #isEmpty = false;

  constructor(root: string, { albums, bounds, kinds, now }: FollowedOptions) {
    super(root, { rootAlbums: albums, withMarks: true, kinds });
    this.#root = root;
    this.#bounds = bounds;
    this.#now = now;
  }

  override async checkPlace(): Promise<void> {
    const entries = await this.#entries().catch((error: unknown) => {
      this.#unwatch();
      throw error;
    });
    if (entries.length > 0) return;
    this.#unwatch();
    // Its first file is reported, too.
    if (this.#onChange) this.#watchFolder(this.#root);
    this.#isEmpty = true;
    throw new SourceAway('The folder is empty: perhaps its disk is not mounted');
  }

  async #entries(): Promise<string[]> {
    await requireStillFollowable(this.#root, this.#bounds);
    return readdir(this.#root).catch((error: unknown) => {
      throw new SourceAway(`The folder cannot be read: ${reasonOf(error)}`);
    });
  }

  /** Nothing is noted of a file that was replaced meanwhile: the next listing tells what is there. */
  override async read(item: SourceItem): Promise<ReadItem> {
    return super.read(item).catch((error: unknown) => {
      throw error instanceof FileReplaced ? new SourceAway(error.message) : error;
    });
  }

  override async list(_signal?: AbortSignal, extent: ListingExtent = 'all'): Promise<SourceListing> {
    // The folder that was watched while it was empty may lie below a disk that is mounted now.
    if (this.#isEmpty) this.#unwatch();
    this.#isEmpty = false;
    if (extent === 'swept') await this.#sweep();
    const changed = [...this.#changed];
    this.#changed.clear();
    const part =
      extent !== 'all' && this.folders.size > 0 && changed.length <= MOST_FOLDERS
        ? await this.listFolders(changed)
        : undefined;
    const listing = part ?? (await super.list());
    if (!part) this.#still.clear();
    this.#noteRecent(listing.items);
    this.#watchFolders();
    const items = listing.items.filter((item) => this.#isWhole(item));
    const isUnsettled = items.length < listing.items.length;
    const hasPictures = listing.items.some(({ key }) => !key.includes('/') && isImageName(key));
    return { ...listing, items, hasPictures, isWhole: listing.isWhole && !isUnsettled, isUnsettled };
  }

  /**
   * Finds changes without an event, as on NFS and SMB. Looks at folders in which a name came or went, and at those with
   * recently changed files: a file may still be copied.
   */
  async #sweep(): Promise<void> {
    const now = this.#now();
    for (const [folder, changedAt] of this.#recent) if (now - changedAt >= RECENT_MS) this.#recent.delete(folder);
    for (const [path, { mark }] of this.folders) {
      const found = await folderMark(path);
      // Forgotten together with the folder that it was in.
      if (!this.folders.has(path)) continue;
      if (mark && found?.identity === mark.identity) {
        if (this.#recent.has(path) || found.changedAt !== mark.changedAt) this.#changed.add(path);
        continue;
      }
      // The folder is gone, or a disk was mounted there: the folder above lists it again.
      this.forgetFolder(path);
      this.#changed.delete(path);
      this.#changed.add(dirname(path));
    }
  }

  #noteRecent(items: readonly SourceItem[]): void {
    const now = this.#now();
    const note = (folder: string, changedAt: number) => {
      if (now - changedAt < RECENT_MS) this.#recent.set(folder, Math.max(changedAt, this.#recent.get(folder) ?? 0));
    };
    for (const { key, changedAt = 0 } of items) note(dirname(join(this.#root, key)), changedAt);
    for (const [folder, { mark }] of this.folders) note(folder, mark?.changedAt ?? 0);
  }

  watch(onChange: () => void): () => void {
    this.#onChange = onChange;
    return () => {
      this.#onChange = undefined;
      this.#unwatch();
    };
  }

  #unwatch(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** The folder of an incomplete file is listed again. */
  #isWhole({ key, mark, changedAt = 0 }: SourceItem): boolean {
    const now = this.#now();
    const before = this.#still.get(key);
    this.#still.delete(key);
    if (now - changedAt >= STANDS_STILL_MS && changedAt <= now) return true;
    const since = before?.mark === mark ? before.since : now;
    if (now - since >= STANDS_STILL_MS) return true;
    this.#still.set(key, { mark, since });
    this.#changed.add(dirname(join(this.#root, key)));
    return false;
  }

  #noticed(folder: string, name: string | null): void {
    this.#changed.add(folder);
    const inside = name === null ? undefined : join(folder, name);
    const watcher = inside === undefined ? undefined : this.#watchers.get(inside);
    // A folder was added, removed or replaced. Another folder may have its name now, and a watcher of the former
    // reports nothing about it.
    if (inside !== undefined && watcher) {
      watcher.close();
      this.#watchers.delete(inside);
      this.forgetFolder(inside);
      this.#changed.delete(inside);
    }
    this.#onChange?.();
  }

  /** One watcher for each folder. Where there are too many, or none as on NFS and SMB, the sweep finds new files. */
  #watchFolders(): void {
    if (!this.#onChange) return;
    const { folders } = this;
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders.keys()) {
      if (!this.#watchers.has(folder) && !this.#watchFolder(folder)) return;
    }
  }

  #watchFolder(folder: string): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#noticed(folder, name));
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      return false;
    }
  }
}
