import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonOf } from '../../errors.ts';
import type { OpenSource } from '../following.ts';
import { type SourceItem, SourceAway, type SourceListing } from '../sourceAdapter.ts';
import { FolderAdapter, type RootAlbums } from './folderAdapter.ts';

/** A file is whole when size and time have stood still for so long. */
const STANDS_STILL_MS = 5_000;

interface FolderSource {
  name: string;
  place: string;
  albumId: string | null;
  /** The slug of `albumId`. */
  albumOf: (id: string) => Promise<{ id: string; slug: string } | undefined>;
  now: () => number;
}

/** A folder that is followed: what vanishes in it deletes nothing, and an unmounted one is away. */
export function openFolder({ name, place, albumId, albumOf, now }: FolderSource): OpenSource {
  const own = name || basename(place);
  const albums: RootAlbums = { ofFiles: albumId === null ? [own] : [], aboveFolders: [] };
  const adapter = new FollowedFolder(place, { albums, now });
  return {
    adapter,
    ownAlbum: async () => (albumId === null ? undefined : albumOf(albumId)),
    isMirror: false,
    watch: (onChange) => adapter.watch(onChange),
  };
}

interface FollowedOptions {
  albums: RootAlbums;
  now: () => number;
}

class FollowedFolder extends FolderAdapter {
  readonly #root: string;
  readonly #now: () => number;
  /** Since when each file that was not whole has stood still. */
  #still = new Map<string, { mark: string; since: number }>();
  readonly #watchers = new Map<string, FSWatcher>();
  #onChange: (() => void) | undefined;

  constructor(root: string, { albums, now }: FollowedOptions) {
    super(root, { rootAlbums: albums, withMarks: true });
    this.#root = root;
    this.#now = now;
  }

  override async look(): Promise<void> {
    const entries = await readdir(this.#root).catch((error: unknown) => {
      throw new SourceAway(`The folder cannot be read: ${reasonOf(error)}`);
    });
    if (entries.length === 0) throw new SourceAway('The folder is empty: perhaps its disk is not mounted');
  }

  override async list(): Promise<SourceListing> {
    const listing = await super.list();
    this.#watchFolders();
    const still = new Map<string, { mark: string; since: number }>();
    const items = listing.items.filter((item) => this.#isWhole(item, still));
    this.#still = still;
    const isUnsettled = items.length < listing.items.length;
    return { ...listing, items, isWhole: listing.isWhole && !isUnsettled, isUnsettled };
  }

  watch(onChange: () => void): () => void {
    this.#onChange = onChange;
    return () => {
      this.#onChange = undefined;
      for (const watcher of this.#watchers.values()) watcher.close();
      this.#watchers.clear();
    };
  }

  #isWhole({ key, mark, changedAt = 0 }: SourceItem, still: Map<string, { mark: string; since: number }>): boolean {
    const now = this.#now();
    if (now - changedAt >= STANDS_STILL_MS && changedAt <= now) return true;
    const before = this.#still.get(key);
    const since = before?.mark === mark ? before.since : now;
    still.set(key, { mark, since });
    return now - since >= STANDS_STILL_MS;
  }

  /** One watcher for each folder. Where there are too many, or none as on NFS and SMB, the sweep finds what is new. */
  #watchFolders(): void {
    if (!this.#onChange) return;
    const folders = new Set(this.folders);
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, () => this.#onChange?.());
        watcher.on('error', () => watcher.close());
        this.#watchers.set(folder, watcher);
      } catch {
        return;
      }
    }
  }
}
