import { join } from 'node:path';
import { copyRows, holdsLibrary, sameRows } from '#server/core/db/copying/copyRows.ts';
import { claimDuringRestore, DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { hasDatabase } from '#server/core/db/installation.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { sealDatabase } from '#server/core/db/sqlite/integrity.ts';
import { UserError } from '#server/core/errors.ts';
import { returnKeys } from '#server/core/db/sealingKeysFile.ts';
import { forgetMove, moveMark } from '#server/core/settings/movedAway.ts';
import {
  makeDurableFolder,
  moveDurably,
  removeAll,
  replaceDurably,
  syncFile,
} from '#server/core/files/durableFiles.ts';

/** The place where the file is made, so that an unfinished one is never mistaken for a database. */
const UNFINISHED = 'move.unfinished';

interface Move {
  dataDir: string;
  /** The address of the PostgreSQL database to or from which the rows are copied. */
  url: string;
}

/**
 * Copies all rows from the file in the data folder, in one transaction: an interrupted move has changed nothing or only
 * lacks its last step, and can be started again. The photos stay where they are. Returns the number of rows.
 */
export function moveToPostgres({ dataDir, url }: Move): Promise<number> {
  return whileStopped({ dataDir, url }, async () => {
    if (!(await hasDatabase({ dataDir, databaseUrl: undefined }))) {
      throw new UserError(404, `There is no database in ${dataDir}`);
    }
    await returnSealingKeys(dataDir);
    const rows = await copyBetween({ dataDir }, { dataDir, url });
    const { host, pathname } = new URL(url);
    await replaceDurably(moveMark(dataDir, 'database'), Buffer.from(`postgres://${host}${pathname}`));
    return rows;
  });
}

/** Servers on one PostgreSQL have no folder in common: the keys that open what is sealed go with the rows. */
async function returnSealingKeys(dataDir: string): Promise<void> {
  const { db } = await openDatabase(dataDir);
  try {
    await returnKeys(db, dataDir);
  } finally {
    await db.destroy();
  }
}

/** Copies the rows back into a new file in the data folder. */
export function moveToFile({ dataDir, url }: Move): Promise<number> {
  return whileStopped({ dataDir, url }, async () => {
    const rows = await copyIntoFile({ dataDir, url });
    forgetMove(dataDir, 'database');
    return rows;
  });
}

async function copyIntoFile({ dataDir, url }: Move): Promise<number> {
  const file = join(dataDir, DATABASE_FILE);
  if (await hasDatabase({ dataDir, databaseUrl: undefined })) {
    return copyBetween({ dataDir, url }, { dataDir }, `${file} is there already: move it away first`);
  }
  const unfinished = join(dataDir, UNFINISHED);
  await removeAll(unfinished);
  await makeDurableFolder(unfinished);
  try {
    const rows = await copyBetween({ dataDir, url }, { dataDir: unfinished });
    sealDatabase(unfinished);
    await syncFile(join(unfinished, DATABASE_FILE));
    await moveDurably([DATABASE_FILE], { from: unfinished, to: dataDir });
    return rows;
  } finally {
    await removeAll(unfinished);
  }
}

/** Runs work while no server can start on the data folder, nor on the database. */
export async function whileStopped<Result>({ dataDir, url }: Place, act: () => Promise<Result>): Promise<Result> {
  const release = claimDuringRestore(dataDir);
  try {
    if (url === undefined) return await act();
    const { claimWhileStopped } = await import('./postgres/state.ts');
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

/** Rows that an earlier move has copied completely are not copied again. */
async function copyBetween(
  from: Place,
  to: Place,
  taken = 'There is a library in that database already: name an empty one',
): Promise<number> {
  const source = await openDatabase(from.dataDir, from);
  try {
    const target = await openDatabase(to.dataDir, to);
    try {
      if (!(await holdsLibrary(target.db))) return await copyRows(source.db, target.db);
      const rows = await sameRows(source.db, target.db);
      if (rows === undefined) throw new UserError(409, taken);
      return rows;
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}
