import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadResponse, Photo, Album } from '#contract/photos/schemas.ts';
import { imagePath, type PhotoVariant, UPLOAD_FIELD } from '#contract/paths.ts';
import { isSound, verifyLibrary } from '#server/library/verify.ts';
import type { TestServer } from './testServer.ts';

export interface PhotoResponse<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** A person with photos:write at a test server's door, and a look behind it. */
export class PhotoClient {
  readonly server: TestServer;
  readonly headers: Record<string, string>;
  #slugs = 0;

  private constructor(server: TestServer, token: string) {
    this.server = server;
    this.headers = { Authorization: `Bearer ${token}` };
  }

  static async on(server: TestServer): Promise<PhotoClient> {
    return new PhotoClient(server, (await server.signIn({ permissions: ['photos:write'] })).token);
  }

  async createAlbum(fields: { name?: string; slug?: string; parentAlbumId?: string } = {}): Promise<Album> {
    this.#slugs += 1;
    const { body } = await this.postAlbum({ name: 'An album', slug: `album-${this.#slugs}`, ...fields });
    if ('id' in body) return body;
    throw new Error(body.message);
  }

  async postAlbum(payload: unknown): Promise<PhotoResponse<Album | { message: string }>> {
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    return this.#call('/photos/albums', { method: 'POST', headers, body: JSON.stringify(payload) });
  }

  async upload(albumId: string, files: Record<string, Buffer>, field = UPLOAD_FIELD) {
    const form = new FormData();
    for (const [name, bytes] of Object.entries(files)) form.append(field, new Blob([new Uint8Array(bytes)]), name);
    return this.send(albumId, form);
  }

  async send(albumId: string, form: FormData): Promise<PhotoResponse<UploadResponse & { message?: string }>> {
    return this.#call(`/photos/albums/${albumId}/photos`, { method: 'POST', headers: this.headers, body: form });
  }

  /** Into an album of its own; it has to be taken. */
  async uploadOne(name: string, bytes: Buffer): Promise<Photo> {
    const { status, body } = await this.upload((await this.createAlbum()).id, { [name]: bytes });
    const [photo] = body.photos;
    if (status === 201 && photo) return photo;
    throw new Error(`${status} for ${name}: ${JSON.stringify(body)}`);
  }

  async albums(): Promise<Album[]> {
    return (await this.#call<Album[]>('/photos/albums', { headers: this.headers })).body;
  }

  async photos(albumId: string, query = ''): Promise<Photo[]> {
    return (await this.#call<Photo[]>(`/photos/albums/${albumId}/photos${query}`, { headers: this.headers })).body;
  }

  /** A call of one of the paths of API_PATHS. */
  async call<Body>(
    path: string,
    { method = 'GET', body, version }: { method?: string; body?: unknown; version?: number } = {},
  ): Promise<PhotoResponse<Body>> {
    const headers = {
      ...this.headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    };
    return this.#call(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  async image(photo: Photo, variant: PhotoVariant, init: RequestInit = {}): Promise<Response> {
    return fetch(this.server.origin + imagePath(photo, variant), init);
  }

  async imageBytes(photo: Photo, variant: PhotoVariant): Promise<Buffer> {
    const answer = await this.image(photo, variant);
    if (answer.status !== 200) throw new Error(`${answer.status} for the ${variant} of ${photo.filename}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Every file in the data folder's photo part. */
  async storedFiles(): Promise<string[]> {
    const folder = join(this.server.dependencies.settings.dataDir, 'photos');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return files.map((file) => file.slice(folder.length + 1));
  }

  /** Lists the folder of unfinished uploads. */
  async leftovers(): Promise<string[]> {
    return (await this.storedFiles()).filter((file) => file.startsWith('incoming'));
  }

  async isSound(): Promise<boolean> {
    return isSound(await verifyLibrary(this.server.dependencies.photos));
  }

  /** A call with JSON, such as `PATCH /photos/albums/ID`. */
  async ask<Body = { message: string }>(
    call: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PhotoResponse<Body>> {
    const [method = '', path = ''] = call.split(' ');
    const init = { method, headers: { ...this.headers, ...headers } };
    if (payload === undefined) return this.#call<Body>(path, init);
    const json = { 'Content-Type': 'application/json' };
    return this.#call<Body>(path, {
      ...init,
      headers: { ...init.headers, ...json },
      body: JSON.stringify(payload),
    });
  }

  async #call<Body>(path: string, init: RequestInit): Promise<PhotoResponse<Body>> {
    const answer = await fetch(this.server.origin + path, init);
    const body: Body = JSON.parse((await answer.text()) || 'null');
    return { status: answer.status, body, headers: answer.headers };
  }
}
