import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '#server/core/db/open.ts';
import { inOneLine, reasonOf, StartError } from '#server/core/errors.ts';
import { VariableReader } from '#server/core/settings/variableReader.ts';
import { openStore } from '#server/photos/store/stores.ts';
import { FOLLOW } from './backupSchedule.ts';
import { follow } from './follow.ts';
import { makeScheduledBackup } from './scheduledBackup.ts';

/**
 * The child process that makes the backups that are due, started by backupSchedule.ts. Reading, hashing and copying in
 * a process of its own delays no request.
 */

const NICENESS = 15;

/** The modules list the kinds of databases and stores that the server knows. */
const [dataDir = '', dir = '', keep = '', ...modules] = process.argv.slice(2);

process.on('disconnect', () => process.exit(1));
// Node's own report would be a stack in the server's log.
process.on('uncaughtException', (error) => {
  process.stderr.write(`The backup failed: ${error instanceof StartError ? error.message : inOneLine(error)}\n`);
  process.exit(1);
});
// A terminal's Ctrl+C reaches child processes too; the server ends this one.
process.on('SIGINT', () => undefined);
try {
  setPriority(NICENESS);
} catch {
  // A system that does not allow it makes the backup with the usual priority.
}

// Gives the event `disconnect` time to end this process if the server was killed in the meantime. Its data folder may
// be gone, and a new library there would be in the way.
await setImmediate();
for (const module of modules) await import(module);
const { db, backup } = await openDatabase(dataDir, { url: process.env.DATABASE_URL || undefined });
const place = { dataDir, photosUrl: new VariableReader(process.env).text('S3_URL') };
const store = await openStore(place, { db, now: Date.now });
const source = { dataDir, store, backupDatabase: backup, now: Date.now };
const result =
  keep === FOLLOW
    ? await follow(source, dir).then(
        (followedAt) => ({ followedAt: followedAt ?? null }),
        (error: unknown) => ({ failure: reasonOf(error) }),
      )
    : await makeScheduledBackup(source, { dir, keep: Number(keep) });
await db.destroy();
process.send?.(result, () => process.disconnect());
