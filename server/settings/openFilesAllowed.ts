import { readFileSync } from 'node:fs';

/** Assumed where the system does not tell. */
const USUAL = 12_000;

/**
 * How many files, connections among them, this process may have open at once. Node raises the limit of its process to the
 * highest allowed when it starts; only Linux shows it as a file.
 */
export function openFilesAllowed(): number {
  try {
    const allowed = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return allowed === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(allowed ?? USUAL);
  } catch {
    return USUAL;
  }
}
