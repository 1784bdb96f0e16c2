import { join, resolve } from 'node:path';
import { datedName } from '#domain/clock/when.ts';
import { DATABASE_FILE, SEALING_KEYS_FILE, claimDuringRestore } from '#server/core/db/dataFolder.ts';
import { LOCK_FILES } from '#server/core/locks.ts';
import type { EndedRights } from '#domain/library/endedRights.ts';
import { carryReadableRights } from '#server/core/db/sqlite/endedRights.ts';
import { checkDatabase, sealDatabase } from '#server/core/db/sqlite/integrity.ts';
import { reasonOf, UserError, codeOf } from '#server/core/errors.ts';
import { datedBackups, isUnfinished } from './copies/backupFolder.ts';
import {
  copyDurably,
  makeDurableFolder,
  moveDurably,
  namesIn,
  removeAll,
  syncFile,
} from '#server/core/files/durableFiles.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { CopyReport } from './copies/libraryCopy.ts';
import type { PhotoStore, StoredParts } from '#server/photos/store/photoStore.ts';
import { type Followed, followedIn } from './follow.ts';
import { copyPhotos } from './backup.ts';

interface RestoreOptions {
  /** A backup, or a folder of dated backups, of which the newest is used. */
  from: string;
  dataDir: string;
  /** Whether an existing library may be replaced; it is moved into a folder beside the restored one. */
  replace: boolean;
  now: () => number;
}

interface RestoreReport extends CopyReport {
  /** The backup that was restored. */
  backup: string;
  /** The folder to which the earlier library was moved. */
  replaced: string | undefined;
  /** The rights that ended in the earlier library; undefined where there was none. */
  rights: EndedRights | undefined;
}

const UNFINISHED = 'restore.unfinished';
/** The entries allowed in a data folder that holds no library. */
const NO_LIBRARY =
  /^(?:server|backup|update)\.lock(?:-journal|-wal|-shm)?$|^update\.json$|^versions$|^(?:restore|move)\.unfinished$|^replaced-|^lost\+found$/;

/** Copies a backup into the data folder, which stays untouched until everything is copied and was read again. */
export async function restore({ from, dataDir, replace, now }: RestoreOptions): Promise<RestoreReport> {
  const followed = await followedIn(resolve(from));
  const backup = followed?.folder ?? (await backupIn(resolve(from)));
  if (backup === resolve(dataDir)) throw new UserError(400, `${backup} is the data folder itself: name a backup`);
  const release = claimDuringRestore(dataDir);
  try {
    const present = (await namesIn(dataDir)).filter((name) => !NO_LIBRARY.test(name));
    if (present.length > 0 && !replace) {
      throw new UserError(
        409,
        `${dataDir} is not empty: say --replace, which keeps what is there in a folder beside it`,
      );
    }
    const unfinished = join(dataDir, UNFINISHED);
    await removeAll(unfinished);
    const report = await copyInto(unfinished, { backup, followed, now });
    const rights = present.length === 0 ? undefined : endedIn(dataDir, unfinished);
    const replaced = present.length === 0 ? undefined : join(dataDir, `replaced-${datedName(now())}`);
    if (replaced !== undefined) await moveDurably(present, { from: dataDir, to: replaced });
    // The database last: without it a server does not start.
    const sealing = (await namesIn(unfinished)).filter((name) => name === SEALING_KEYS_FILE);
    await moveDurably([...sealing, 'photos', DATABASE_FILE], { from: unfinished, to: dataDir });
    await removeAll(unfinished);
    return { ...report, backup, replaced, rights };
  } finally {
    release();
  }
}

/** Ends in the restored library what ended in the one that it replaces. */
function endedIn(dataDir: string, restored: string): RestoreReport['rights'] {
  const [newer, older] = [join(dataDir, DATABASE_FILE), join(restored, DATABASE_FILE)];
  return carryReadableRights({ newer, older, isNoted: true });
}

async function backupIn(folder: string): Promise<string> {
  if (isUnfinished(folder)) throw new UserError(400, `${folder} is a backup that was never finished`);
  if ((await namesIn(folder)).includes(DATABASE_FILE)) return folder;
  const [newest] = await datedBackups(folder);
  if (newest === undefined) throw new UserError(404, `There is no backup in ${folder}`);
  return newest;
}

async function copyInto(
  unfinished: string,
  {
    backup,
    followed,
    now,
  }: Pick<RestoreReport, 'backup'> & Pick<RestoreOptions, 'now'> & { followed?: Followed | undefined },
): Promise<CopyReport> {
  const snapshot = join(unfinished, 'snapshot');
  await makeDurableFolder(snapshot);
  await makeDurableFolder(join(unfinished, 'photos', 'library'));
  if (followed) {
    await copyDurably(followed.database, join(snapshot, DATABASE_FILE));
    checkDatabase(snapshot);
  } else await copyDatabase(backup, snapshot);
  const store = followed
    ? new LayeredStore(followed.layers.map((one) => new FolderStore(one)))
    : new FolderStore(backup);
  const { report } = await copyPhotos({ store, now }, { snapshot, folder: unfinished, keysFrom: backup });
  sealDatabase(snapshot);
  await syncFile(join(snapshot, DATABASE_FILE));
  await moveDurably([DATABASE_FILE], { from: snapshot, to: unfinished });
  return report;
}

/** Copies the files and opens the copy: the backup's disk may be read-only, and a server may once have run on it. */
async function copyDatabase(backup: string, snapshot: string): Promise<void> {
  const names = await namesIn(backup);
  const release = names.includes(LOCK_FILES.server) ? claimDuringRestore(backup) : () => undefined;
  try {
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
      if (names.includes(name)) await copyDurably(join(backup, name), join(snapshot, name));
    }
    checkDatabase(snapshot);
  } catch (error) {
    throw new UserError(500, `The backup ${backup} cannot be restored: ${reasonOf(error)}`);
  } finally {
    release();
  }
}

type Layer = Pick<PhotoStore, 'copy' | 'open' | 'partsOf'>;

/** Several stores as one: each file comes from the first that has it. */
class LayeredStore implements Layer {
  readonly #layers: readonly Layer[];

  constructor(layers: readonly Layer[]) {
    this.#layers = layers;
  }

  async partsOf(address: Parameters<Layer['partsOf']>[0]): Promise<StoredParts> {
    const found: StoredParts = { parts: {}, strays: [] };
    for (const layer of this.#layers) {
      const { parts } = await layer.partsOf(address);
      found.parts = { ...parts, ...found.parts };
    }
    return found;
  }

  async open(...file: Parameters<Layer['open']>): ReturnType<Layer['open']> {
    for (const layer of this.#layers) {
      const found = await layer.open(...file);
      if (found) return found;
    }
    return undefined;
  }

  async copy(path: string, file: string): Promise<void> {
    let missing: unknown;
    for (const layer of this.#layers) {
      try {
        await layer.copy(path, file);
        return;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        missing = error;
      }
    }
    throw missing;
  }
}
