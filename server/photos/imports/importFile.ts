import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { HEAD_BYTES, recogniseImage } from '#domain/uploads/imageKinds.ts';
import { hashOfFile } from '../store/durableFiles.ts';
import type { PhotoRepository } from '../store/photoRepository.ts';
import { PHOTO_PARTS, type PhotoStore } from '../store/photoStore.ts';
import type { PhotoImporter } from '../upload/photoImporter.ts';
import { receiveStream } from '../upload/receiveFile.ts';
import { emptyFile, tooLarge, wrongKind } from '../upload/uploadErrors.ts';
import type { ImportAlbum } from './importAlbums.ts';

export interface ImportFileServices {
  photos: Pick<PhotoRepository, 'ofContent'>;
  store: Pick<PhotoStore, 'stage' | 'partsOf'>;
  importer: PhotoImporter;
  maxUploadBytes: number;
}

export interface SourceFile {
  path: string;
  uploadOrder: number;
  signal: AbortSignal;
}

/**
 * Decoders are shared between uploaders. The import command has decoders of its own, so all its files have one
 * uploader.
 */
const UPLOADER = 'import';

/** Throws an error that says why a file is refused: no picture, too large or empty. Reads no more than its head. */
export async function checkFile(path: string, maxBytes: number): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw emptyFile();
  const head = Buffer.alloc(HEAD_BYTES);
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const recognised = recogniseImage(head.subarray(0, bytesRead));
    if (!recognised.kind) throw wrongKind(recognised.name);
  } finally {
    await file.close();
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
}

/** Imports a checked file; what the album has already is neither copied nor decoded. */
export async function importFile(
  services: ImportFileServices,
  album: ImportAlbum,
  file: SourceFile,
): Promise<'imported' | 'known'> {
  if (await services.photos.ofContent(album.id, await hashOfFile(file.path))) return 'known';
  const isWhole = await importOnce(services, album, file);
  // A server that starts at this moment may remove the files as remains of an interrupted upload: then the file is
  // imported again.
  if (!isWhole) await importOnce(services, album, file);
  return 'imported';
}

async function importOnce(
  { photos, store, importer, maxUploadBytes: maxBytes }: ImportFileServices,
  album: ImportAlbum,
  { path, uploadOrder, signal }: SourceFile,
): Promise<boolean> {
  const staged = await store.stage();
  try {
    const received = await receiveStream(createReadStream(path, { end: maxBytes }), staged.files.original);
    if (received.bytes > maxBytes) throw tooLarge(maxBytes);
    const originalFilename = basename(path).normalize('NFC').toWellFormed();
    const incoming = { ...received, album, staged, originalFilename, uploadOrder, uploader: UPLOADER, signal };
    await importer.import(incoming);
    const stored = await photos.ofContent(album.id, received.contentHash);
    if (!stored) return false;
    const { parts } = await store.partsOf(stored);
    return PHOTO_PARTS.every((part) => parts[part] !== undefined);
  } finally {
    await staged.discard();
  }
}
