import type { CreateAlbumPayload } from '#contract/calls.ts';
import type { Album, AlbumOutline, Photo } from '#contract/entities.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SHARED_ALBUM_PATH, type SharedAlbum } from '#contract/shares.ts';
import { ownTimeZone } from '#domain/albums/monthSections.ts';
import { http, type Credential } from './http.ts';

export function fetchAlbums(credential: Credential): Promise<Album[]> {
  return http(credential).get(API_PATHS.albums).json<Album[]>();
}

/** The album that the key of a visitor's link opens, and the end of its term. */
export function fetchSharedAlbum(shareKey: string): Promise<SharedAlbum> {
  return http({ shareKey }).get(SHARED_ALBUM_PATH).json<SharedAlbum>();
}

export function createAlbum(token: string, payload: CreateAlbumPayload): Promise<Album> {
  return http({ token }).post(API_PATHS.albums, { json: payload }).json<Album>();
}

export interface PhotosQuery {
  albumId: string;
  includeChildAlbums?: boolean;
}

export function fetchPhotos(credential: Credential, query: PhotosQuery): Promise<Photo[]> {
  const searchParams = query.includeChildAlbums ? { includeChildAlbums: 'true' } : {};
  return http(credential).get(API_PATHS.albumPhotos(query.albumId), { searchParams }).json<Photo[]>();
}

/** The same request as in boot/firstFrame/album.ts, so that the browser's cache may have the response already. */
export function fetchOutline(credential: Credential, albumId: string): Promise<AlbumOutline> {
  const searchParams = { timeZone: ownTimeZone() };
  return http(credential).get(API_PATHS.albumOutline(albumId), { searchParams }).json<AlbumOutline>();
}

export function fetchPart(credential: Credential, albumId: string, from: number): Promise<Photo[]> {
  return http(credential).get(API_PATHS.albumPart(albumId), { searchParams: { from } }).json<Photo[]>();
}
