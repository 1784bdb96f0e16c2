import { constants, copyFile, type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../errors.ts';

/** A new file that is written as its bytes arrive. */
export type NewFile = Pick<FileHandle, 'writeFile' | 'close'>;

export function createFile(file: string): Promise<NewFile> {
  return open(file, 'wx');
}

/** Writes a new file that is on disk when the promise resolves. */
export async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The copy shares the file's blocks until one of the two changes, on file systems that can. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await syncFile(to);
}

/** Makes sure that files renamed, created or removed in a folder stay so after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its parents so that they are still there after a power cut. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
