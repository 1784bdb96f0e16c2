import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { ListedAlbum } from './albumRepository.ts';
import { type ListedPhoto, photoOf } from './photoQueries.ts';

/** Sorts numbers by value and ignores case and accents: 'album 2' comes before 'Album 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Children = Map<string | null, ListedAlbum[]>;

/** The JSON of all albums as a tree. */
export function albumListJson(albums: readonly ListedAlbum[]): string {
  const children = childrenByParent(albums);
  const written = write(depthFirst(children, null), { albums, children });
  return `[${(children.get(null) ?? []).map(({ id }) => written.get(id)?.json).join(',')}]`;
}

/** The JSON of one album, with those below it. */
export function albumJson(albums: readonly ListedAlbum[], album: ListedAlbum): string {
  const children = childrenByParent(albums);
  const written = write([album, ...depthFirst(children, album.id)], { albums, children });
  return written.get(album.id)?.json ?? '';
}

interface Tree {
  albums: readonly ListedAlbum[];
  children: Children;
}

interface WrittenAlbum {
  cover: Cover | undefined;
  json: string;
}

const NONE: readonly WrittenAlbum[] = [];

/** Written from the innermost albums outwards, without recursion: albums may nest deeper than the stack of JSON.stringify. */
function write(order: readonly ListedAlbum[], { albums, children }: Tree): ReadonlyMap<string, WrittenAlbum> {
  const written = new Map<string, WrittenAlbum>();
  const byId = new Map(albums.map((album) => [album.id, album]));
  for (const album of order.toReversed()) {
    const below = children.get(album.id)?.flatMap(({ id }) => written.get(id) ?? []) ?? NONE;
    const cover = coverOf({ album, below }, byId);
    // Concatenated and not joined: the strings are then copied only once, at the end, however deep albums nest.
    let json = `${JSON.stringify(ownFields(album, cover, byId)).slice(0, -1)},"childAlbums":[`;
    let separator = '';
    for (const child of below) {
      json += separator + child.json;
      separator = ',';
    }
    written.set(album.id, { cover, json: `${json}]}` });
  }
  return written;
}

/** JSON leaves out fields that are undefined. */
type OwnFields = { [Field in Exclude<keyof Album, 'childAlbums'>]: Album[Field] | undefined };

function ownFields(album: ListedAlbum, cover: Cover | undefined, albums: AlbumsById): OwnFields {
  const { id, name, slug, parentId, photoCount, order, version, formerSlugs } = album;
  return {
    id,
    name,
    slug,
    parentSlug: albums.get(parentId ?? '')?.slug,
    cover: cover?.photo,
    coverChosen: cover?.isChosen || undefined,
    photoCount,
    order: order === 'taken' ? undefined : order,
    formerSlugs: formerSlugs.length > 0 ? formerSlugs : undefined,
    version: version || undefined,
  };
}

/** The album's id and those of all below it, depth first, in the order of their names. */
export function withDescendants(albums: readonly ListedAlbum[], id: string): string[] {
  return [id, ...depthFirst(childrenByParent(albums), id).map((album) => album.id)];
}

function childrenByParent(albums: readonly ListedAlbum[]): Children {
  const children = Map.groupBy(albums, (album) => album.parentId);
  for (const siblings of children.values()) siblings.sort(byPlace);
  return children;
}

type Sibling = Pick<ListedAlbum, 'position' | 'name' | 'slug'>;

/** Compares albums of one level in the order of the list. */
export function byPlace(one: Sibling, other: Sibling): number {
  return (
    positionOrLast(one) - positionOrLast(other) ||
    byName.compare(one.name, other.name) ||
    (one.slug < other.slug ? -1 : 1)
  );
}

/** Albums without a place, such as new ones, come after those that somebody arranged. */
function positionOrLast({ position }: Sibling): number {
  return position ?? Number.MAX_SAFE_INTEGER;
}

function depthFirst(children: Children, from: string | null): ListedAlbum[] {
  const order: ListedAlbum[] = [];
  const waiting = (children.get(from) ?? []).toReversed();
  for (let album = waiting.pop(); album; album = waiting.pop()) {
    order.push(album);
    const below = children.get(album.id) ?? [];
    for (let index = below.length - 1; index >= 0; index -= 1) {
      const child = below[index];
      if (child) waiting.push(child);
    }
  }
  return order;
}

interface Cover {
  photo: Photo;
  isChosen: boolean;
}

type AlbumsById = ReadonlyMap<string, ListedAlbum>;

interface Parts {
  album: ListedAlbum;
  below: readonly WrittenAlbum[];
}

/**
 * An album's cover: the chosen photo, while the album or one below has it; else the album's first photo; else the cover
 * of the first album below that has one.
 */
function coverOf({ album, below }: Parts, albums: AlbumsById): Cover | undefined {
  const isChosen = album.chosenCover !== undefined && isWithin(album.chosenCover.albumId, album, albums);
  const photo =
    (isChosen ? listed(albums, album.chosenCover) : undefined) ??
    listed(albums, album.firstPhoto) ??
    below.find(({ cover }) => cover)?.cover?.photo;
  return photo && { photo, isChosen };
}

function isWithin(albumId: string, { id }: ListedAlbum, albums: AlbumsById): boolean {
  for (let at: string | null = albumId; at !== null; at = albums.get(at)?.parentId ?? null) if (at === id) return true;
  return false;
}

function listed(albums: AlbumsById, photo: ListedPhoto | undefined): Photo | undefined {
  const slug = photo && albums.get(photo.albumId)?.slug;
  return photo && slug !== undefined ? photoOf(photo, slug) : undefined;
}

interface Place {
  albumId: string;
  roots: readonly string[];
}

/** Whether the album is one of the roots or below one; an unknown album is below none. */
export function isBelow(parents: ReadonlyMap<string, string | null>, { albumId, roots }: Place): boolean {
  let at: string | null | undefined = albumId;
  for (; at !== null && at !== undefined && parents.has(at); at = parents.get(at)) {
    if (roots.includes(at)) return true;
  }
  return false;
}
