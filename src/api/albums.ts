import type { CreateAlbumPayload } from '../contract/calls.ts';
import type { Album, Photo } from '../contract/entities.ts';
import { API_PATHS } from '../contract/paths.ts';
import { http, type Credential } from './http.ts';

export function fetchAlbums(credential: Credential): Promise<Album[]> {
  return http(credential).get(API_PATHS.albums).json<Album[]>();
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
