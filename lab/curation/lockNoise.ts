import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';

const LONGEST_LOCK_MS = 15;
const LONGEST_REST_MS = 15;

/**
 * A process that holds the database's write lock again and again for some milliseconds. Returns a function that stops
 * it.
 */
export async function startLockNoise(dataDir: string): Promise<() => Promise<void>> {
  const noise = fork(fileURLToPath(import.meta.url), [dataDir]);
  await once(noise, 'message');
  return async () => {
    const gone = once(noise, 'exit');
    noise.kill('SIGKILL');
    await gone;
  };
}

if (import.meta.main) {
  const sqlite = new Sqlite(join(process.argv[2] ?? '', DATABASE_FILE), { timeout: 60_000 });
  process.on('disconnect', () => process.exit(0));
  process.send?.('begun');
  for (;;) {
    sqlite.exec('BEGIN IMMEDIATE');
    await wait(1 + Math.random() * LONGEST_LOCK_MS);
    sqlite.exec('ROLLBACK');
    await wait(Math.random() * LONGEST_REST_MS);
  }
}
