import { createHash } from 'node:crypto';
import type { PhotoRepository, StoredPhoto } from '../store/photoRepository.ts';
import type { PhotoAddress, PhotoPart, PhotoStore } from '../store/photoStore.ts';

export interface LibraryReport {
  photos: number;
  /** Photos with a row and without one of their files. */
  missing: string[];
  /** Files that belong to no row. */
  orphaned: string[];
  /** Files whose bytes are not those that were stored. */
  mismatching: string[];
}

interface Library {
  photos: Pick<PhotoRepository, 'all' | 'has'>;
  store: Pick<PhotoStore, 'isPending' | 'list' | 'open'>;
}

const AT_ONCE = 4;

/** Reads every file and compares it with its row. The server may run and accept uploads at the same time. */
export async function verifyLibrary(library: Library): Promise<LibraryReport> {
  const report: LibraryReport = { photos: 0, missing: [], orphaned: [], mismatching: [] };
  for await (const page of library.photos.all()) {
    report.photos += page.length;
    for (let start = 0; start < page.length; start += AT_ONCE) {
      await Promise.all(page.slice(start, start + AT_ONCE).map((photo) => checkFiles(photo, library.store, report)));
    }
  }
  for await (const address of library.store.list()) {
    if (await isOrphan(address, library)) report.orphaned.push(nameOf(address));
  }
  return report;
}

export function isSound({ missing, orphaned, mismatching }: LibraryReport): boolean {
  return missing.length + orphaned.length + mismatching.length === 0;
}

async function checkFiles(photo: StoredPhoto, store: Library['store'], report: LibraryReport): Promise<void> {
  const expected: [PhotoPart, string][] = [
    ['original', photo.contentHash],
    ['medium', photo.mediumHash],
    ['thumbnail', photo.thumbnailHash],
  ];
  for (const [part, hash] of expected) {
    const found = await hashOf(photo, part, store);
    if (found === undefined) report.missing.push(`${nameOf(photo)} (${part})`);
    else if (found !== hash) report.mismatching.push(`${nameOf(photo)} (${part})`);
  }
}

async function hashOf(address: PhotoAddress, part: PhotoPart, store: Library['store']): Promise<string | undefined> {
  const file = await store.open(address, part);
  if (!file) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk);
  return hash.digest('hex');
}

/** The order of checks matters: a photo that an upload has just moved into place is pending until its row is there. */
async function isOrphan(address: PhotoAddress, { photos, store }: Library): Promise<boolean> {
  if (await photos.has(address)) return false;
  if (await store.isPending(address)) return false;
  return !(await photos.has(address));
}

function nameOf({ albumId, filename }: PhotoAddress): string {
  return `${albumId}/${filename}`;
}
