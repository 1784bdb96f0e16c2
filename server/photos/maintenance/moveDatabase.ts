import { join } from 'node:path';
import { copyRows, holdsLibrary } from '../../db/copyRows.ts';
import { claimDuringRestore, DATABASE_FILE } from '../../db/dataFolder.ts';
import { hasDatabase } from '../../db/libraryState.ts';
import { openDatabase } from '../../db/open.ts';
import { sealDatabase } from '../../db/sqlite/integrity.ts';
import { UserError } from '../../errors.ts';
import { forgetMove, moveMark } from '../../settings/movedAway.ts';
import { removeAll, replaceDurably } from '../store/durableFiles.ts';

interface Move {
  dataDir: string;
  /** The address of the PostgreSQL to which, or from which, the database is copied. */
  url: string;
}

/**
 * Copies all rows from the file in the data folder, in one transaction: a move that was interrupted has changed nothing,
 * and is begun again. The photos stay where they are. Returns how many rows there are.
 */
export function moveToPostgres({ dataDir, url }: Move): Promise<number> {
  return whileStopped({ dataDir, url }, async () => {
    if (!(await hasDatabase({ dataDir, databaseUrl: undefined }))) {
      throw new UserError(404, `There is no database in ${dataDir}`);
    }
    const rows = await copyBetween({ dataDir }, { dataDir, url });
    const { host, pathname } = new URL(url);
    await replaceDurably(moveMark(dataDir, 'database'), Buffer.from(`postgres://${host}${pathname}`));
    return rows;
  });
}

/** The way back: into a new file in the data folder. */
export function moveToFile({ dataDir, url }: Move): Promise<number> {
  return whileStopped({ dataDir, url }, async () => {
    const file = join(dataDir, DATABASE_FILE);
    if (await hasDatabase({ dataDir, databaseUrl: undefined })) {
      throw new UserError(409, `${file} is there already: move it away first`);
    }
    try {
      const rows = await copyBetween({ dataDir, url }, { dataDir });
      sealDatabase(dataDir);
      forgetMove(dataDir, 'database');
      return rows;
    } catch (error) {
      for (const ending of ['', '-wal', '-shm']) await removeAll(file + ending);
      throw error;
    }
  });
}

/** Runs work while no server can start on the data folder, nor on the database. */
export async function whileStopped<Result>({ dataDir, url }: Place, act: () => Promise<Result>): Promise<Result> {
  const release = claimDuringRestore(dataDir);
  try {
    if (url === undefined) return await act();
    const { claimWhileStopped } = await import('../../db/postgres/state.ts');
    const letStart = await claimWhileStopped(url);
    try {
      return await act();
    } finally {
      await letStart();
    }
  } finally {
    release();
  }
}

interface Place {
  dataDir: string;
  url?: string | undefined;
}

async function copyBetween(from: Place, to: Place): Promise<number> {
  const source = await openDatabase(from.dataDir, from);
  try {
    const target = await openDatabase(to.dataDir, to);
    try {
      if (await holdsLibrary(target.db)) {
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
