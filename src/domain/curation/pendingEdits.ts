import type { AlbumChanges, PhotoChanges } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';

/** A change that a person has made and the server has not confirmed yet; the screens show it as done. */
export type PendingEdit =
  | { kind: 'photos-gone'; albumId: string; filenames: ReadonlySet<string> }
  | { kind: 'photos-ordered'; albumId: string; filenames: readonly string[] }
  | { kind: 'photos-changed'; albumId: string; filenames: ReadonlySet<string>; changes: PhotoChanges }
  | { kind: 'album-gone'; albumId: string }
  | { kind: 'album-changed'; albumId: string; changes: Pick<AlbumChanges, 'name' | 'order'> }
  | { kind: 'albums-ordered'; albumIds: readonly string[] };

export function photosWithEdits(photos: Photo[], albumId: string, edits: readonly PendingEdit[]): Photo[] {
  let shown = photos;
  for (const edit of edits) {
    if (edit.kind === 'photos-gone' && edit.albumId === albumId) {
      shown = shown.filter(({ filename }) => !edit.filenames.has(filename));
    } else if (edit.kind === 'photos-ordered' && edit.albumId === albumId) {
      shown = inOrderOf(shown, edit.filenames, ({ filename }) => filename);
    } else if (edit.kind === 'photos-changed' && edit.albumId === albumId) {
      shown = shown.map((photo) => (edit.filenames.has(photo.filename) ? withChanges(photo, edit.changes) : photo));
    }
  }
  return shown;
}

/** A rotation is not applied here: a rotated photo is another image, which only the server can make. */
function withChanges(photo: Photo, changes: PhotoChanges): Photo {
  const { caption: _caption, hidden: _hidden, takenAt: _takenAt, ...rest } = photo;
  const { caption = photo.caption, hidden = photo.hidden, takenAt = photo.takenAt, focus } = changes;
  return {
    ...rest,
    ...(caption ? { caption } : {}),
    ...(hidden ? { hidden: true } : {}),
    ...(takenAt ? { takenAt } : {}),
    ...(focus ? { focus } : {}),
  };
}

/** The degrees by which the picture is turned on screen, because the server has not rotated the photo yet. */
export function pendingTurn(edits: readonly PendingEdit[], albumId: string, filename: string): number {
  let degrees = 0;
  for (const edit of edits) {
    const isMeant = edit.kind === 'photos-changed' && edit.albumId === albumId && edit.filenames.has(filename);
    if (isMeant) degrees += edit.changes.rotate ?? 0;
  }
  return degrees % 360;
}

/** Albums without an edit stay the same objects, so that their cards are not rendered again. */
export function albumsWithEdits(albums: Album[], edits: readonly PendingEdit[]): Album[] {
  return edits.reduce(albumsWithEdit, albums);
}

function albumsWithEdit(albums: Album[], edit: PendingEdit): Album[] {
  switch (edit.kind) {
    case 'photos-gone':
      return withAlbum(albums, edit.albumId, (album) => [withFewerPhotos(album, edit.filenames.size)]);
    case 'album-gone':
      return withAlbum(albums, edit.albumId, () => []);
    case 'album-changed':
      return withAlbum(albums, edit.albumId, (album) => [{ ...album, ...edit.changes }]);
    case 'albums-ordered':
      return withOrder(albums, edit.albumIds);
    case 'photos-changed':
      return albums;
    case 'photos-ordered':
      return withAlbum(albums, edit.albumId, (album) => [{ ...album, order: 'manual' }]);
  }
}

function withFewerPhotos(album: Album, fewer: number): Album {
  return album.photoCount === undefined ? album : { ...album, photoCount: Math.max(0, album.photoCount - fewer) };
}

/** The tree with one album replaced by the result of `replace`. */
function withAlbum(albums: Album[], id: string, replace: (album: Album) => Album[]): Album[] {
  let isChanged = false;
  const next = albums.flatMap((album) => {
    if (album.id === id) {
      isChanged = true;
      return replace(album);
    }
    const childAlbums = withAlbum(album.childAlbums, id, replace);
    if (childAlbums === album.childAlbums) return [album];
    isChanged = true;
    return [{ ...album, childAlbums }];
  });
  return isChanged ? next : albums;
}

/** Orders the level of the tree that these albums are on. */
function withOrder(albums: Album[], albumIds: readonly string[]): Album[] {
  if (albums.some(({ id }) => id === albumIds[0])) return inOrderOf(albums, albumIds, ({ id }) => id);
  let isChanged = false;
  const next = albums.map((album) => {
    const childAlbums = withOrder(album.childAlbums, albumIds);
    if (childAlbums === album.childAlbums) return album;
    isChanged = true;
    return { ...album, childAlbums };
  });
  return isChanged ? next : albums;
}

/** The things in the order of these keys; things without a key there come last, in their former order. */
function inOrderOf<Thing>(things: Thing[], keys: readonly string[], keyOf: (thing: Thing) => string): Thing[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const indexFor = (thing: Thing) => places.get(keyOf(thing)) ?? keys.length;
  return [...things].sort((one, other) => indexFor(one) - indexFor(other));
}
