import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/db/open.ts';
import { copyTemplateInto } from './databaseTemplate.ts';
import { databaseUrlFor, dropDatabaseOf } from './testPostgres.ts';
import { type UserRepository, userRepository } from '#server/users/userRepository.ts';

export interface TestDatabase {
  db: Database;
  users: UserRepository;
  now: () => number;
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** A database of its own and a clock to turn, without a server around them. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-database-'));
  const url = await databaseUrlFor(folder);
  if (url === undefined) await copyTemplateInto(folder);
  const { db } = await openDatabase(folder, { url });
  let time = Date.UTC(2026, 0, 1);
  const now = () => time;
  return {
    db,
    users: userRepository(db, { now, unusableEmails: [] }),
    now,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    close: async () => {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
      await dropDatabaseOf(folder);
    },
  };
}
