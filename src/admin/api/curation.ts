import type {
  AlbumChanges,
  AlbumOrderPayload,
  KnownPhotosResponse,
  MovePayload,
  MoveResponse,
  PhotoChanges,
  PhotoDetails,
  SearchResponse,
} from '#contract/curation/schemas.ts';
import type { TrashEntry, TrashedAlbumResponse, TrashedResponse } from '#contract/trash/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { http } from '#src/shared/api/http.ts';
import { presentState } from './presentPhoto.ts';

/** The photos of an album that a call is about. */
interface PhotosOf {
  albumId: string;
  filenames: readonly string[];
}

/** A photo, with the version that the person saw. */
export interface PhotoOf {
  albumId: string;
  photo: Pick<Photo, 'filename' | 'version'>;
}

/** The header with the version that was seen. The server rejects the change if there is a newer one. */
function ifMatch({ version = 0 }: { version?: number }) {
  return { 'If-Match': `"${version}"` };
}

/** The present state of an album, when a change was rejected because somebody else had changed it. */
export function presentAlbum(error: unknown): Album | undefined {
  const present = presentState(error);
  return present && 'childAlbums' in present ? present : undefined;
}

interface AlbumChange {
  album: Pick<Album, 'id' | 'version'>;
  changes: AlbumChanges;
}

export function changeAlbum(token: string, { album, changes }: AlbumChange): Promise<Album> {
  return http({ token })
    .patch(ADMIN_PATHS.album(album.id), { json: changes, headers: ifMatch(album) })
    .json<Album>();
}

export function deleteAlbum(token: string, albumId: string): Promise<TrashedAlbumResponse> {
  return http({ token }).delete(ADMIN_PATHS.album(albumId)).json<TrashedAlbumResponse>();
}

/** Sends no version when the order overwrites any other. */
function ifMatchKnown(version: number | undefined) {
  return version === undefined ? {} : ifMatch({ version });
}

interface AlbumOrder extends AlbumOrderPayload {
  /** The version of the level (`levelVersion`) that the person saw. */
  version: number | undefined;
}

export async function orderAlbums(token: string, { version, ...payload }: AlbumOrder): Promise<void> {
  await http({ token }).put(ADMIN_PATHS.albumOrder, { json: payload, headers: ifMatchKnown(version) });
}

export function deletePhotos(token: string, { albumId, filenames }: PhotosOf): Promise<TrashedResponse> {
  return http({ token }).delete(API_PATHS.albumPhotos(albumId), { json: { filenames } }).json<TrashedResponse>();
}

export function movePhotos(token: string, albumId: string, payload: MovePayload): Promise<MoveResponse> {
  return http({ token }).post(ADMIN_PATHS.movePhotos(albumId), { json: payload }).json<MoveResponse>();
}

interface PhotoOrderOf extends PhotosOf {
  /** The version of the album that the person saw. */
  version: number | undefined;
}

export function orderPhotos(token: string, { albumId, filenames, version }: PhotoOrderOf): Promise<Album> {
  return http({ token })
    .put(ADMIN_PATHS.photoOrder(albumId), { json: { filenames }, headers: ifMatchKnown(version) })
    .json<Album>();
}

export interface PhotoChange extends PhotoOf {
  changes: PhotoChanges;
}

export function changePhoto(token: string, { albumId, photo, changes }: PhotoChange): Promise<Photo> {
  const path = ADMIN_PATHS.photo(albumId, photo.filename);
  return http({ token })
    .patch(path, { json: changes, headers: ifMatch(photo) })
    .json<Photo>();
}

export function fetchPhotoDetails(token: string, { albumId, photo }: PhotoOf): Promise<PhotoDetails> {
  return http({ token }).get(ADMIN_PATHS.photo(albumId, photo.filename)).json<PhotoDetails>();
}

/** The file as it was uploaded. */
export function fetchOriginal(token: string, { albumId, photo }: PhotoOf): Promise<Blob> {
  return http({ token }).get(ADMIN_PATHS.originalPhoto(albumId, photo.filename), { timeout: false }).blob();
}

/** Returns which of these contents (SHA-256, in hexadecimal digits) the album has. */
export async function fetchKnownPhotos(token: string, albumId: string, hashes: string[]): Promise<string[]> {
  const response = http({ token }).post(ADMIN_PATHS.knownPhotos(albumId), { json: { hashes } });
  return (await response.json<KnownPhotosResponse>()).known;
}

export function fetchTrash(token: string): Promise<TrashEntry[]> {
  return http({ token }).get(ADMIN_PATHS.trash).json<TrashEntry[]>();
}

export function fetchTrashImage(token: string, id: string, size: 'thumbnail' | 'medium'): Promise<Blob> {
  return http({ token }).get(ADMIN_PATHS.trashThumbnail(id), { searchParams: { size } }).blob();
}

export async function restoreFromTrash(token: string, ids: readonly string[]): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.restoreFromTrash, { json: { ids } });
}

/** Deletes these entries for good, or without ids the whole trash. */
export async function deleteFromTrash(token: string, ids?: readonly string[]): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.trash, { json: ids ? { ids } : {} });
}

export function search(token: string, text: string): Promise<SearchResponse> {
  return http({ token })
    .get(ADMIN_PATHS.search, { searchParams: { q: text } })
    .json<SearchResponse>();
}
