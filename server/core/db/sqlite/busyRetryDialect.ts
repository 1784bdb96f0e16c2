import { setTimeout as wait } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { backoff } from '#domain/backoff.ts';
import { codeOf, UserError } from '#server/core/errors.ts';
import { CACHES } from '#server/core/limits.ts';
import { Mutex } from '#server/core/locks.ts';

const BUSY_TIMEOUT_MS = 15_000;
const retryDelayMs = backoff({ firstMs: 5, longestMs: 200 });
const BUSY = 'The database is busy with other work: please try again in a moment';

interface DialectOptions {
  timeoutMs: number;
  /** Called before the database is closed. */
  onClose: () => void;
}

/**
 * Kysely's SQLite dialect, which retries while another process (a backup, the operator's CLI) has locked the database.
 * SQLite's own busy timeout would wait inside a synchronous call, and stop the whole server meanwhile. Here a statement
 * that finds the database locked releases the connection to others (readers above all) and retries a little later.
 */
export class BusyRetryDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database;
  readonly #options: DialectOptions;

  constructor(sqlite: Sqlite.Database, options: Partial<DialectOptions> = {}) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
    this.#options = { timeoutMs: BUSY_TIMEOUT_MS, onClose: () => undefined, ...options };
  }

  override createDriver(): Driver {
    return new BusyRetryDriver(this.#sqlite, this.#options);
  }

  override createAdapter(): DialectAdapter {
    return new SharedConnectionAdapter();
  }
}

/** Turns off Kysely's own lock of the connection; the lock in this file can be released while a statement waits. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Makes all pending migrations one transaction: one that fails, or a power cut, leaves nothing half migrated. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class BusyRetryDriver extends SqliteDriver {
  readonly #shared: Omit<BusyRetryOptions, 'connection'>;

  constructor(sqlite: Sqlite.Database, { timeoutMs, onClose }: DialectOptions) {
    super({ database: withPreparedStatements(sqlite, onClose) });
    this.#shared = { sqlite, timeoutMs, mutex: new Mutex() };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new BusyRetryConnection({ connection: await super.acquireConnection(), ...this.#shared });
    await connection.lock();
    return connection;
  }

  /** `immediate` takes the write lock before the transaction reads anything that could be outdated later. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * SQLite ends a transaction by itself when the disk is full. A rollback would then fail, and its error would hide the
   * first one.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#shared.sqlite.inTransaction) await super.rollbackTransaction(connection);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof BusyRetryConnection) connection.unlock();
  }
}

interface BusyRetryOptions {
  connection: DatabaseConnection;
  sqlite: Sqlite.Database;
  mutex: Mutex;
  timeoutMs: number;
}

class BusyRetryConnection implements DatabaseConnection {
  readonly #options: BusyRetryOptions;
  #release: () => void = () => undefined;

  constructor(options: BusyRetryOptions) {
    this.#options = options;
  }

  async lock(): Promise<void> {
    this.#release = await this.#options.mutex.acquire();
  }

  unlock(): void {
    this.#release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + this.#options.timeoutMs;
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#options.connection.executeQuery<Row>(query);
      } catch (error) {
        if (!codeOf(error)?.startsWith('SQLITE_BUSY')) throw error;
        // Inside a transaction nothing is retried: one statement cannot be repeated without those before it, and the
        // connection cannot be released to others.
        if (this.#options.sqlite.inTransaction || performance.now() > deadline) throw new UserError(503, BUSY);
      }
      this.unlock();
      await wait(retryDelayMs(failures));
      await this.lock();
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#options.connection.streamQuery<Row>(query, chunkSize);
  }
}

/**
 * The database with each statement compiled once instead of at every call. A compiled statement can be shared, because
 * each run ends within one synchronous call. A streamed query would not, so queries must not be streamed.
 */
function withPreparedStatements(sqlite: Sqlite.Database, onClose: () => void): SqliteDatabase {
  const cached = new LRUCache<string, Sqlite.Statement>({ max: CACHES.statements });
  return {
    close: () => {
      onClose();
      sqlite.close();
    },
    prepare: (sql) => {
      const known = cached.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      cached.set(sql, statement);
      return statement;
    },
  };
}
