import { closeSync, constants, fstatSync, lstatSync, openSync, rmSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, UserError } from '#server/core/errors.ts';
import { makeDurableFolder, removeAll, syncFolder, unlessMissing } from '#server/core/files/durableFiles.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const MODES = 0o777;
const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;
/** Follows no link, and does not wait for the other end of a pipe. */
const OPENING = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const REFUSED = 403;

type Owned = Pick<Stats, 'uid' | 'mode'>;

/**
 * The files that this server may write to in a folder for backups, which others may write to as well: on a stick, a
 * NAS, a shared folder. A file or folder is its own if it has the owner and the mode that the disk gives to a new one:
 * on most disks this account, 0600 and 0700. A disk such as FAT gives to all the same ones, open to others.
 */
export class OwnFiles {
  readonly #file: Owned;
  readonly #folder: Owned;

  /** The owner and mode that the disk gives to a new file and a new folder. */
  constructor({ file, folder }: { file: Owned; folder: Owned }) {
    this.#file = file;
    this.#folder = folder;
  }

  /** Makes the folder if it is not there, and a file in it for a moment, to see what its disk gives to new ones. */
  static async in(place: string): Promise<OwnFiles> {
    await makeDurableFolder(place);
    const folder = await mkdtemp(join(place, '.circuit-tree-'));
    try {
      const handle = openSync(join(folder, 'file'), OPENING | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
      const file = fstatSync(handle);
      closeSync(handle);
      return new OwnFiles({ file, folder: await lstat(folder) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Whether the disk lets others read what is written to it, whatever mode was asked for. */
  get isOpenToOthers(): boolean {
    return (this.#file.mode & OPEN_TO_OTHERS) !== 0;
  }

  /** Whether a path is a folder that this server made, and into which nobody else can have put anything. */
  async hasMade(path: string): Promise<boolean> {
    const found = await unlessMissing(lstat(path));
    if (found?.isDirectory() !== true || found.uid !== this.#folder.uid) return false;
    return (found.mode & WRITABLE_BY_OTHERS & ~this.#folder.mode) === 0;
  }

  /** Makes a folder that was not there. What somebody put in its place meanwhile is refused. */
  async makeFolder(path: string): Promise<void> {
    await makeDurableFolder(dirname(path));
    try {
      await mkdir(path, { mode: FOLDER_MODE });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      throw new UserError(REFUSED, `Somebody else has put ${path} there: remove it`);
    }
    await syncFolder(dirname(path));
  }

  /** Makes a folder, or makes it anew unless it is the server's own and closed to others. */
  async requireFolder(path: string): Promise<void> {
    const found = await unlessMissing(lstat(path));
    if (found?.isDirectory() === true && isLike(found, this.#folder)) return;
    if (found) await this.removeOwn(path);
    await this.makeFolder(path);
  }

  /** Removes whatever is there, a link and not its target. A folder of another account is refused. */
  async removeOwn(path: string): Promise<void> {
    const found = await unlessMissing(lstat(path));
    if (found?.isDirectory() === true) {
      if (found.uid !== this.#folder.uid)
        throw new UserError(REFUSED, `${path} belongs to another account of the machine: remove it`);
      // Others must not exchange a folder for a link while its content is removed.
      await chmod(path, FOLDER_MODE).catch(() => undefined);
    }
    await removeAll(path);
  }

  /** Opens a file for reading and writing; anything that is not the server's own is removed, and made anew. */
  open(path: string): number {
    const handle = this.#openOwn(path);
    if (handle !== undefined) return handle;
    rmSync(path, { recursive: true, force: true });
    return openSync(path, OPENING | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  }

  /** Removes what is there unless it is a file of the server's own; a file may then take its place. */
  clearUnlessOwn(path: string): void {
    const handle = this.#openOwn(path);
    if (handle === undefined) rmSync(path, { recursive: true, force: true });
    else closeSync(handle);
  }

  #openOwn(path: string): number | undefined {
    // A device must not even be opened.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    let handle: number | undefined;
    try {
      handle = openSync(path, OPENING);
      const found = fstatSync(handle);
      if (found.isFile() && found.nlink === 1 && isLike(found, this.#file)) return handle;
    } catch (error) {
      if (!['ENOENT', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
    }
    if (handle !== undefined) closeSync(handle);
    return undefined;
  }
}

function isLike(found: Owned, made: Owned): boolean {
  return found.uid === made.uid && (found.mode & MODES) === (made.mode & MODES);
}
