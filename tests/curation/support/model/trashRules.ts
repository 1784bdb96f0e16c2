import { isFree, takeSlug } from './albumRules.ts';
import type { ActionOf, TrashEntries } from './model.ts';
import { living, looseInTrash, type ModelPhoto, Refused, type State } from './state.ts';

/** All or nothing; what is no more in the trash is left out. */
export function restore(state: State, { entries }: ActionOf<'restore'>): void {
  const photos = photosAt(state, entries);
  const isBack = hasLiving(state, entries);
  const roots = entries.albums.filter((key) => reviveAlbum(state, key));
  for (const key of roots) returnToParent(state, key);
  if (photos.some(({ album }) => !living(state, album))) throw new Refused(409);
  // The most recently stored photo comes back, if several in one album have the same content.
  for (const photo of photos.toReversed()) {
    const isThereAgain = state.photos.some(
      ({ album, content, trashedWith }) => trashedWith === null && album === photo.album && content === photo.content,
    );
    if (isThereAgain) drop(state, [photo]);
    else photo.trashedWith = null;
  }
  if (roots.length + photos.length === 0 && !isBack) throw new Refused(404);
}

/** An entry that was restored before counts as restored. */
function hasLiving(state: State, { serials = [], albums }: TrashEntries): boolean {
  const photos = state.photos.filter(({ serial, trashedWith }) => trashedWith === null && serials.includes(serial));
  return photos.length > 0 || albums.some((key) => living(state, key));
}

/** Without entries: all that is in the trash. */
export function removeForGood(state: State, entries?: TrashEntries): void {
  const photos = entries ? photosAt(state, entries) : looseInTrash(state);
  const roots = state.albums.filter(
    ({ key, trashedWith }) => trashedWith === key && (entries?.albums.includes(key) ?? true),
  );
  if (entries && photos.length + roots.length === 0) throw new Refused(404);
  const keys = new Set(roots.map(({ key }) => key));
  const gone = state.albums.filter(({ trashedWith }) => trashedWith !== null && keys.has(trashedWith));
  const goneKeys = new Set(gone.map(({ key }) => key));
  drop(state, photos);
  drop(
    state,
    state.photos.filter(({ album }) => goneKeys.has(album)),
  );
  state.albums = state.albums.filter(({ key }) => !goneKeys.has(key));
  state.shares = state.shares.filter(({ album }) => !goneKeys.has(album));
  // Albums that were deleted before the one that they were in come back at the top, without a place there.
  for (const album of state.albums) {
    if (album.parent === null || !goneKeys.has(album.parent)) continue;
    Object.assign(album, { parent: null, position: null, version: album.version + 1 });
  }
  for (const [slug, key] of Object.entries(state.former)) if (goneKeys.has(key)) delete state.former[slug];
}

function photosAt(state: State, { serials = [] }: TrashEntries): ModelPhoto[] {
  return looseInTrash(state).filter(({ serial }) => serials.includes(serial));
}

function drop(state: State, photos: readonly ModelPhoto[]): void {
  state.photos = state.photos.filter((photo) => !photos.includes(photo));
}

/** False when there is no such album in the trash. */
function reviveAlbum(state: State, key: string): boolean {
  if (!state.albums.some((album) => album.key === key && album.trashedWith === key)) return false;
  const albums = state.albums.filter(({ trashedWith }) => trashedWith === key);
  const others = albums.filter((album) => {
    const isFreeSlug = isFree(state, album.slug);
    if (isFreeSlug) {
      takeSlug(state, album.slug);
      album.trashedWith = null;
    }
    return !isFreeSlug;
  });
  for (const album of others) {
    let number = 2;
    while (!isFree(state, `${album.slug}-${number}`)) number += 1;
    album.slug += `-${number}`;
    takeSlug(state, album.slug);
    Object.assign(album, { version: album.version + 1, trashedWith: null });
  }
  for (const photo of state.photos) if (photo.trashedWith === key) photo.trashedWith = null;
  return true;
}

function returnToParent(state: State, key: string): void {
  const album = living(state, key);
  if (!album || album.parent === null || living(state, album.parent)) return;
  Object.assign(album, { parent: null, position: null, version: album.version + 1 });
}
