import type { ServerStatus } from '#contract/schemas/server.ts';
import { mediumDate } from '../clock/mediumDate.ts';

const NOT_ASKED_FOR =
  'No backup yet: if this disk fails, everything is lost. Start the server with a folder on another disk (BACKUP_DIR), and it makes one each day; or make one by hand: npm run cli -- backup FOLDER.';

/**
 * The sentence that an admin reads about the last backup. The cause of a failure is among the reasons of the
 * `ServerStatus`.
 */
export function backupSentence({ isAutomatic, newest, failure }: ServerStatus['backup'], locale?: string): string {
  const failed = failure ? ` The one begun on ${mediumDate(failure.at, locale)} failed.` : '';
  if (newest) {
    const what = newest.photos === null ? '' : ` with ${countOf(newest.photos, locale)}`;
    return `The last backup was made on ${mediumDate(newest.madeAt, locale)}${what}, in ${newest.folder}.${failed}`;
  }
  return isAutomatic || failure ? `No backup has been made yet.${failed}` : NOT_ASKED_FOR;
}

function countOf(photos: number, locale: string | undefined): string {
  return `${photos.toLocaleString(locale)} ${photos === 1 ? 'photo' : 'photos'}`;
}
