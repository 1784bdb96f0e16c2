import { codeOf } from '#server/core/errors.ts';
import { hashOf } from '#server/core/files/durableFiles.ts';
import type { StoredPhoto } from './photoRepository.ts';
import { PHOTO_PARTS, type PhotoPart, type PhotoStore } from './photoStore.ts';

interface DamagedPart {
  part: PhotoPart;
  /** A file that cannot be read counts as mismatching. */
  damage: 'missing' | 'mismatching';
}

/** The error code for reading a bad sector of a disk. */
const UNREADABLE = 'EIO';

/** Reads a photo's three files, and returns those that do not match its row. */
export async function damagedParts(photo: StoredPhoto, store: Pick<PhotoStore, 'open'>): Promise<DamagedPart[]> {
  const damaged: DamagedPart[] = [];
  for (const part of PHOTO_PARTS) {
    const found = await hashOfPart(photo, part, store);
    if (found === undefined) damaged.push({ part, damage: 'missing' });
    else if (found !== expectedHash(photo, part)) damaged.push({ part, damage: 'mismatching' });
  }
  return damaged;
}

export function expectedHash(photo: StoredPhoto, part: PhotoPart): string {
  return { original: photo.contentHash, medium: photo.mediumHash, thumbnail: photo.thumbnailHash }[part];
}

async function hashOfPart(
  photo: StoredPhoto,
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
