import type { Album, Photo, PhotoOrder } from '../entities.ts';

// The calls by which albums and photos are edited. A field that is absent stays as it is. The version that a change was
// made from is sent as `If-Match: "<version>"`; when somebody else made a change meanwhile, the response is 409 with
// the present state (`ConflictResponse`).

export interface AlbumChanges {
  name?: string;
  slug?: string;
  /** Null moves the album to the top level. */
  parentAlbumId?: string | null;
  /** The file name of a photo of the album or of one below it; null lets the server choose. */
  cover?: string | null;
  order?: PhotoOrder;
}

/** The order by hand of the albums of one level; null orders them by name again. */
export interface AlbumOrderPayload {
  parentAlbumId: string | null;
  albumIds: string[] | null;
}

export const ROTATIONS = [90, 180, 270] as const;

export interface PhotoChanges {
  /** An empty text removes the caption. */
  caption?: string;
  hidden?: boolean;
  /** Degrees clockwise; the rotated photo has a new file name. */
  rotate?: (typeof ROTATIONS)[number];
}

interface PhotoSelection {
  filenames: string[];
}

export interface MovePayload extends PhotoSelection {
  toAlbumId: string;
  copy?: boolean;
  /** The response to the same call was lost: what that has copied counts as added by this one. */
  again?: boolean;
}

export interface MoveResponse {
  /** The photos as they are in the other album, those that it already had included. */
  photos: Photo[];
  /** The file names of those that it did not have before: with them, moving or copying is undone. */
  added: string[];
  /** The file names that those had in the first album, in the same order. */
  former: string[];
  /** The ids in the trash of moved photos that the other album had already. */
  ids: string[];
}

export interface TrashedResponse {
  trashed: number;
  /** The ids of the photos' entries in the trash, with which the deletion is undone. */
  ids: string[];
}

export interface TrashedAlbumResponse {
  /** The album itself counts too. */
  trashed: { albums: number; photos: number };
  /** The id of the album's entry in the trash, with which the deletion is undone. */
  ids: string[];
}

/** The SHA-256 hashes of the call that the album already has. */
export interface KnownPhotosResponse {
  known: string[];
}

interface TrashedThing {
  id: string;
  /** ISO 8601: since when it is in the trash, and when it is deleted for good. */
  trashedAt: string;
  until: string;
  /** The person who deleted it; absent when the account no longer exists. */
  trashedBy?: string;
}

export interface TrashedPhoto extends TrashedThing {
  kind: 'photo';
  /** The name of the file as it was uploaded. */
  name: string;
  albumName: string;
  caption?: string;
}

export interface TrashedAlbum extends TrashedThing {
  kind: 'album';
  name: string;
  /** The things deleted with it: albums below it, and the photos of all of them. */
  albums: number;
  photos: number;
}

/**
 * The trash is sent in pages, newest first. `?after=<trashedAt>_<id>`, with the values of an entry, asks for the page
 * after it; an empty page is the end.
 */
export type TrashEntry = TrashedPhoto | TrashedAlbum;

export interface RestoredResponse {
  restored: number;
}

/** The number of entries that were deleted for good. */
export interface RemovedResponse {
  removed: number;
}

/** The details of a photo in the viewer, beyond those of the list. */
export interface PhotoDetails {
  photo: Photo;
  /** The name of the file as it was uploaded. */
  originalFilename: string;
  bytes: number;
  /** ISO 8601: when it was uploaded. */
  uploadedAt: string;
  camera?: string;
  /** Other albums with a photo of the same content. */
  alsoIn: AlbumName[];
}

export interface AlbumName {
  id: string;
  name: string;
  slug: string;
}

export interface SearchResponse {
  albums: AlbumName[];
  photos: (Photo & { albumId: string })[];
  /** True when there are more than were sent. */
  more: boolean;
}

/** The body of a response with the status 409. */
export interface ConflictResponse {
  message: string;
  present: Album | Photo;
}
