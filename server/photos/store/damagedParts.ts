import { codeOf } from '#server/core/errors.ts';
import { hashOf } from '#server/core/files/durableFiles.ts';
import { companionsIn } from './companionColumn.ts';
import type { StoredPhoto } from './photoRepository.ts';
import type { PhotoAddress, PhotoPart, PhotoStore } from './photoStore.ts';

interface DamagedPart {
  part: PhotoPart;
  /** A file that cannot be read counts as mismatching. */
  damage: 'missing' | 'mismatching';
}

/** The error code for reading a bad sector of a disk. */
const UNREADABLE = 'EIO';

/** Reads a photo's files, and returns those that do not match its row. */
export async function damagedParts(photo: StoredPhoto, store: Pick<PhotoStore, 'open'>): Promise<DamagedPart[]> {
  return damagedAmong(expectedParts(photo), photo, store);
}

/** The same for some of a photo's files, with the hashes that they should have. */
export async function damagedAmong(
  expected: Iterable<[PhotoPart, string]>,
  photo: PhotoAddress,
  store: Pick<PhotoStore, 'open'>,
): Promise<DamagedPart[]> {
  const damaged: DamagedPart[] = [];
  for (const [part, hash] of expected) {
    const found = await hashOfPart(photo, part, store);
    if (found === undefined) damaged.push({ part, damage: 'missing' });
    else if (found !== hash) damaged.push({ part, damage: 'mismatching' });
  }
  return damaged;
}

/** The three files that every photo has, with their hashes. */
export function ownParts({ contentHash, mediumHash, thumbnailHash }: StoredPhoto): Map<PhotoPart, string> {
  return new Map<PhotoPart, string>([
    ['original', contentHash],
    ['medium', mediumHash],
    ['thumbnail', thumbnailHash],
  ]);
}

/** All files that a photo has by its row, with their hashes: first its own three, then those beside them. */
export function expectedParts(photo: StoredPhoto): Map<PhotoPart, string> {
  const parts = ownParts(photo);
  for (const [part, { hash }] of companionsIn(photo.companions)) parts.set(part, hash);
  return parts;
}

async function hashOfPart(
  photo: PhotoAddress,
  part: PhotoPart,
  store: Pick<PhotoStore, 'open'>,
): Promise<string | undefined> {
  try {
    const file = await store.open(photo, part);
    return file ? await hashOf(file.stream) : undefined;
  } catch (error) {
    if (codeOf(error) === UNREADABLE) return 'unreadable';
    throw error;
  }
}
