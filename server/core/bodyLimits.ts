/** The limits of what requests bring, counted from what each call can need. */
import { ORDERS } from '#contract/admin/limits.ts';
import { FILENAMES_PER_CALL } from '#contract/limits.ts';
import { TRASH } from './limits.ts';

const KB = 1024;
const MB = 1024 * KB;

/** The longest file name and id that such a call may hold. A file system takes no longer name. */
const NAME_BYTES = ORDERS.nameLength;
const ID_BYTES = 100;
const ALBUM_ID_BYTES = 36;

/** The bytes of a JSON list of texts, with their quotes and commas. */
function listBytes(count: number, bytesEach: number): number {
  return count * (bytesEach + 3) + KB;
}

/** The bodies and parameters of requests. */
export const BODIES = {
  jsonBytes: 256 * KB,
  /**
   * The limits of calls that list names follow from the number of entries, since JSON costs time before it can be
   * checked.
   */
  trashIdsBytes: listBytes(TRASH.namesPerCall, ID_BYTES),
  deletedNamesBytes: listBytes(TRASH.namesPerCall, NAME_BYTES),
  movedNamesBytes: listBytes(FILENAMES_PER_CALL, NAME_BYTES),
  /** The two orders by hand name all albums of a level, or all photos of an album. */
  albumOrderBytes: listBytes(ORDERS.albums, ALBUM_ID_BYTES),
  photoOrderBytes: 16 * MB,
  /**
   * Limits of a JSON body, higher than any call needs: the depth of nested lists and objects, the total number of
   * lists, objects and fields, and the total number of items. Long bodies are lists of texts.
   */
  levels: 20,
  parts: 20_000,
  items: ORDERS.photos,
  /**
   * The part of an oversized body that is searched for errors: the first entries of each list, down to this many
   * levels.
   */
  checkedEntries: 8,
  checkedLevels: 10,
  /** The timeout for the whole body of every request that is not an upload. */
  wholeMs: 30_000,
  /** A client that sends fewer bytes in this time is not uploading, but only holds the connection open. */
  progressEveryMs: 10_000,
  leastBytesPerProgress: 4 * KB,
  parameterLength: 1_000,
} as const;
