import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#server/core/errors.ts';
import { expectedHash } from '#server/photos/store/damagedParts.ts';
import { hashOfFile } from '#server/core/files/durableFiles.ts';
import { folderOf, FolderStore } from '#server/photos/store/folderStore.ts';
import { namesOfPart } from '#server/photos/store/photoNames.ts';
import type { StoredPhoto } from '#server/photos/store/photoRepository.ts';
import { PHOTO_PARTS, type PhotoPart } from '#server/photos/store/photoStore.ts';
import { type Sums, sumsOf } from '#server/library/wholeCopy.ts';
import { isOfSameDay } from './backupFolder.ts';
import { statSync } from 'node:fs';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHARES = 16;
/**
 * The errors for which a file is copied instead of linked: the earlier copy is on another disk, the disk supports no
 * links, the earlier copy has lost the file, or the disk can't read it.
 */
const NO_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOENT', 'EIO'];

/** An earlier backup. Its files are linked instead of copied, if it is on the same disk. */
export class EarlierCopy {
  readonly store: FolderStore;
  readonly #folder: string;
  readonly #sums: Sums;
  /** The first hexadecimal digit of the hashes of the files that are to be read again today. */
  readonly #dueShare: number | undefined;

  private constructor(folder: string, { sums, now }: { sums: Sums; now: number }) {
    this.store = new FolderStore(folder);
    this.#folder = folder;
    this.#sums = sums;
    this.#dueShare = isOfSameDay(folder, now) ? undefined : Math.floor(now / DAY_MS) % SHARES;
  }

  /** Resolves to undefined for a folder that is no complete backup. */
  static async open(folder: string, now: number): Promise<EarlierCopy | undefined> {
    const sums = await sumsOf(folder);
    return sums && new EarlierCopy(folder, { sums, now });
  }

  has(path: string, expected: string): boolean {
    return this.#sums.get(path) === expected;
  }

  /** The hashes of a photo's files by their paths, if another folder shares all of them with this copy. */
  async sharedWith(folder: string, photo: StoredPhoto): Promise<Sums | undefined> {
    const found: Sums = new Map();
    for (const part of PHOTO_PARTS) {
      const expected = expectedHash(photo, part);
      const path = this.#pathOf(photo, part);
      if (path === undefined) return undefined;
      const isShared = await this.#ifPossible(
        async () =>
          isSameFile(join(this.#folder, path), join(folder, path)) && (await this.#isStillGood(path, expected)),
      );
      if (!isShared) return undefined;
      found.set(path, expected);
    }
    return found;
  }

  /** Links a file into another folder, and tells whether that was possible. */
  async link(path: string, { expected, folder }: { expected: string; folder: string }): Promise<boolean> {
    if (!this.has(path, expected)) return false;
    return this.#ifPossible(async () => {
      if (!(await this.#isStillGood(path, expected))) return false;
      await link(join(this.#folder, path), join(folder, path));
      return true;
    });
  }

  async #ifPossible(attempt: () => Promise<boolean>): Promise<boolean> {
    try {
      return await attempt();
    } catch (error) {
      if (NO_LINK.includes(codeOf(error) ?? '')) return false;
      throw error;
    }
  }

  #pathOf(photo: StoredPhoto, part: PhotoPart): string | undefined {
    const expected = expectedHash(photo, part);
    return namesOfPart(part)
      .map((name) => join(folderOf(photo), name))
      .find((path) => this.has(path, expected));
  }

  /** All links share the same file, so each is read again from time to time: every day a sixteenth of them. */
  async #isStillGood(path: string, expected: string): Promise<boolean> {
    if (Number.parseInt(expected.slice(0, 1), SHARES) !== this.#dueShare) return true;
    return (await hashOfFile(join(this.#folder, path))) === expected;
  }
}

/** Whether two paths lead to one file on the disk. For very many files this takes a fraction of the time of `stat`. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}
