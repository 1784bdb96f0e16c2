import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';

/** There are some dozens; long lists of parameters make new texts, and the least used go. */
const KEPT_STATEMENTS = 200;

/**
 * The database with its statements compiled once instead of at every call. A statement is used up within one
 * synchronous call, so that nobody meets it half way; for that reason nothing here may be streamed.
 */
export function withPreparedStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: KEPT_STATEMENTS });
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}
