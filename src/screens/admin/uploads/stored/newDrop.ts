import type { StoredUpload } from '#domain/uploads/storedUploads.ts';
import type { StoredDrop } from './uploadStore.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';

/** A file to upload, with the names of the folders that it was dropped in. */
export interface UploadFile {
  file: File;
  path: readonly string[];
  /** The names of the albums that its folders become, where these are not those of the folders. */
  albums?: readonly string[];
  /** The dropped file or folder, where the browser gives handles. */
  root?: FileSystemHandle | undefined;
}

export interface UploadsTo {
  album: UploadTarget;
  files: readonly UploadFile[];
}

export function newClaim(): string {
  // `crypto.randomUUID` is absent where the server is reached by http in a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The data that is stored about newly chosen files. */
export function newDrop(userId: string, targets: readonly UploadsTo[]): { drop: StoredDrop; files: StoredUpload[] } {
  const id = newClaim();
  const all = targets.flatMap(({ album, files }) => files.map((file) => ({ ...file, albumId: album.id })));
  const roots = [...new Set(all.flatMap(({ root }) => root ?? []))];
  const files = all.map(({ file, path, root, albumId }, number) => ({
    drop: id,
    number,
    albumId,
    name: file.name,
    size: file.size,
    path,
    root: root && roots.indexOf(root),
    hash: undefined,
  }));
  const albums = targets.map(({ album: { id: albumId, name, slug } }) => ({ id: albumId, name, slug }));
  return { drop: { id, userId, claim: id, addedAtMs: Date.now(), total: files.length, albums, roots }, files };
}
