import { readdirSync, readFileSync } from 'node:fs';

/** Each check costs milliseconds for each process: more frequent ones would slow down the watched process. */
const EVERY_MS = 250;

/** Watches a process and all its children; returns the most memory they had at once, in megabytes. */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, familyMegabytes(pid));
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}

/** The present memory of one process. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1]) / 1024;
}

/**
 * The present memory of a process and all its children. What processes share (Node itself, libvips) is counted once: the
 * proportional set size, of which other programs on the same Node bear a part. `Anonymous`: without pages of files.
 */
export function familyMegabytes(pid: number, field: 'Pss' | 'Anonymous' = 'Pss'): number {
  const sizes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm');
  const kilobytes = familyOf(pid).map((one) => Number(sizes.exec(read(one, 'smaps_rollup'))?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => Number(/^PPid:\s+(\d+)/m.exec(read(other, 'status'))?.[1]) === pid);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
