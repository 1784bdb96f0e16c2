import type { Album } from '#contract/schemas/photos.ts';
import type { ListedAlbum } from './albumRepository.ts';
import { type ListedPhoto, photoOf } from './photoQueries.ts';

/** Sorts numbers by value and ignores case and accents: 'album 2' comes before 'Album 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Children = Map<string | null, ListedAlbum[]>;

/**
 * The JSON of the album list. An album that is as it was in the list before, with all below it, is taken from there: so
 * a photo more in one of ten thousand albums costs the writing of that album and of those above it.
 */
export class AlbumListJson {
  #before: Written = new Map();

  of(albums: readonly ListedAlbum[]): string {
    const children = childrenByParent(albums);
    const written = write(depthFirst(children, null), { albums, children, before: this.#before });
    this.#before = written;
    return `[${(children.get(null) ?? []).map(({ id }) => written.get(id)?.json).join(',')}]`;
  }
}

/** The JSON of one album, with those below it. */
export function albumJson(albums: readonly ListedAlbum[], album: ListedAlbum): string {
  const children = childrenByParent(albums);
  const written = write([album, ...depthFirst(children, album.id)], { albums, children, before: new Map() });
  return written.get(album.id)?.json ?? '';
}

interface Tree {
  albums: readonly ListedAlbum[];
  children: Children;
  before: Written;
}

/** The parts of the JSON of an album with all below it. */
interface Parts {
  album: ListedAlbum;
  parentSlug: string | undefined;
  below: readonly WrittenAlbum[];
}

interface WrittenAlbum extends Parts {
  cover: Cover | undefined;
  json: string;
}

type Written = ReadonlyMap<string, WrittenAlbum>;

const NONE: readonly WrittenAlbum[] = [];

/** Without recursion, since albums may nest deeper than JSON.stringify's stack allows. */
function write(order: readonly ListedAlbum[], { albums, children, before }: Tree): Written {
  const written = new Map<string, WrittenAlbum>();
  const byId = new Map(albums.map((album) => [album.id, album]));
  // Backwards, so that all below an album is written before it.
  for (const album of order.toReversed()) {
    const below = children.get(album.id)?.flatMap(({ id }) => written.get(id) ?? []) ?? NONE;
    const parts: Parts = { album, parentSlug: byId.get(album.parentId ?? '')?.slug, below };
    const known = before.get(album.id);
    written.set(album.id, known && isSame(known, parts) ? known : writeAlbum(parts, byId));
  }
  return written;
}

function isSame(one: Parts, other: Parts): boolean {
  return one.parentSlug === other.parentSlug && isSameRow(one.album, other.album) && isSameList(one.below, other.below);
}

/** Field by field, since very many are compared. Photos stay the same objects until their album is read again. */
function isSameRow(one: ListedAlbum, other: ListedAlbum): boolean {
  return (
    one.name === other.name &&
    one.slug === other.slug &&
    one.parentId === other.parentId &&
    one.photoCount === other.photoCount &&
    one.order === other.order &&
    one.version === other.version &&
    one.firstPhoto === other.firstPhoto &&
    one.chosenCover === other.chosenCover &&
    isSameList(one.formerSlugs, other.formerSlugs)
  );
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, index) => entry === other[index]));
}

function writeAlbum(parts: Parts, albums: AlbumsById): WrittenAlbum {
  const cover = coverOf(parts, albums);
  // Added up and not joined: strings are then copied together once, at the end, however deep albums nest.
  let json = openingOf(parts, cover);
  let separator = '';
  for (const album of parts.below) {
    json += separator + album.json;
    separator = ',';
  }
  return { ...parts, cover, json: `${json}]}` };
}

/** The album's id and those of all below it, depth first, in the order of their names. */
export function withDescendants(albums: readonly ListedAlbum[], id: string): string[] {
  return [id, ...depthFirst(childrenByParent(albums), id).map((album) => album.id)];
}

/** The album's JSON up to the bracket that opens the list of its children. */
function openingOf({ album, parentSlug }: Parts, cover: Cover | undefined): string {
  const { id, name, slug, photoCount, order, version, formerSlugs } = album;
  const before: Partial<Album> = { id, name, slug };
  if (parentSlug !== undefined) before.parentSlug = parentSlug;
  const after: Partial<Album> = {};
  if (cover?.isChosen) after.coverChosen = true;
  after.photoCount = photoCount;
  if (order !== 'taken') after.order = order;
  if (formerSlugs.length > 0) after.formerSlugs = formerSlugs;
  if (version > 0) after.version = version;
  const coverPart = cover ? `"cover":${cover.json},` : '';
  return `${JSON.stringify(before).slice(0, -1)},${coverPart}${JSON.stringify(after).slice(1, -1)},"childAlbums":[`;
}

function childrenByParent(albums: readonly ListedAlbum[]): Children {
  const children = Map.groupBy(albums, (album) => album.parentId);
  for (const siblings of children.values()) siblings.sort(byPlace);
  return children;
}

type Sibling = Pick<ListedAlbum, 'position' | 'name' | 'slug'>;

/** Compares albums of one level as the list has them. */
export function byPlace(one: Sibling, other: Sibling): number {
  return placeOf(one) - placeOf(other) || byName.compare(one.name, other.name) || (one.slug < other.slug ? -1 : 1);
}

/** Albums without a place, such as new ones, come after those that somebody arranged. */
function placeOf({ position }: Sibling): number {
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
  /** The photo as the calls send it. */
  json: string;
  isChosen: boolean;
}

type AlbumsById = ReadonlyMap<string, ListedAlbum>;

/**
 * An album's cover is the chosen one while that is in the album or below it, else its own first photo, else that of the
 * first album below it that has one.
 */
function coverOf({ album, below }: Parts, albums: AlbumsById): Cover | undefined {
  const isChosen = album.chosenCover !== undefined && isWithin(album.chosenCover.albumId, album, albums);
  const json =
    (isChosen ? photoJson(albums, album.chosenCover) : undefined) ??
    photoJson(albums, album.firstPhoto) ??
    below.find(({ cover }) => cover)?.cover?.json;
  return json === undefined ? undefined : { json, isChosen };
}

function isWithin(albumId: string, { id }: ListedAlbum, albums: AlbumsById): boolean {
  for (let at: string | null = albumId; at !== null; at = albums.get(at)?.parentId ?? null) if (at === id) return true;
  return false;
}

function photoJson(albums: AlbumsById, photo: ListedPhoto | undefined): string | undefined {
  const slug = photo && albums.get(photo.albumId)?.slug;
  return photo && slug !== undefined ? JSON.stringify(photoOf(photo, slug)) : undefined;
}
