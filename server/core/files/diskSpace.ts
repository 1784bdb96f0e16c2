import { statfs } from 'node:fs/promises';

/** Bytes of a disk. A network disk that does not know its size has 0 in all. */
export interface DiskSpace {
  bytes: number;
  freeBytes: number;
}

/** The bytes of a folder's disk, and those that are free for us. Some network disks do not know their size, which is 0. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** The share of a disk that is free for us, from 0 to 1. */
export function freeShareOf({ bytes, freeBytes }: DiskSpace): number {
  return bytes === 0 ? 1 : freeBytes / bytes;
}

/** The bytes of a folder's disk that are free for us. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
