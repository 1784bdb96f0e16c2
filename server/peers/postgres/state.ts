import { Client } from 'pg';
import { reasonOf, StartError, UserError } from '#server/core/errors.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';

export function hasTables(url: string): Promise<boolean> {
  return ask(url, "select to_regclass('photos') is not null as answer");
}

export async function hasPhotoRows(url: string): Promise<boolean> {
  return (await hasTables(url)) && ask(url, 'select exists (select 1 from photos) as answer');
}

/** Keeps servers from starting on a database; returns a function that allows it again. */
export async function claimWhileStopped(url: string): Promise<() => Promise<void>> {
  const client = await connect(url);
  client.on('error', () => undefined);
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    ADVISORY_LOCKS.server,
  ]);
  if (rows[0]?.free === true) return () => client.end();
  await client.end();
  throw new UserError(409, 'A server is running on this database: stop it first');
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
