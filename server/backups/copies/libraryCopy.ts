import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, UserError } from '#server/core/errors.ts';
import { damagedParts, expectedHash } from '#server/photos/store/damagedParts.ts';
import { hashOfFile, syncFolder } from '#server/core/files/durableFiles.ts';
import type { StoredPhoto } from '#server/photos/store/photoRepository.ts';
import { PHOTO_PARTS, type PhotoStore } from '#server/photos/store/photoStore.ts';
import type { Sums } from '#server/library/wholeCopy.ts';
import type { EarlierCopy } from './earlierCopy.ts';

export interface CopyReport {
  /** The number of photos of the library, without its trash. */
  photos: number;
  /** The number of pictures to copy: photos that are copies share one, and the trash has some too. */
  files: number;
  /** The number of files that were copied, and of those that are shared with the earlier copy. */
  copied: number;
  linked: number;
  /**
   * The number of photos that lack a file, and of those whose file differs from the stored one; the command `verify`
   * names them.
   */
  missing: number;
  damaged: number;
}

interface CopyOptions {
  from: Pick<PhotoStore, 'copy' | 'open' | 'partsOf'>;
  folder: string;
  earlier?: EarlierCopy | undefined;
  /** Whether the folder was a backup before, so that most files may already be there. */
  isTakenOver?: boolean;
  /** True when the caller makes the whole disk durable at the end; then `sync` does nothing. */
  syncsDisk: boolean;
}

type Result = 'copied' | 'linked' | 'missing' | 'damaged';

const OWNER_ONLY = 0o700;

/** Copies photos into another data folder, and reads the copies to check them. */
export class LibraryCopy {
  readonly sums: Sums = new Map();
  readonly report: CopyReport = { photos: 0, files: 0, copied: 0, linked: 0, missing: 0, damaged: 0 };
  readonly #options: CopyOptions;
  readonly #unsynced = new Set<string>();

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  async add(photo: StoredPhoto): Promise<void> {
    if (await this.#isThere(photo)) return;
    const { parts } = await this.#options.from.partsOf(photo);
    const isWhole = PHOTO_PARTS.every((part) => parts[part] !== undefined);
    const earlier = isWhole ? undefined : await this.#options.earlier?.store.partsOf(photo);
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
    this.report.files += 1;
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

  /** Removes these files unless they were added, with their folders. */
  async removeUnlisted(paths: readonly string[]): Promise<void> {
    for (const path of paths.filter((one) => !this.sums.has(one))) {
      await rm(join(this.#options.folder, path), { force: true });
      for (const folder of [dirname(path), dirname(dirname(path))]) await this.#removeIfEmpty(folder);
    }
  }

  /** Counts a photo if the folder already has all its files, from an earlier backup. */
  async #isThere(photo: StoredPhoto): Promise<boolean> {
    const { earlier, folder, isTakenOver } = this.#options;
    const shared = isTakenOver ? await earlier?.sharedWith(folder, photo) : undefined;
    if (!shared) return false;
    for (const [path, hash] of shared) this.sums.set(path, hash);
    this.report.files += 1;
    this.report.linked += shared.size;
    return true;
  }

  async #removeIfEmpty(path: string): Promise<void> {
    const folder = join(this.#options.folder, path);
    try {
      await rmdir(folder);
      this.#unsynced.delete(folder);
      if (!this.#options.syncsDisk) this.#unsynced.add(dirname(folder));
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
    }
  }

  async #put(path: string, expected: string): Promise<Result> {
    const { folder, earlier, isTakenOver } = this.#options;
    const file = join(folder, path);
    if (isTakenOver) await rm(file, { force: true });
    if (await earlier?.link(path, { expected, folder })) {
      this.sums.set(path, expected);
      return 'linked';
    }
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

  /** The sources of a file: first the library; if its file is damaged, the earlier copy. */
  #sourcesOf(path: string, expected: string): Pick<PhotoStore, 'copy'>[] {
    const { from, earlier } = this.#options;
    return earlier?.has(path, expected) ? [from, earlier.store] : [from];
  }

  async #makeFolder(path: string): Promise<void> {
    const { folder } = this.#options;
    await mkdir(join(folder, path), { recursive: true, mode: OWNER_ONLY });
    if (this.#options.syncsDisk) return;
    for (let parent = path; parent !== '.'; parent = dirname(parent)) this.#unsynced.add(join(folder, parent));
    this.#unsynced.add(folder);
  }

  /**
   * Called for a copy that differs from its row. If the file in the library is intact, the disk of the copy is faulty.
   */
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
