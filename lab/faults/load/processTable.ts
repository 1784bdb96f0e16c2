import { readdirSync, readFileSync } from 'node:fs';

const KB = 1024;

/** The open files of a process of this machine. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function residentBytesOf(pid: number): number {
  return KB * numberIn(`/proc/${pid}/status`, /VmRSS:\s+(\d+)/);
}

/** Bytes that the process had written to a disk so far. */
export function bytesWrittenBy(pid: number): number {
  return numberIn(`/proc/${pid}/io`, /^write_bytes: (\d+)/m);
}

/** The memory of all processes that a process started. */
export function residentBytesOfChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + residentBytesOf(Number(child)), 0);
}

/** Zero for a process that has just ended. */
function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
