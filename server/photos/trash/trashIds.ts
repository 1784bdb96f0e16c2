/** The things in the trash that a call is about. */
export interface TrashIds {
  photos: number[];
  albums: string[];
}

const PHOTO = 'photo-';
const ALBUM = 'album-';

export function trashIdOfPhoto(id: number): string {
  return `${PHOTO}${id}`;
}

export function trashIdOfAlbum(id: string): string {
  return `${ALBUM}${id}`;
}

/** Sorts ids by their kind. Unknown ids are left out, as are those of things that are no longer in the trash. */
export function parseTrashIds(ids: readonly string[]): TrashIds {
  const unique = [...new Set(ids)];
  const photos = unique.flatMap((id) => (/^photo-\d{1,15}$/.test(id) ? Number(id.slice(PHOTO.length)) : []));
  const albums = unique.flatMap((id) => (id.startsWith(ALBUM) ? id.slice(ALBUM.length) : []));
  return { photos, albums };
}
