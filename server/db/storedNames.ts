/** An id as `randomUUID` makes them. */
const ALBUM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PHOTO_FILENAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,80}-[0-9a-f]{32}\.jpg$/u;

// Paths of files are put together from these two, so neither may have a separator or a dot that is not expected.

export function isAlbumId(id: string): boolean {
  return ALBUM_ID.test(id);
}

export function isPhotoFilename(filename: string): boolean {
  return PHOTO_FILENAME.test(filename);
}
