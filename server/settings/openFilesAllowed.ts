import { readFileSync } from 'node:fs';

/** Assumed where the system does not tell. */
const USUAL = 12_000;

/**
 * Returns the number of files, connections among them, that this process may have open at once. Node raises its limit
 * to the highest allowed at its start; only Linux shows it as a file.
 */
export function openFilesAllowed(): number {
  try {
    const allowed = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return allowed === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(allowed ?? USUAL);
  } catch {
    return USUAL;
  }
}
