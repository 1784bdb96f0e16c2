import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import {
  constants,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { closeFile } from '#server/core/db/dataFolder.ts';
import { codeOf } from '#server/core/errors.ts';

const run = promisify(execFile);

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** A new file that is written as its bytes arrive. */
export type NewFile = Pick<FileHandle, 'writeFile' | 'close'>;

export function createFile(file: string): Promise<NewFile> {
  return open(file, 'wx');
}

/** Writes a new file, which only the owner may read, that is on disk when the promise resolves. */
export async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file durably: at any time either the old or the new file is there, complete. */
export async function replaceDurably(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await removeAll(unfinished);
  await writeDurably(unfinished, bytes);
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}

/** Moves files and folders with these names from one folder into another on the same disk. */
export async function moveDurably(names: readonly string[], { from, to }: { from: string; to: string }): Promise<void> {
  await makeDurableFolder(to);
  for (const name of names) await rename(join(from, name), join(to, name));
  await syncFolder(to);
}

/** Whether a file or folder is there and was last written to before a time. */
export async function isWrittenBefore(path: string, at: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < at;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes a file, or a folder with all that is in it, if there is one. */
export async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'circuit-tree-'));
}

export function readText(file: string): Promise<string> {
  return readFile(file, 'utf8');
}

/** The text of a file; undefined when there is none, or a link or pipe in its place, which may have no end. */
export async function textOfFile(file: string): Promise<string | undefined> {
  const found = await unlessMissing(lstat(file));
  return found?.isFile() === true ? readText(file) : undefined;
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The type of file systems whose driver is an ordinary program. */
const FUSE = 0x65_73_55_46;

/**
 * Copies a file durably; only the owner may read the copy. On file systems that support it, the copy shares the file's
 * disk blocks until one of the two changes.
 */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  closeFile(to);
  await syncFile(to);
}

/** SHA-256 as hexadecimal digits. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** The hash and the size of a file. */
export async function hashAndSizeOf(file: string): Promise<{ hash: string; bytes: number }> {
  return { hash: await hashOfFile(file), bytes: (await stat(file)).size };
}

/** A file whose bytes are read from the disk as they are asked for. */
export function fileAsBlob(file: string): Promise<Blob> {
  return openAsBlob(file);
}

export function hashOfFile(file: string): Promise<string> {
  return hashOf(createReadStream(file));
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

/**
 * Makes everything on a folder's disk durable at once, which takes less time than a few hundred folders one by one.
 * Resolves to false where the system has no command for it, or the disk's driver does not support it (FUSE).
 */
export async function syncDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || (await statfs(folder)).type === FUSE) return false;
  return run('sync', ['--file-system', folder]).then(
    () => true,
    () => false,
  );
}

/** Creates a folder and its parents so that they are still there after a power cut. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** The names in a folder; none when there is no such folder, or a file in its place. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

/** The result of reading a file or folder; undefined when it, or a folder above it, is not there. */
export async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
