import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSettings } from '../../server/settings/settings.ts';
import { DECODERS, LISTS, TRASH, UPLOADS, CACHES } from '../../server/limits.ts';
import { keptText } from '../../src/domain/curation/trash.ts';
import { MAX_ATTEMPTS, pauseBeforeAttemptMs } from '../../src/domain/uploads/uploadPlan.ts';
import { LARGEST_SCALE } from '../../src/domain/viewer/zoom.ts';
import { readPage, ROOT } from '../support/repository/pages.ts';

// The limits of photos that people read of in the documentation, held against those that the code has.

const MB = 1024 * 1024;
const WORDS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const wordOf = (count: number) => WORDS[count] ?? (count === 50 ? 'fifty' : String(count));
const secondsOf = (ms: number) => ms / 1000;
const hoursOf = (ms: number) => (ms === 3_600_000 ? 'hour' : `${ms / 3_600_000} hours`);
const thousandsOf = (count: number) => count.toLocaleString('en');

/** The number that a file gives a name, such as `const NAME = 12 * 1024;`. */
function numberIn(path: string, name: string): number {
  const source = readFileSync(new URL(path, ROOT), 'utf8');
  const [, expression] = new RegExp(`\\bconst ${name}(?:: number)? = ([\\d_ *]+);`).exec(source) ?? [];
  if (expression === undefined) throw new Error(`${path} has no number that is called ${name}`);
  return expression.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1);
}

/** A page as one line, since a sentence may go on in the next. */
function lineOf(path: string): string {
  return readPage(path).text.replaceAll(/\s+/g, ' ');
}

const { trashDays } = readSettings({});
const batchBytes = numberIn('src/domain/uploads/uploadPlan.ts', 'BATCH_MAX_BYTES');
const partPhotos = numberIn('src/domain/albums/longAlbums.ts', 'PHOTOS_PER_PART');
const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => secondsOf(pauseBeforeAttemptMs(index + 1)));
const undoSeconds = secondsOf(numberIn('src/screens/admin/frame/toasts.ts', 'SHOWN_MS'));
const { least, usual, most } = DECODERS.processes;

test.each([
  `decoded in a child process with ${secondsOf(DECODERS.timeoutMs)} s and a share of ${DECODERS.shareBytes / MB} MB`,
  `at least ${usual} and at most ${most}: four`,
  `there are fewer, down to ${wordOf(least)} that share that half`,
  `more than ${numberIn('src/domain/albums/longAlbums.ts', 'SHORT_ALBUM_PHOTOS')} photos does not wait for it`,
  `and the first ${partPhotos} of them`,
  `${partPhotos} photos at most, in the same order as in the list`,
  `it follows ${wordOf(secondsOf(numberIn('src/state/usePartialList.ts', 'WHOLE_AFTER_MS')))} seconds later`,
  `\`TRASH_DAYS\` later (${trashDays}; 1 to 36500) it is deleted for good`,
  `the server looks when it starts and every ${hoursOf(TRASH.lookEveryMs)}`,
  `at most ${numberIn('server/photos/store/photoNames.ts', 'STEM_MAX_BYTES')} bytes, then ` +
    `${numberIn('server/photos/store/photoNames.ts', 'SECRET_DIGITS') * 4} bits of an HMAC`,
  `A medium fits ${numberIn('server/photos/decode/medium.ts', 'MEDIUM_SIDE')} × ` +
    `${numberIn('server/photos/decode/medium.ts', 'MEDIUM_SIDE')} pixels`,
  `a thumbnail ${numberIn('server/photos/decode/variants.ts', 'THUMBNAIL_SHORT_SIDE')} on its short side`,
  `A form may have ${thousandsOf(UPLOADS.files)} files`,
  `${UPLOADS.waitingForDecoder} pictures of it wait on the disk`,
  `(up to ${CACHES.imageBytes.thumbnail / MB} MB of thumbnails and ${CACHES.imageBytes.medium / MB} MB of mediums`,
])('docs/behaviour/photos.md has “%s”', (sentence) => expect(lineOf('docs/behaviour/photos.md')).toContain(sentence));

test.each([
  `with the last ${wordOf(LISTS.recent)} uploads`,
  `(IndexedDB) until it has arrived, for ${numberIn('src/domain/uploads/keptUploads.ts', 'KEPT_DAYS')} days at most`,
  `requests of at most ${numberIn('src/domain/uploads/uploadPlan.ts', 'BATCH_MAX_FILES')} files or ${batchBytes / MB} MB`,
  `goes by itself after ${secondsOf(numberIn('src/contract/limits.ts', 'UPLOAD_SUCCESS_MESSAGE_MS'))} s`,
  `The first ${numberIn('src/domain/uploads/imageKinds.ts', 'HEAD_BYTES')} bytes of a file decide`,
  `cut at ${numberIn('src/contract/limits.ts', 'SLUG_MAX_CHARACTERS')} characters`,
  `from ${wordOf(numberIn('src/screens/admin/photos/albums/AlbumPicker.tsx', 'SEARCH_FROM'))} albums on there is a search`,
  `are tried again after ${pauses.slice(0, -1).join(', ')} and ${pauses.at(-1)} s`,
  `up to ${wordOf(LARGEST_SCALE)} times`,
  `A note offers 'Undo' for ${undoSeconds} s`,
])('docs/behaviour/admin.md has “%s”', (sentence) => expect(lineOf('docs/behaviour/admin.md')).toContain(sentence));

test('the days of the trash that a page without the script of its server says are those of the setting', () => {
  expect(keptText()).toBe(`${trashDays} days`);
});

test('as many names as the administration sends at once fit into one call', () => {
  const sent = numberIn('src/domain/curation/batches.ts', 'BATCH_SIZE');
  expect(sent).toBeLessThanOrEqual(TRASH.namesPerCall);
  expect(sent).toBeLessThanOrEqual(numberIn('src/contract/limits.ts', 'FILENAMES_PER_CALL'));
});
