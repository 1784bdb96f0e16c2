import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '#server/core/db/open.ts';

/** A server whose databases tests may create and drop; undefined: they run on SQLite. */
const SERVER = process.env.TEST_DATABASE_URL;

/** For tests of what only a database in a file has: its size, its being read-only. */
export const IS_POSTGRES = SERVER !== undefined;

/** Holds the tables of the newest migration: a copy of it takes a tenth of the time that the migrations take. */
const TEMPLATE = 'circuit_tree_template';

/** Two creations at once would find each other's template in use. */
const LOCK = 7_340_021;

/** The address of the database that belongs to a data folder, created at the first call; undefined on SQLite. */
export async function databaseUrlFor(dataDir: string): Promise<string | undefined> {
  if (SERVER === undefined) return undefined;
  // Lists the kind of database.
  await import('#server/subjects.ts');
  const name = `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  await withLock(async (client) => {
    if (await exists(client, name)) return;
    if (!(await exists(client, TEMPLATE))) await makeTemplate(client);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return addressOf(name);
}

export async function dropDatabaseOf(dataDir: string): Promise<void> {
  const url = await databaseUrlFor(dataDir);
  if (url === undefined) return;
  const name = new URL(url).pathname.slice(1);
  await withLock(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function withLock(act: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await act(client);
  } finally {
    await client.end();
  }
}

async function exists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

async function makeTemplate(client: Client): Promise<void> {
  const unfinished = `${TEMPLATE}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const { db } = await openDatabase('', { url: addressOf(unfinished) });
  await db.destroy();
  await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
}

function addressOf(name: string): string {
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}
