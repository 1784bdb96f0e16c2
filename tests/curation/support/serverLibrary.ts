import { createHash } from 'node:crypto';
import { nextFilename, photoFilename } from '#server/photos/store/photoNames.ts';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { contentPictures } from './contentPictures.ts';
import { contentNamed, type Names, originalNameOf } from './model/lists.ts';
import type { Action } from './model/model.ts';
import { requestOf } from './requests.ts';
import type { PhotoRef } from './model/state.ts';

/** The headers that let somebody in. */
export type Credential = Record<string, string>;

export interface Served {
  server: { readonly origin: string };
  /** That of the names of photos. */
  secret: string;
  /** The id of the tablet whose albums are changed. */
  tablet: string;
}

export interface ServerTrash {
  /** By content; those with the same content in the order of the server's ids. */
  photos: TrashEntry[];
  albums: TrashEntry[];
}

/** A server's library in the words of the model: knows the server's names of what the model names itself. */
export class ServerLibrary implements Names {
  readonly #origin: () => string;
  readonly #pictures: readonly Buffer[];
  readonly #secret: string;
  readonly #hashes: readonly string[];
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #shares = new Map<string, { id: string; visitor: Credential }>();
  readonly tablet: string;
  #trashIds: string[] = [];

  private constructor({ server, secret, tablet }: Served, pictures: readonly Buffer[]) {
    // The server may be another one after a restart.
    this.#origin = () => server.origin;
    this.tablet = tablet;
    this.#pictures = pictures;
    this.#hashes = pictures.map((picture) => createHash('sha256').update(picture).digest('hex'));
    this.#secret = secret;
  }

  static async of(served: Served): Promise<ServerLibrary> {
    return new ServerLibrary(served, await contentPictures());
  }

  album(key: string): string {
    return this.#ids.get(key) ?? `no id of ${key}`;
  }

  photo({ home, content, steps }: PhotoRef): string {
    const key = JSON.stringify([home, content, steps]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const secret = this.#secret;
    const contentHash = this.#hashes[content]!;
    const originalFilename = originalNameOf(content);
    let name = photoFilename({ secret, albumId: this.album(home), contentHash, originalFilename });
    for (const { album, ...turn } of steps) {
      name = nextFilename({ filename: name }, { secret, albumId: this.album(album), ...turn });
    }
    this.#names.set(key, name);
    return name;
  }

  picture(content: number): Buffer {
    return this.#pictures[content]!;
  }

  share(key: string): string {
    return this.#shares.get(key)?.id ?? `no id of ${key}`;
  }

  /** The visitors of all links that were ever made. */
  visitors(): Map<string, Credential> {
    return new Map([...this.#shares].map(([key, { visitor }]) => [key, visitor]));
  }

  trashedPhoto(place: number): string {
    return this.#trashIds[place] ?? '';
  }

  /** Learns the id of an album whose creation was not answered. */
  learn(key: string, slug: string, tree: readonly Album[]): void {
    const known = new Set(this.#ids.values());
    const found = this.#ids.has(key) ? undefined : flat(tree).find((one) => one.slug === slug && !known.has(one.id));
    if (found) this.#ids.set(key, found.id);
  }

  /** The status of the response; undefined when there was none. */
  async ask(action: Action, credential: Credential): Promise<number | undefined> {
    const { method, path, body, seen } = requestOf(action, this);
    const headers = {
      ...credential,
      ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...(seen === undefined ? {} : { 'If-Match': `"${seen}"` }),
    };
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    try {
      const response = await fetch(this.#origin() + path, {
        method,
        headers,
        ...(sent === undefined ? {} : { body: sent }),
      });
      const text = await response.text();
      if (response.status === 201) this.#learnMade(action, text);
      return response.status;
    } catch {
      return undefined;
    }
  }

  #learnMade(action: Action, text: string): void {
    if (action.kind === 'create') {
      const { id }: Album = JSON.parse(text);
      this.#ids.set(action.key, id);
    }
    if (action.kind === 'share') {
      const { id, key }: ShareWithKey = JSON.parse(text);
      this.#shares.set(action.key, { id, visitor: { [SHARE_KEY_HEADER]: key } });
    }
  }

  /** The albums that somebody sees, by their keys; undefined for one who sees nothing. */
  async keysSeenBy(credential: Credential): Promise<string[] | undefined> {
    const response = await fetch(this.#origin() + API_PATHS.albums, { headers: credential });
    const text = await response.text();
    if (response.status === 401) return undefined;
    if (response.status !== 200) throw new Error(`${response.status} for the albums: ${text}`);
    const tree: Album[] = JSON.parse(text);
    const keys = new Map([...this.#ids].map(([key, id]) => [id, key]));
    return flat(tree)
      .map(({ id }) => keys.get(id) ?? id)
      .sort();
  }

  async tree(credential: Credential): Promise<Album[]> {
    return this.#read(API_PATHS.albums, credential);
  }

  async photosOf(key: string, { credential, below }: { credential: Credential; below: boolean }): Promise<Photo[]> {
    const query = below ? '?includeChildAlbums=true' : '';
    return this.#read(API_PATHS.albumPhotos(this.album(key)) + query, credential);
  }

  async trash(credential: Credential): Promise<ServerTrash> {
    const entries: TrashEntry[] = await this.#read(ADMIN_PATHS.trash, credential);
    const photos = entries
      .filter(({ kind }) => kind === 'photo')
      .sort((one, other) => byContent(one, other) || numberOf(one) - numberOf(other));
    this.#trashIds = photos.map(({ id }) => id);
    return { photos, albums: entries.filter(({ kind }) => kind === 'album') };
  }

  async statusOf(path: string): Promise<number> {
    const response = await fetch(this.#origin() + path);
    await response.arrayBuffer();
    return response.status;
  }

  /** Deletes all albums for good, and lets the tablet see all. */
  async clear(credential: Credential): Promise<void> {
    const paths = (await this.tree(credential)).map(({ id }) => ADMIN_PATHS.album(id));
    for (const path of [...paths, ADMIN_PATHS.trash]) {
      const { status } = await fetch(this.#origin() + path, { method: 'DELETE', headers: credential });
      if (status !== 200) throw new Error(`${status} for ${path}`);
    }
    await this.ask({ kind: 'scope', albums: null }, credential);
  }

  async #read<Body>(path: string, headers: Credential): Promise<Body> {
    const response = await fetch(this.#origin() + path, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text}`);
    const body: Body = JSON.parse(text, withoutFocus);
    return body;
  }
}

/** Leaves out what a picture's pixels say, of which the model knows nothing; tests of focuses follow it through edits. */
function withoutFocus(name: string, value: unknown): unknown {
  return name === 'focus' ? undefined : value;
}

function byContent(one: TrashEntry, other: TrashEntry): number {
  return contentNamed(one.name) - contentNamed(other.name);
}

function numberOf({ id }: TrashEntry): number {
  return Number(id.slice('photo-'.length));
}

function flat(tree: readonly Album[]): Album[] {
  return tree.flatMap((album) => [album, ...flat(album.childAlbums)]);
}
