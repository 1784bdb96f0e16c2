import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { reasonOf, StartError } from '#server/core/errors.ts';
import type { Backend } from '../backend.ts';
import { CACHES } from '#server/core/limits.ts';
import { ALONE } from '../cluster.ts';
import { cacheBytes } from '#server/core/settings/machine.ts';
import { DATABASE_FILE, makeDataFolder, whyNotWritable } from '../dataFolder.ts';
import { BusyRetryDialect } from './busyRetryDialect.ts';
import { copyBeforeUpgrade, refuseNewer } from './databaseCopies.ts';

const KB = 1024;

/**
 * Notices every write to a database. SQLite reports to a connection only the commits of others, so this is a separate
 * connection that writes nothing: for it, this process is one of the others.
 */
class WriteWatcher {
  readonly #file: string;
  #sqlite: Sqlite.Database | undefined;
  #statement: Sqlite.Statement | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Changes with each commit. */
  get version(): number {
    this.#sqlite ??= new Sqlite(this.#file, { readonly: true, timeout: 0 });
    this.#statement ??= this.#sqlite.prepare('pragma data_version').pluck();
    return Number(this.#statement.get());
  }

  close(): void {
    this.#sqlite?.close();
  }
}

/**
 * The time that opening waits for a locked database. The wait may block the process, since the server does not respond
 * to anybody yet.
 */
const OPENING_TIMEOUT_MS = 15_000;

const ALL_PAGES = 2 ** 31 - 1;

/** The database in the data folder: one file, read and written by this process and by the operator's commands. */
export function openSqlite(
  dataDir: string,
  { known, keepsOld }: { known: readonly string[]; keepsOld: boolean },
): Backend {
  makeDataFolder(dataDir);
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = openFile(file, known);
  const watcher = new WriteWatcher(file);
  const version = () => Number(sqlite.pragma('data_version', { simple: true }));
  return {
    dialect: new BusyRetryDialect(sqlite, { onClose: () => watcher.close() }),
    beforeUpgrade: async () => {
      const copy = keepsOld ? await copyBeforeUpgrade(sqlite, { dataDir, known }) : undefined;
      return () => copy?.forget();
    },
    opened: async () => undefined,
    version,
    accessVersion: () => watcher.version,
    aheadMs: () => 0,
    library: { current: version },
    cluster: ALONE,
    backup: async (target) => {
      // All pages in one step: a write of another process between two steps would restart the copy.
      await sqlite.backup(target, { progress: () => ALL_PAGES });
    },
  };
}

function openFile(file: string, known: readonly string[]): Sqlite.Database {
  try {
    const sqlite = new Sqlite(file, { timeout: OPENING_TIMEOUT_MS });
    refuseNewer(sqlite, known);
    sqlite.pragma('journal_mode = WAL');
    // A photo that was acknowledged must survive a power cut, not only a crash.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    // In kB. A small machine gets a smaller cache than the driver's default, since the system's own cache has the
    // pages.
    sqlite.pragma(`cache_size = -${Math.floor(cacheBytes(CACHES.databaseBytes, CACHES.partsOfMemory) / KB)}`);
    // A deleted key must not stay in the file's free pages, from where every backup would copy it.
    sqlite.pragma('secure_delete = ON');
    // From now on BusyRetryDialect waits for locks, without blocking the process.
    sqlite.pragma('busy_timeout = 0');
    return sqlite;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATA_DIR: the database ${file} cannot be opened: ${whyNotWritable(dirname(file)) ?? reasonOf(error)}`,
    );
  }
}
