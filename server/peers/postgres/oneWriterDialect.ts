import {
  type ColumnDefinitionNode,
  CompiledQuery,
  type CreateTableNode,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';

interface DialectConfig extends PostgresDialectConfig {
  /** Called before the connections are closed. */
  beforeEnd: () => Promise<void>;
}

/**
 * Kysely's PostgreSQL dialect with the behaviour that repositories and migrations expect from SQLite: transactions run
 * one after the other, texts are compared byte by byte, and automatic ids are integers.
 */
export class OneWriterDialect extends PostgresDialect {
  readonly #config: DialectConfig;

  constructor(config: DialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#config);
  }

  override createQueryCompiler(): QueryCompiler {
    return new LikeSqliteCompiler();
  }
}

class OneWriterDriver extends PostgresDriver {
  readonly #beforeEnd: () => Promise<void>;

  constructor(config: DialectConfig) {
    super(config);
    this.#beforeEnd = config.beforeEnd;
  }

  /**
   * A new transaction waits for the current one to end, on all servers: a rule that reads before it writes (a free
   * slug, the last admin) needs no other protection. The lock is released with the transaction, however it ends.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    if (settings.accessMode === 'read only') return;
    try {
      await connection.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.writer]));
    } catch (error) {
      // Kysely rolls back only what has begun.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
  }

  override async destroy(): Promise<void> {
    await this.#beforeEnd();
    await super.destroy();
  }
}

/** Translates the SQL of repositories and migrations from SQLite's dialect into PostgreSQL's. */
class LikeSqliteCompiler extends PostgresQueryCompiler {
  /** SQLite's numbers have 64 bits, and it sorts texts byte by byte, whatever the language of the machine. */
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'integer') this.append('bigint');
    else if (node.dataType === 'text') this.append('text collate "C"');
    else if (node.dataType === 'real') this.append('double precision');
    else super.visitDataType(node);
  }

  /** SQLite's storage options in migrations mean nothing here. */
  protected override visitCreateTable(node: CreateTableNode): void {
    const { endModifiers: _storage, ...table } = node;
    super.visitCreateTable(table);
  }

  /** An empty list matches nothing, as in SQLite; PostgreSQL does not allow an empty list. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(null)');
    else super.visitPrimitiveValueList(node);
  }

  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    if (!node.autoIncrement) return super.visitColumnDefinition(node);
    const dataType: DataTypeNode = { kind: 'DataTypeNode', dataType: 'bigserial' };
    super.visitColumnDefinition({ ...node, autoIncrement: false, dataType });
  }
}
