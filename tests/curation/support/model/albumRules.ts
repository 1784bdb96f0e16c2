import type { ActionOf } from './model.ts';
import {
  isSame,
  living,
  livingOr,
  type ModelAlbum,
  photosIn,
  Refused,
  requireVersion,
  type State,
  withBelow,
} from './state.ts';

export function createAlbum(state: State, { key, name, slug, parent }: ActionOf<'create'>): void {
  if (parent !== null) livingOr(400, state, parent);
  takeSlug(state, slug);
  const fields = { order: 'taken' as const, cover: null, position: null, version: 0, trashedWith: null };
  state.albums.push({ key, name, slug, parent, ...fields });
}

export function changeAlbum(state: State, { album: key, changes, seen }: ActionOf<'change'>): void {
  const album = livingOr(404, state, key);
  const next = { ...album };
  if (changes.name !== undefined) next.name = changes.name;
  if (changes.slug !== undefined) next.slug = changes.slug;
  if (changes.order !== undefined) next.order = changes.order;
  if (changes.parent !== undefined) next.parent = checkedParent(state, key, changes.parent);
  if (changes.cover !== undefined) next.cover = coverOf(state, key, changes.cover);
  // Also with an outdated version: somebody whose response was lost asks for the same again.
  if (JSON.stringify(next) === JSON.stringify(album)) return;
  requireVersion(album.version, seen);
  if (next.slug !== album.slug) {
    takeSlug(state, next.slug);
    state.former[album.slug] = key;
  }
  if (next.parent !== album.parent) next.position = null;
  Object.assign(album, next, { version: album.version + 1 });
}

/** By hand: the named albums first, as they are named; null orders all by name again. */
export function arrangeAlbums(state: State, { parent, albums }: ActionOf<'arrangeAlbums'>): void {
  if (parent !== null) livingOr(400, state, parent);
  if (albums?.some((key) => living(state, key)?.parent !== parent)) throw new Refused(400);
  for (const album of state.albums) {
    const place = albums?.indexOf(album.key) ?? -1;
    if (album.parent === parent) album.position = place === -1 ? null : place;
  }
}

export function deleteAlbum(state: State, { album: key }: ActionOf<'deleteAlbum'>): void {
  if (state.albums.some((album) => album.key === key && album.trashedWith === key)) return;
  livingOr(404, state, key);
  for (const below of withBelow(state, key)) {
    for (const photo of photosIn(state, below)) photo.trashedWith = key;
    const album = state.albums.find((one) => one.key === below);
    if (album) album.trashedWith = key;
  }
}

/** From now on the slug leads to no album that had it before. */
export function takeSlug(state: State, slug: string): void {
  if (!isFree(state, slug)) throw new Refused(409);
  delete state.former[slug];
}

export function isFree(state: State, slug: string): boolean {
  return !state.albums.some((album) => album.slug === slug && album.trashedWith === null);
}

function checkedParent(state: State, key: string, parent: string | null): string | null {
  if (parent === null) return null;
  livingOr(400, state, parent);
  if (withBelow(state, key).includes(parent)) throw new Refused(400);
  return parent;
}

function coverOf(state: State, key: string, cover: ActionOf<'change'>['changes']['cover']): ModelAlbum['cover'] {
  if (!cover) return null;
  const within = withBelow(state, key).flatMap((below) => photosIn(state, below));
  const photos = within.filter((photo) => isSame(photo, cover)).sort((one, other) => one.serial - other.serial);
  const photo = photos.find(({ album }) => album === key) ?? photos[0];
  if (!photo) throw new Refused(400);
  return photo.serial;
}
