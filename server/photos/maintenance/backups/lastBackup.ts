import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { fits } from '#server/schemaChecks.ts';
import { namesIn, readText, replaceDurably } from '../../store/durableFiles.ts';

/** The outcome of the last backup into BACKUP_DIR; stored in the data folder, so that it is known after a restart. */
export const LastBackup = Type.Object({
  /** Times in milliseconds since 1970. */
  startedAt: Type.Number(),
  finishedAt: Type.Number(),
  /** `incomplete`: made, but without files that the library itself has lost. */
  outcome: Type.Union([Type.Literal('made'), Type.Literal('incomplete'), Type.Literal('failed')]),
  /** A sentence for the operator. */
  message: Type.String(),
  /** The newest backup that was made, which is an earlier one when this failed. */
  folder: Type.Union([Type.String(), Type.Null()]),
  /** The number of photos in that one; not recorded by earlier versions. */
  photos: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  madeAt: Type.Union([Type.Number(), Type.Null()]),
  /** The number of pictures in that one: photos that are copies share one. */
  files: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  /** The folder of the backups that this one was to be in; not recorded by earlier versions. */
  dir: Type.Optional(Type.String()),
});

export type LastBackup = Static<typeof LastBackup>;

/** The facts about the newest backup that stay true when a later one failed. */
export function newestOf(last: LastBackup | undefined): Pick<LastBackup, 'folder' | 'photos' | 'files' | 'madeAt'> {
  const { folder = null, photos = null, files = null, madeAt = null } = last ?? {};
  return { folder, photos, files, madeAt };
}

const FILE = 'last-backup.json';

export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  if (!(await namesIn(dataDir)).includes(FILE)) return undefined;
  try {
    const found: unknown = JSON.parse(await readText(join(dataDir, FILE)));
    return fits(LastBackup, found) ? found : undefined;
  } catch {
    // A damaged or unreadable file counts as none: the next backup writes it anew.
    return undefined;
  }
}

export async function saveLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  await replaceDurably(join(dataDir, FILE), Buffer.from(`${JSON.stringify(last)}\n`));
}
