import type { PhotoOrder } from '#contract/limits.ts';
import { type ModelAlbum, type ModelPhoto, photosIn, type PhotoRef, type State, withBelow } from './state.ts';

/** The names that the server gives to what the model names itself. */
export interface Names {
  album(key: string): string;
  photo(ref: PhotoRef): string;
}

/** Numbered from 0; of all but the first the camera's time is known, each a minute after the one before. */
export const CONTENTS = 8;
const FIRST_TAKEN = Date.UTC(2024, 4, 6, 7, 0);
const MINUTE_MS = 60_000;
const HALF_TURN = 180;
const PICTURE = { width: 60, height: 40 };

export function takenAtOf(content: number): number | undefined {
  return content === 0 ? undefined : FIRST_TAKEN + content * MINUTE_MS;
}

/** Its place among all contents, by their names. */
export function originalNameOf(content: number): string {
  return `p${CONTENTS - content}.jpg`;
}

/** The content that was uploaded under this name. */
export function contentNamed(name: string): number {
  return CONTENTS - Number(/\d+/.exec(name)?.[0]);
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const LAST = Number.MAX_SAFE_INTEGER;
const timeOf = ({ content }: ModelPhoto) => takenAtOf(content) ?? LAST;

const COMPARISONS: Record<PhotoOrder, (one: ModelPhoto, other: ModelPhoto) => number> = {
  taken: (one, other) => timeOf(one) - timeOf(other),
  newest: (one, other) => Number(one.content === 0) - Number(other.content === 0) || timeOf(other) - timeOf(one),
  name: (one, other) => other.content - one.content,
  manual: (one, other) => (one.position ?? LAST) - (other.position ?? LAST) || timeOf(one) - timeOf(other),
};

/** No content is twice in an album, so that times and names decide. */
export function inOrder(photos: readonly ModelPhoto[], order: PhotoOrder): ModelPhoto[] {
  return photos.toSorted(COMPARISONS[order]);
}

/** The list of albums as everybody has to see it. */
export function albumTree(state: State, names: Names): unknown[] {
  return levelOf(state, null, names);
}

function levelOf(state: State, parent: string | null, names: Names): unknown[] {
  return siblings(state, parent).map((album) => albumEntry(state, album, names));
}

function siblings(state: State, parent: string | null): ModelAlbum[] {
  const albums = state.albums.filter((album) => album.parent === parent && album.trashedWith === null);
  return albums.sort(byPlace);
}

function byPlace(one: ModelAlbum, other: ModelAlbum): number {
  const place = (one.position ?? LAST) - (other.position ?? LAST);
  return place || byName.compare(one.name, other.name) || (one.slug < other.slug ? -1 : 1);
}

function albumEntry(state: State, album: ModelAlbum, names: Names) {
  const { key, name, slug, parent, order } = album;
  const former = Object.keys(state.former).filter((one) => state.former[one] === key);
  const { cover, isChosen } = coverOf(state, album);
  return {
    id: names.album(key),
    name,
    slug,
    ...(parent === null ? {} : { parentSlug: slugOf(state, parent) }),
    ...(cover && { cover: photoEntry(state, cover, names) }),
    ...(isChosen && { coverChosen: true }),
    photoCount: photosIn(state, key).length,
    ...(order !== 'taken' && { order }),
    ...(former.length > 0 && { formerSlugs: former.sort() }),
    ...(album.version > 0 && { version: album.version }),
    childAlbums: levelOf(state, key, names),
  };
}

/** The chosen one while it is within the album, else the first photo, else the cover of the first album below that has one. */
function coverOf(state: State, { key, cover }: ModelAlbum): { cover: ModelPhoto | undefined; isChosen: boolean } {
  const chosen = state.photos.find(({ serial, trashedWith }) => serial === cover && trashedWith === null);
  if (chosen && withBelow(state, key).includes(chosen.album)) return { cover: chosen, isChosen: true };
  const own = inOrder(photosIn(state, key), 'taken')[0];
  const below = siblings(state, key).map((child) => coverOf(state, child).cover);
  return { cover: own ?? below.find((one) => one !== undefined), isChosen: false };
}

function slugOf(state: State, key: string): string | undefined {
  return state.albums.find((album) => album.key === key)?.slug;
}

/** An album's photos, with those of the albums below it or without. */
export function photoList(state: State, album: string, options: { names: Names; below: boolean }): unknown[] {
  const keys = options.below ? depthFirst(state, album) : [album];
  return keys.flatMap((key) => {
    const order = state.albums.find((one) => one.key === key)?.order ?? 'taken';
    return inOrder(photosIn(state, key), order).map((photo) => photoEntry(state, photo, options.names));
  });
}

function depthFirst(state: State, key: string): string[] {
  return [key, ...siblings(state, key).flatMap((child) => depthFirst(state, child.key))];
}

function photoEntry(state: State, photo: ModelPhoto, names: Names) {
  const { content, caption, hidden, rotation } = photo;
  const takenAt = takenAtOf(content);
  const { width, height } = PICTURE;
  return {
    filename: names.photo(photo),
    albumSlug: slugOf(state, photo.album),
    ...(caption !== '' && { caption }),
    ...(hidden && { hidden }),
    ...(takenAt !== undefined && { takenAt: new Date(takenAt).toISOString() }),
    ...(rotation % HALF_TURN === 0 ? { width, height } : { width: height, height: width }),
    ...(photo.version > 0 && { version: photo.version }),
  };
}
