import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from '../../../server/db/dataFolder.ts';
import { photoFilename } from '../../../server/photos/store/photoNames.ts';
import type { TrashEntry } from '../../../src/contract/admin/curation.ts';
import type { Album, Photo } from '../../../src/contract/entities.ts';
import { ADMIN_PATHS } from '../../../src/contract/admin/adminPaths.ts';
import { API_PATHS } from '../../../src/contract/paths.ts';
import { jpeg } from '../pictures/images.ts';
import { CONTENTS, type Names, originalNameOf, takenAtOf } from './lists.ts';
import type { Action } from './model.ts';
import { requestOf } from './requests.ts';
import type { PhotoRef } from './state.ts';

/** The headers that let somebody in. */
export type Credential = Record<string, string>;

export interface ServerTrash {
  /** In the order of the server's ids. */
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
  #trashIds: string[] = [];

  private constructor(origin: () => string, pictures: readonly Buffer[], secret: string) {
    this.#origin = origin;
    this.#pictures = pictures;
    this.#hashes = pictures.map((picture) => createHash('sha256').update(picture).digest('hex'));
    this.#secret = secret;
  }

  static async of(server: { origin: string; dataDir: string }): Promise<ServerLibrary> {
    const pictures = Array.from({ length: CONTENTS }, (_, content) => {
      const time = takenAtOf(content);
      const text = time === undefined ? undefined : new Date(time).toISOString().slice(0, 19);
      const takenAt = text?.replaceAll('-', ':').replace('T', ' ');
      return jpeg({ width: 60, height: 40, seed: content + 1, ...(takenAt && { takenAt }) });
    });
    const sqlite = new Sqlite(join(server.dataDir, DATABASE_FILE), { readonly: true });
    const secret = sqlite.prepare("select value from server_secrets where name = 'photo-names'").pluck().get();
    sqlite.close();
    // The server may be another one after a restart.
    return new ServerLibrary(() => server.origin, await Promise.all(pictures), String(secret));
  }

  album(key: string): string {
    return this.#ids.get(key) ?? `no id of ${key}`;
  }

  photo({ home, content, rotation }: PhotoRef): string {
    const hash = this.#hashes[content]!;
    const albumId = this.album(home);
    const contentHash = rotation === 0 ? hash : `${hash} ${rotation}`;
    const known = this.#names.get(`${albumId} ${contentHash}`);
    if (known !== undefined) return known;
    const name = photoFilename({
      secret: this.#secret,
      albumId,
      contentHash,
      originalFilename: originalNameOf(content),
    });
    this.#names.set(`${albumId} ${contentHash}`, name);
    return name;
  }

  picture(content: number): Buffer {
    return this.#pictures[content]!;
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
      if (action.kind === 'create' && response.status === 201) {
        const { id }: Album = JSON.parse(text);
        this.#ids.set(action.key, id);
      }
      return response.status;
    } catch {
      return undefined;
    }
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
    const photos = entries.filter(({ kind }) => kind === 'photo').sort((one, other) => numberOf(one) - numberOf(other));
    this.#trashIds = photos.map(({ id }) => id);
    return { photos, albums: entries.filter(({ kind }) => kind === 'album') };
  }

  async statusOf(path: string): Promise<number> {
    const response = await fetch(this.#origin() + path);
    await response.arrayBuffer();
    return response.status;
  }

  async #read<Body>(path: string, headers: Credential): Promise<Body> {
    const response = await fetch(this.#origin() + path, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${text}`);
    const body: Body = JSON.parse(text);
    return body;
  }
}

function numberOf({ id }: TrashEntry): number {
  return Number(id.slice('photo-'.length));
}

function flat(tree: readonly Album[]): Album[] {
  return tree.flatMap((album) => [album, ...flat(album.childAlbums)]);
}
