import type { CreateAlbumPayload, Album, AlbumOutline, Photo } from '#contract/photos/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { PHOTOS_PER_PART, ownTimeZone } from '#domain/albums/longAlbums.ts';
import type { PartialSource } from '#src/shared/state/partialList.ts';
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

/** The parts in which the page of a long album loads its photos; `call` makes each call with the page's credential. */
export function longAlbumSource(
  albumId: string,
  call: <Data>(load: (credential: Credential) => Promise<Data>) => Promise<Data>,
): PartialSource<AlbumOutline, Photo> {
  return {
    loadOutline: () => call((credential) => fetchOutline(credential, albumId)),
    beginningOf: ({ count, photos }) => ({ count, items: photos }),
    loadPart: (from) => call((credential) => fetchPart(credential, { albumId, from })),
    partSize: PHOTOS_PER_PART,
  };
}

/** The same request as in boot/firstFrame/album.ts, so that the browser's cache may have the response already. */
function fetchOutline(credential: Credential, albumId: string): Promise<AlbumOutline> {
  const searchParams = { timeZone: ownTimeZone() };
  return http(credential).get(API_PATHS.albumOutline(albumId), { searchParams }).json<AlbumOutline>();
}

function fetchPart(credential: Credential, { albumId, from }: { albumId: string; from: number }): Promise<Photo[]> {
  return http(credential).get(API_PATHS.albumPart(albumId), { searchParams: { from } }).json<Photo[]>();
}
