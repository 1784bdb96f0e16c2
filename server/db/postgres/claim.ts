import { Client } from 'pg';
import { reasonOf, StartError } from '../../errors.ts';

/** Some number: no other program that uses the same database may lock by it. */
const SERVER_LOCK = 5_461_902_731;

/** Keeps the lock's connection from being garbage. */
const claims: Client[] = [];

/**
 * Claims a database for this server as long as it runs. The files of the photos are in its own data folder, so another
 * server would list photos whose files it has not got. PostgreSQL releases the lock when the connection ends.
 */
export async function claimDatabase(url: string): Promise<void> {
  const client = await connect(url);
  client.on('error', () => undefined);
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SERVER_LOCK]);
  if (rows[0]?.free !== true) {
    await client.end();
    throw new StartError('DATABASE_URL: another server is running on this database');
  }
  claims.push(client);
}

export function hasTables(url: string): Promise<boolean> {
  return ask(url, "select to_regclass('photos') is not null as answer");
}

export async function hasPhotoRows(url: string): Promise<boolean> {
  return (await hasTables(url)) && ask(url, 'select exists (select 1 from photos) as answer');
}

async function ask(url: string, question: string): Promise<boolean> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ answer: boolean }>(question);
    return rows[0]?.answer === true;
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000, keepAlive: true });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`DATABASE_URL: the database cannot be reached: ${reasonOf(error)}`);
  }
}
