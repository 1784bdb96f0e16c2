import { setTimeout as wait } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { codeOf, UserError } from '../errors.ts';
import { withPreparedStatements } from './preparedStatements.ts';
import { Turns } from './mutex.ts';

const PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;
const BUSY = 'The database is busy with other work: please try again in a moment';

/**
 * Kysely's SQLite, patient with other processes that hold the database (a backup, the operator's CLI). SQLite's own
 * busy time-out would wait inside a synchronous call, and with it the whole server. Here a statement that finds the
 * database locked gives up its turn, so that others (readers above all) go on, and tries again a little later.
 */
export class BusyRetryDialect extends SqliteDialect {
  readonly #sqlite: Sqlite.Database;
  readonly #patienceMs: number;

  constructor(sqlite: Sqlite.Database, patienceMs = PATIENCE_MS) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
    this.#patienceMs = patienceMs;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#sqlite, this.#patienceMs);
  }

  override createAdapter(): DialectAdapter {
    return new TurnTakingAdapter();
  }
}

/** Kysely would hold a lock of its own around a connection; ours can be given up while a statement waits. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  readonly #shared: Omit<PatientParts, 'connection'>;

  constructor(sqlite: Sqlite.Database, patienceMs: number) {
    super({ database: withPreparedStatements(sqlite) });
    this.#shared = { sqlite, patienceMs, turns: new Turns() };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const patient = new PatientConnection({ connection, ...this.#shared });
    await patient.takeTurn();
    return patient;
  }

  /** Immediate: the write lock is had, or waited for, before anything was read that could be outdated by then. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof PatientConnection) connection.endTurn();
  }
}

interface PatientParts {
  connection: DatabaseConnection;
  sqlite: Sqlite.Database;
  turns: Turns;
  patienceMs: number;
}

class PatientConnection implements DatabaseConnection {
  readonly #parts: PatientParts;
  #endTurn: () => void = () => undefined;

  constructor(parts: PatientParts) {
    this.#parts = parts;
  }

  async takeTurn(): Promise<void> {
    this.#endTurn = await this.#parts.turns.take();
  }

  endTurn(): void {
    this.#endTurn();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + this.#parts.patienceMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.#parts.connection.executeQuery<Row>(query);
      } catch (error) {
        if (!codeOf(error)?.startsWith('SQLITE_BUSY')) throw error;
        // Inside a transaction nothing may be repeated by itself, and the turn cannot be given up.
        if (this.#parts.sqlite.inTransaction || performance.now() > deadline) throw new UserError(503, BUSY);
      }
      this.endTurn();
      await wait(pause);
      await this.takeTurn();
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#parts.connection.streamQuery<Row>(query, chunkSize);
  }
}
