import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { fits } from '#server/core/schemaChecks.ts';
import { SEALING_KEYS_FILE } from './dataFolder.ts';
import type { Database } from './open.ts';

/** The kinds of sealed texts: keys of other machines, and keys in the codes that tablets show to guests. */
const NAMES = ['sources', 'guest-codes'] as const;
export type SealedName = (typeof NAMES)[number];

/** The keys by what they seal, the one in use first. An earlier one still opens what it has sealed. */
const Keys = Type.Record(Type.String(), Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' })));
type Keys = Static<typeof Keys>;

const OWNER_ONLY = 0o600;

/** The keys in the file of a data folder or backup. A damaged file counts as none. */
export function keysIn(folder: string): Keys {
  const file = join(folder, SEALING_KEYS_FILE);
  // A pipe in its place would be read for ever.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return {};
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return fits(Keys, found) ? found : {};
  } catch {
    return {};
  }
}

/** At any time either the old or the new file is there, complete and readable by the owner only. */
export function writeKeys(folder: string, keys: Keys): void {
  const file = join(folder, SEALING_KEYS_FILE);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true, recursive: true });
  const handle = openSync(unfinished, 'wx', OWNER_ONLY);
  try {
    writeFileSync(handle, `${JSON.stringify(keys)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, file);
  syncFolder(folder);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The keys of a folder and those in a database, which are the ones in use. */
export async function knownKeys(db: Database, folder: string): Promise<Keys> {
  return merged(await rowsOf(db), keysIn(folder));
}

/**
 * Puts the keys of one folder, and those in a database, into the file of another folder, and takes them out of the
 * database. The keys in the database are those in use: an earlier version of the program may have run since.
 */
export async function carryKeys(db: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await rowsOf(db);
  const keys = merged(rows, keysIn(from));
  if (Object.keys(keys).length === 0) return;
  if (JSON.stringify(keys) !== JSON.stringify(keysIn(to))) writeKeys(to, keys);
  if (Object.keys(rows).length > 0) await db.deleteFrom('server_secrets').where('name', 'in', NAMES).execute();
}

/** Puts the keys in use back into the database, before it moves to a place without a file beside it. */
export async function returnKeys(db: Database, folder: string): Promise<void> {
  const keys = await knownKeys(db, folder);
  const rows = Object.entries(keys).flatMap(([name, [value]]) => (value === undefined ? [] : [{ name, value }]));
  if (rows.length === 0) return;
  const insert = db.insertInto('server_secrets').values(rows);
  await insert.onConflict((conflict) => conflict.column('name').doNothing()).execute();
}

async function rowsOf(db: Database): Promise<Keys> {
  const rows = await db.selectFrom('server_secrets').select(['name', 'value']).where('name', 'in', NAMES).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, [value]]));
}

function merged(first: Keys, then: Keys): Keys {
  const names = NAMES.filter((name) => first[name] ?? then[name]);
  return Object.fromEntries(names.map((name) => [name, [...new Set([...(first[name] ?? []), ...(then[name] ?? [])])]]));
}
