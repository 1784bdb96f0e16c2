import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { copyTemplateInto } from './databaseTemplate.ts';
import { databaseUrlFor, dropDatabaseOf } from './testPostgres.ts';
import { type UserRepository, userRepository } from '#server/users/userRepository.ts';

const START = Date.UTC(2026, 0, 1);

export interface TestDatabase {
  db: Database;
  users: UserRepository;
  now: () => number;
  advance(milliseconds: number): void;
  /** Empties these tables, in this order, and turns the clock back: the tests of a file can share one database. */
  empty(...tables: (keyof Schema)[]): Promise<void>;
  close(): Promise<void>;
}

/** A database of its own and a clock to turn, without a server around them. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-database-'));
  const url = await databaseUrlFor(folder);
  if (url === undefined) await copyTemplateInto(folder);
  const { db } = await openDatabase(folder, { url });
  let time = START;
  const now = () => time;
  return {
    db,
    users: userRepository(db, { now, unusableEmails: [] }),
    now,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    empty: async (...tables) => {
      for (const table of tables) await db.deleteFrom(table).execute();
      time = START;
    },
    close: async () => {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
      await dropDatabaseOf(folder);
    },
  };
}
