import type { AuthResponse, NewSession } from '#contract/users/schemas.ts';
import type { UploadResponse, Album } from '#contract/photos/schemas.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';

export interface UploadFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A client for a running server, which uses nothing but its HTTP API. */
export class ApiClient {
  readonly origin: string;
  readonly token: string;

  constructor(origin: string, token: string) {
    this.origin = origin;
    this.token = token;
  }

  static async signedIn(origin: string, as: 'admin' | 'user' = 'admin'): Promise<ApiClient> {
    return new ApiClient(origin, (await signInAsDev(origin, as)).token);
  }

  async createAlbum(name: string, slug: string, parentAlbumId?: string): Promise<Album> {
    return this.ask(`POST ${API_PATHS.albums}`, { name, slug, ...(parentAlbumId ? { parentAlbumId } : {}) });
  }

  /** One call, such as 'PATCH /tablets/ID'; rejects when it does not succeed. */
  async ask<Body>(call: string, content?: unknown): Promise<Body> {
    const [method = '', path = ''] = call.split(' ');
    const body = content === undefined ? null : JSON.stringify(content);
    const headers = { ...this.#headers(), ...(body === null ? {} : { 'Content-Type': 'application/json' }) };
    return expectOk(await fetch(this.origin + path, { method, headers, body }));
  }

  async upload(albumId: string, files: UploadFile[]): Promise<UploadResponse> {
    const body = new FormData();
    for (const file of files) body.append(UPLOAD_FIELD, new Blob([file.bytes]), file.name);
    const url = this.origin + API_PATHS.albumPhotos(albumId);
    return expectOk(await fetch(url, { method: 'POST', headers: this.#headers(), body }));
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}` };
  }
}

export async function signInAsDev(origin: string, as: 'admin' | 'user'): Promise<NewSession> {
  const path = as === 'admin' ? API_PATHS.devAdminSignIn : API_PATHS.devUserSignIn;
  const answer = await expectOk<AuthResponse>(await fetch(origin + path));
  if (!answer.success) throw new Error(answer.message);
  const { success: _, ...user } = answer;
  return user;
}

async function expectOk<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${await response.text()}`);
  const body: Body = JSON.parse((await response.text()) || 'null');
  return body;
}
