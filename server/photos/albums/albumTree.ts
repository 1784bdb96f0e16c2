import type { Album } from '../../../src/contract/entities.ts';
import type { ListedAlbum } from './albumRepository.ts';
import { type ListedPhoto, photoOf } from './photoQueries.ts';

/** Sorts numbers by value and ignores case and accents: 'album 2' comes before 'Album 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Children = Map<string | null, ListedAlbum[]>;

/** The JSON of the album list. */
export function albumTreeJson(albums: readonly ListedAlbum[]): string {
  const children = childrenByParent(albums);
  return `[${jsonOf(depthFirst(children, null), { albums, children, parentId: null })}]`;
}

/** The JSON of one album, with those below it. */
export function albumJson(albums: readonly ListedAlbum[], album: ListedAlbum): string {
  const children = childrenByParent(albums);
  return jsonOf([album, ...depthFirst(children, album.id)], { albums, children, parentId: album.parentId });
}

interface Tree {
  albums: readonly ListedAlbum[];
  children: Children;
  /** The album whose children, or one of them, are written. */
  parentId: string | null;
}

/**
 * Written piece by piece and without recursion, since albums may nest deeper than JSON.stringify's stack allows. Takes
 * linear time, except for sorting siblings.
 */
function jsonOf(order: readonly ListedAlbum[], { albums, children, parentId }: Tree): string {
  const covers = coversOf(order, children);
  const pieces: string[] = [];
  const slugs = new Map(albums.map(({ id, slug }) => [id, slug]));
  const path: Level[] = [{ id: parentId, first: true }];
  for (const album of order) {
    while (path.at(-1)?.id !== album.parentId) {
      pieces.push(']}');
      path.pop();
    }
    const level = path.at(-1);
    if (level && !level.first) pieces.push(',');
    if (level) level.first = false;
    pieces.push(openingOf(album, { parentSlug: slugs.get(album.parentId ?? ''), cover: covers.get(album.id) }));
    path.push({ id: album.id, first: true });
  }
  pieces.push(']}'.repeat(path.length - 1));
  return pieces.join('');
}

/** The album's id and those of all below it, depth first, in the order of their names. */
export function withDescendants(albums: readonly ListedAlbum[], id: string): string[] {
  return [id, ...depthFirst(childrenByParent(albums), id).map((album) => album.id)];
}

interface Level {
  id: string | null;
  first: boolean;
}

/** The album's JSON up to the bracket that opens the list of its children. */
function openingOf(
  album: ListedAlbum,
  { parentSlug, cover }: { parentSlug: string | undefined; cover: Cover | undefined },
): string {
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
  for (const siblings of children.values()) {
    siblings.sort(
      (one, other) =>
        placeOf(one) - placeOf(other) || byName.compare(one.name, other.name) || (one.slug < other.slug ? -1 : 1),
    );
  }
  return children;
}

/** Albums without a place, such as new ones, come after those that somebody arranged. */
function placeOf({ position }: ListedAlbum): number {
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

/**
 * An album's cover is the chosen one while that is in the album or below it, else its own first photo, else that of the
 * first album below it that has one.
 */
function coversOf(order: readonly ListedAlbum[], children: Children): Map<string, Cover> {
  const covers = new Map<string, Cover>();
  const byId = new Map(order.map((album) => [album.id, album]));
  // Backwards through the order, so that the covers of all albums below an album are known before its own.
  for (const album of order.toReversed()) {
    const chosen = album.chosenCover && isWithin(album.chosenCover.albumId, album, byId);
    const json =
      (chosen ? photoJson(byId, album.chosenCover) : undefined) ??
      photoJson(byId, album.firstPhoto) ??
      firstCover(children.get(album.id) ?? [], covers);
    if (json !== undefined) covers.set(album.id, { json, isChosen: chosen === true });
  }
  return covers;
}

type AlbumsById = ReadonlyMap<string, ListedAlbum>;

function isWithin(albumId: string, { id }: ListedAlbum, albums: AlbumsById): boolean {
  for (let at: string | null = albumId; at !== null; at = albums.get(at)?.parentId ?? null) if (at === id) return true;
  return false;
}

/** Most photos are the same objects as in the tree before. */
const madeBefore = new WeakMap<ListedPhoto, { slug: string; json: string }>();

function photoJson(albums: AlbumsById, photo: ListedPhoto | undefined): string | undefined {
  const slug = photo && albums.get(photo.albumId)?.slug;
  if (!photo || slug === undefined) return undefined;
  const known = madeBefore.get(photo);
  if (known?.slug === slug) return known.json;
  const json = JSON.stringify(photoOf(photo, slug));
  madeBefore.set(photo, { slug, json });
  return json;
}

function firstCover(albums: readonly ListedAlbum[], covers: ReadonlyMap<string, Cover>): string | undefined {
  for (const album of albums) {
    const cover = covers.get(album.id);
    if (cover) return cover.json;
  }
  return undefined;
}
