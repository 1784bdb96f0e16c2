import { link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, UserError } from '../../errors.ts';
import type { Sums } from './backupFolder.ts';
import { damagedParts, expectedHash } from './damagedParts.ts';
import { hashOfFile, syncFolder } from './durableFiles.ts';
import { FolderStore } from './folderStore.ts';
import type { StoredPhoto } from './photoRepository.ts';
import { PHOTO_PARTS, type PhotoStore } from './photoStore.ts';

export interface CopyReport {
  photos: number;
  /** The number of files that were copied, and of those that are shared with the earlier copy. */
  copied: number;
  linked: number;
  /**
   * The number of photos that lack a file, and of those whose file is not the one that was stored; the command `verify`
   * names them.
   */
  missing: number;
  damaged: number;
}

export interface EarlierCopy {
  folder: string;
  sums: Sums;
}

interface CopyOptions {
  from: Pick<PhotoStore, 'copy' | 'open' | 'partsOf'>;
  folder: string;
  /** An earlier copy on the same disk. Files that it already has are linked instead of copied. */
  earlier?: EarlierCopy | undefined;
  now: number;
  /** Whether whoever copies makes the whole disk durable at the end; then `sync` has nothing to do. */
  syncsDisk: boolean;
}

type Result = 'copied' | 'linked' | 'missing' | 'damaged';

const OWNER_ONLY = 0o700;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHARES = 16;
/**
 * The errors for which a file is copied instead of linked: the earlier copy is on another disk, the disk supports no
 * links, or the earlier copy has lost the file.
 */
const NO_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOENT'];

/** Copies photos into another data folder, and reads the copies to check them. */
export class LibraryCopy {
  readonly sums: Sums = new Map();
  readonly report: CopyReport = { photos: 0, copied: 0, linked: 0, missing: 0, damaged: 0 };
  readonly #options: CopyOptions;
  readonly #earlierStore: FolderStore | undefined;
  readonly #unsynced = new Set<string>();

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#earlierStore = options.earlier && new FolderStore(options.earlier.folder);
  }

  async add(photo: StoredPhoto): Promise<void> {
    const { parts } = await this.#options.from.partsOf(photo);
    const isWhole = PHOTO_PARTS.every((part) => parts[part] !== undefined);
    const earlier = isWhole ? undefined : await this.#earlierStore?.partsOf(photo);
    const results: Result[] = [];
    const made = new Set<string>();
    for (const part of PHOTO_PARTS) {
      const path = parts[part] ?? earlier?.parts[part];
      if (path === undefined) {
        results.push('missing');
        continue;
      }
      if (!made.has(dirname(path))) await this.#makeFolder(dirname(path));
      made.add(dirname(path));
      results.push(await this.#put(path, expectedHash(photo, part)));
    }
    this.report.photos += 1;
    this.report.copied += results.filter((result) => result === 'copied').length;
    this.report.linked += results.filter((result) => result === 'linked').length;
    if (results.includes('missing')) this.report.missing += 1;
    else if (results.includes('damaged')) this.report.damaged += 1;
    if (results.includes('damaged')) await this.#blameSource(photo);
  }

  /** Makes all photos added so far durable. Syncing folders together takes far less time. */
  async sync(): Promise<void> {
    const deepestFirst = [...this.#unsynced].sort((one, other) => other.length - one.length);
    for (const folder of deepestFirst) await syncFolder(folder);
    this.#unsynced.clear();
  }

  async #put(path: string, expected: string): Promise<Result> {
    const file = join(this.#options.folder, path);
    if (await this.#link(path, expected)) return 'linked';
    let result: Result = 'missing';
    for (const source of this.#sourcesOf(path, expected)) {
      const copied = await copyFrom(source, { path, file });
      if (copied !== 'copied') {
        if (copied === 'damaged') result = copied;
        continue;
      }
      const found = await hashOfFile(file);
      this.sums.set(path, found);
      if (found === expected) return 'copied';
      result = 'damaged';
    }
    return result;
  }

  /** Where to copy a file from: first the library; if its file is damaged, the earlier copy. */
  #sourcesOf(path: string, expected: string): Pick<PhotoStore, 'copy'>[] {
    const { from, earlier } = this.#options;
    const hasIt = this.#earlierStore !== undefined && earlier?.sums.get(path) === expected;
    return hasIt ? [from, this.#earlierStore] : [from];
  }

  async #link(path: string, expected: string): Promise<boolean> {
    const { earlier, folder, now } = this.#options;
    if (earlier?.sums.get(path) !== expected) return false;
    const file = join(earlier.folder, path);
    try {
      // All links share the same file, so each is read again from time to time: every day a sixteenth of them.
      const isDue = Number.parseInt(expected.slice(0, 1), SHARES) === Math.floor(now / DAY_MS) % SHARES;
      if (isDue && (await hashOfFile(file)) !== expected) return false;
      await link(file, join(folder, path));
    } catch (error) {
      if (NO_LINK.includes(codeOf(error) ?? '') || codeOf(error) === 'EIO') return false;
      throw error;
    }
    this.sums.set(path, expected);
    return true;
  }

  async #makeFolder(path: string): Promise<void> {
    const { folder } = this.#options;
    await mkdir(join(folder, path), { recursive: true, mode: OWNER_ONLY });
    if (this.#options.syncsDisk) return;
    for (let parent = path; parent !== '.'; parent = dirname(parent)) this.#unsynced.add(join(folder, parent));
    this.#unsynced.add(folder);
  }

  /** A copy differs from what was stored. If the file in the library is intact, the disk of the copy is faulty. */
  async #blameSource(photo: StoredPhoto): Promise<void> {
    if ((await damagedParts(photo, this.#options.from)).length > 0) return;
    throw new UserError(500, `The disk of ${this.#options.folder} does not give back what was written to it`);
  }
}

async function copyFrom(
  source: Pick<PhotoStore, 'copy'>,
  { path, file }: { path: string; file: string },
): Promise<'copied' | 'missing' | 'damaged'> {
  try {
    await rm(file, { force: true });
    await source.copy(path, file);
    return 'copied';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    if (codeOf(error) === 'EIO') return 'damaged';
    throw error;
  }
}
