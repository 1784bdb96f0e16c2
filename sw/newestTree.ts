import { isRecord, parsedJson, textOf } from '#domain/records.ts';

interface TreeAlbum {
  id: string;
  slug: string;
}

/** The albums of the newest tree, read from its text when first needed: most trees are the same as the one before. */
interface Named {
  ids: ReadonlySet<string>;
  slugs: ReadonlySet<string>;
}

const newest = new Map<string, { body: string; named?: Named }>();

/** Call with each album tree that the server itself has just sent for the key. */
export function treeReceived(keyHash: string, body: string): void {
  if (newest.get(keyHash)?.body !== body) newest.set(keyHash, { body });
}

/** Call when the key was revoked. */
export function forgetTree(keyHash: string): void {
  newest.delete(keyHash);
}

/**
 * Whether the key's newest album tree does not name the album: nothing of it may be stored any more, such as the last
 * image of a page that has not heard of the change yet. False until this worker has received a tree.
 */
export function isUnlisted(keyHash: string, album: { id: string } | { slug: string }): boolean {
  const tree = newest.get(keyHash);
  if (!tree) return false;
  tree.named ??= namedIn(tree.body);
  return 'id' in album ? !tree.named.ids.has(album.id) : !tree.named.slugs.has(album.slug);
}

function namedIn(body: string): Named {
  const tree = parsedJson(body);
  const albums = Array.isArray(tree) ? albumsOfTree(tree) : [];
  return { ids: new Set(albums.map(({ id }) => id)), slugs: new Set(albums.map(({ slug }) => slug)) };
}

/** All albums of a tree as it was received, at any depth. */
export function albumsOfTree(tree: readonly unknown[]): TreeAlbum[] {
  const found: TreeAlbum[] = [];
  const waiting = [...tree];
  for (let album = waiting.pop(); album !== undefined; album = waiting.pop()) {
    if (!isRecord(album)) continue;
    found.push({ id: textOf(album, 'id'), slug: textOf(album, 'slug') });
    if (Array.isArray(album.childAlbums)) waiting.push(...album.childAlbums);
  }
  return found;
}
