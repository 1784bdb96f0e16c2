import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { codeOf, UserError } from '#server/core/errors.ts';

/**
 * A listed file became something else before it was opened. Its folder may belong to other people, and a link in it
 * could lead to any file that the server may read.
 */
export class FileReplaced extends UserError {
  override name = 'FileReplaced';

  constructor(path: string) {
    super(503, `${path} was moved, or replaced by a link, while it was read: it is not taken`);
  }
}

/** A link at the end of the path, and a socket. */
const NO_FILE_CODES = ['ELOOP', 'EMLINK', 'ENXIO'];

/**
 * Opens an ordinary file for reading, given by its real path. Throws FileReplaced when there is anything else, or when
 * a folder on the way became a link that leads to another file. A pipe cannot make it wait.
 */
export async function openInPlace(path: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw NO_FILE_CODES.includes(codeOf(error) ?? '') ? new FileReplaced(path) : error;
  });
  try {
    if ((await file.stat()).isFile() && isOnePath(await placeOf(file, path), path)) return file;
    throw new FileReplaced(path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether a path is a real one: no folder on the way is a link. */
export async function isInPlace(path: string): Promise<boolean> {
  return isOnePath(await realpath(path), path);
}

/**
 * The real path of an open file. Linux reports it for the file itself. Other systems resolve the name just after
 * opening, so that a link that was there only during the opening is not noticed.
 */
function placeOf(file: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
}

/**
 * Whether two paths are the same. Some disks accept several spellings of a name, and report the one that was used
 * first.
 */
function isOnePath(one: string, other: string): boolean {
  return one === other || spelling(one) === spelling(other);
}

function spelling(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
