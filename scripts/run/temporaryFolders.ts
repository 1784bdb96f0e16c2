import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** All tests at once write less than one; containers often have 64 MB there. */
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Puts the temporary folders of all tests into memory where there is room for them. The product flushes each write to
 * the disk, and on a busy or slow one the tests would wait for that most of their time.
 */
export function moveTemporaryFoldersToMemory(): void {
  if (process.env.TMPDIR !== undefined || freeBytes() < LEAST_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'circuit-tree-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
