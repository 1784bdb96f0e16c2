import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyRows, holdsLibrary } from '../db/copyRows.ts';
import { claimDuringRestore, DATABASE_FILE } from '../db/dataFolder.ts';
import { openDatabase } from '../db/open.ts';
import { sealDatabase } from '../db/sqlite/integrity.ts';
import { UserError } from '../errors.ts';
import { VariableReader } from '../settings/variableReader.ts';
import { type Command, UsageError } from './command.ts';

const FILE = 'file';

/**
 * Copies all rows between the file in the data folder and PostgreSQL, in one transaction: a move that was interrupted
 * has changed nothing, and is begun again. The photos stay where they are.
 */
export const MOVE_COMMAND: Command = {
  name: 'move',
  parameters: '--to POSTGRES-ADDRESS | --to file',
  does: 'copies the database to an empty PostgreSQL, or from DATABASE_URL into a file in the data folder; the server must be stopped',
  words: 0,
  options: { to: 'value' },
  runWithSettings: async ({ flags: { to } }, { settings: { dataDir, databaseUrl }, print }) => {
    if (typeof to !== 'string')
      throw new UsageError('Say where: --to postgres://user:password@host/name, or --to file');
    const release = claimDuringRestore(dataDir);
    try {
      const rows = to === FILE ? await moveToFile(dataDir, databaseUrl) : await moveToPostgres(dataDir, to);
      print(`${rows} rows were copied and counted; nothing was removed where they came from`);
    } finally {
      release();
    }
    print(
      to === FILE
        ? 'Start the server without DATABASE_URL from now on'
        : 'Start the server with DATABASE_URL set to this address from now on',
    );
  },
};

async function moveToPostgres(dataDir: string, to: string): Promise<number> {
  const url = new VariableReader({ '--to': to }).postgresUrl('--to');
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new UserError(404, `There is no database in ${dataDir}`);
  return copyBetween({ dataDir }, { dataDir, url });
}

async function moveToFile(dataDir: string, url: string | undefined): Promise<number> {
  if (url === undefined) throw new UsageError('DATABASE_URL says from where: it is not set');
  const file = join(dataDir, DATABASE_FILE);
  if (existsSync(file)) throw new UserError(409, `${file} is there already: move it away first`);
  try {
    const rows = await copyBetween({ dataDir, url }, { dataDir });
    sealDatabase(dataDir);
    return rows;
  } catch (error) {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    throw error;
  }
}

interface Place {
  dataDir: string;
  url?: string | undefined;
}

async function copyBetween(from: Place, to: Place): Promise<number> {
  const source = await openDatabase(from.dataDir, { url: from.url });
  try {
    const target = await openDatabase(to.dataDir, { url: to.url });
    try {
      if (!target.isNew && (await holdsLibrary(target.db))) {
        throw new UserError(409, 'There is a library in that database already: name an empty one');
      }
      return await copyRows(source.db, target.db);
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}
