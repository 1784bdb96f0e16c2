import type { ServerStatus } from '#contract/schemas/server.ts';
import { onText } from '../clock/when.ts';

const NOT_ASKED_FOR =
  'No backup yet: if this disk fails, everything is lost. Choose a folder on another disk, and the server makes one each day.';

interface Reader {
  now: number;
  locale?: string | undefined;
}

type Backup = ServerStatus['backup'];

/**
 * The sentence that an admin reads about the last backup. The cause of a failure is among the reasons of the
 * `ServerStatus`.
 */
export function backupSentence({ isAutomatic, newest, followedAt, failure }: Backup, reader: Reader): string {
  const failed = failure ? ` The one begun ${onText(failure.at, reader)} failed.` : '';
  if (newest) {
    const { madeAt, folder } = newest;
    const followed = followedAt === undefined ? '' : ` What changed since was copied ${onText(followedAt, reader)}.`;
    return `The last backup was made ${onText(madeAt, reader)}${contentOf(newest, reader)}, in ${folder}.${followed}${failed}`;
  }
  return isAutomatic || failure ? `No backup has been made yet.${failed}` : NOT_ASKED_FOR;
}

/** ' with 978 photos (930 files)', where photos that are copies share their files. */
function contentOf({ photos, files }: NonNullable<Backup['newest']>, { locale }: Reader): string {
  if (photos === null) return '';
  const count = `${photos.toLocaleString(locale)} ${photos === 1 ? 'photo' : 'photos'}`;
  return files === null || files === photos
    ? ` with ${count}`
    : ` with ${count} (${files.toLocaleString(locale)} files)`;
}
