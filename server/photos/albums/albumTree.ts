import type { Album, Photo } from '../../../src/contract/entities.ts';
import type { AlbumWithCover } from './albumRepository.ts';

/** Sorts numbers by value and ignores case and accents: 'album 2' comes before 'Album 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Children = Map<string | null, AlbumWithCover[]>;

/**
 * The JSON of the album list. Written piece by piece and without recursion, since albums may nest deeper than
 * JSON.stringify's stack allows. Takes linear time, except for sorting siblings.
 */
export function albumTreeJson(albums: readonly AlbumWithCover[]): string {
  const children = childrenByParent(albums);
  const order = depthFirst(children, null);
  const covers = coversOf(order, children);
  const pieces: string[] = ['['];
  const slugs = new Map(albums.map(({ id, slug }) => [id, slug]));
  const path: Level[] = [{ id: null, first: true }];
  for (const album of order) {
    while (path.at(-1)?.id !== album.parentId) {
      pieces.push(']}');
      path.pop();
    }
    const level = path.at(-1);
    if (level && !level.first) pieces.push(',');
    if (level) level.first = false;
    const cover = covers.get(album.id);
    pieces.push(openingOf(album, { parentSlug: slugs.get(album.parentId ?? ''), ...(cover ? { cover } : {}) }));
    path.push({ id: album.id, first: true });
  }
  pieces.push(']}'.repeat(path.length - 1), ']');
  return pieces.join('');
}

/** The album's id and those of all below it, depth first, in the order of their names. */
export function withDescendants(albums: readonly AlbumWithCover[], id: string): string[] {
  return [id, ...depthFirst(childrenByParent(albums), id).map((album) => album.id)];
}

interface Level {
  id: string | null;
  first: boolean;
}

/** The album's JSON up to the bracket that opens the list of its children. */
function openingOf(
  { id, name, slug }: AlbumWithCover,
  { parentSlug, cover }: { parentSlug: string | undefined; cover?: Photo },
): string {
  const fields: Omit<Album, 'childAlbums'> = {
    id,
    name,
    slug,
    ...(parentSlug ? { parentSlug } : {}),
    ...(cover ? { cover } : {}),
  };
  return `${JSON.stringify(fields).slice(0, -1)},"childAlbums":[`;
}

function childrenByParent(albums: readonly AlbumWithCover[]): Children {
  const children = Map.groupBy(albums, (album) => album.parentId);
  for (const siblings of children.values()) {
    siblings.sort((one, other) => byName.compare(one.name, other.name) || (one.slug < other.slug ? -1 : 1));
  }
  return children;
}

function depthFirst(children: Children, from: string | null): AlbumWithCover[] {
  const order: AlbumWithCover[] = [];
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

/** An album's cover is its own first photo, else that of the first album below it that has one. */
function coversOf(order: readonly AlbumWithCover[], children: Children): Map<string, Photo> {
  const covers = new Map<string, Photo>();
  // Backwards through the order, so that the covers of all albums below an album are known before its own.
  for (const album of order.toReversed()) {
    const own = album.cover === null ? undefined : { filename: album.cover, albumSlug: album.slug };
    const cover = own ?? firstCover(children.get(album.id) ?? [], covers);
    if (cover) covers.set(album.id, cover);
  }
  return covers;
}

function firstCover(albums: readonly AlbumWithCover[], covers: Map<string, Photo>): Photo | undefined {
  for (const album of albums) {
    const cover = covers.get(album.id);
    if (cover) return cover;
  }
  return undefined;
}
