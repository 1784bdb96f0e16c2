import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { API_KEY_HEADER, API_PATHS } from '#contract/paths.ts';
import type { PairingOffer, PairingState } from '#contract/tablets/pairingSchemas.ts';
import type { NewTablet, Tablet, TabletWithKey } from '#contract/tablets/schemas.ts';
import type { TestServer } from './testServer.ts';

interface TabletResponse<Body> {
  status: number;
  body: Body;
}

/** An admin at a test server's door, who looks after tablets, and what a tablet asks with its key. */
/** Counts the tablets of all clients: two of them may share a server. */
let made = 0;

export class TabletClient {
  readonly server: TestServer;
  readonly #token: string;

  private constructor(server: TestServer, token: string) {
    this.server = server;
    this.#token = token;
  }

  static async on(server: TestServer): Promise<TabletClient> {
    return new TabletClient(server, (await server.signIn({ permissions: ['admin'] })).token);
  }

  /** A new tablet; it has to be accepted. */
  async make(fields: Partial<NewTablet> = {}): Promise<TabletWithKey> {
    made += 1;
    const name = `Tablet ${made}`;
    const { status, body } = await this.admin<TabletWithKey>('POST', ADMIN_PATHS.tablets, { name, ...fields });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async find(id: string): Promise<Tablet> {
    return (await this.admin<Tablet>('GET', ADMIN_PATHS.tablet(id))).body;
  }

  /** An admin's call. */
  admin<Body>(method: string, path: string, body?: unknown): Promise<TabletResponse<Body>> {
    return this.#call(path, { method, headers: { Authorization: `Bearer ${this.#token}` } }, body);
  }

  /** A tablet's call. */
  tablet<Body>(key: string, request: string, body?: unknown): Promise<TabletResponse<Body>> {
    const [method = 'GET', path = ''] = request.split(' ');
    return this.#call(path, { method, headers: { [API_KEY_HEADER]: key } }, body);
  }

  /** The letters that a screen shows, with the secret that collects its key. */
  async offer(): Promise<PairingOffer> {
    return (await this.tablet<PairingOffer>('', `POST ${API_PATHS.pairing}`)).body;
  }

  /** Types the letters of a screen under an existing tablet; returns the key that the screen then collects. */
  async connectAgain(tabletId: string): Promise<string> {
    const { code, secret } = await this.offer();
    await this.admin('POST', ADMIN_PATHS.acceptPairing(code), { tabletId });
    const { body } = await this.tablet<PairingState>('', `GET ${API_PATHS.pairingState(secret)}`);
    return 'key' in body ? (body.key ?? '') : '';
  }

  /** The status of the check of a key, with the code of a refusal. */
  async check(key: string): Promise<{ status: number; code: string | undefined }> {
    const { status, body } = await this.tablet<{ code?: string }>('', `GET ${API_PATHS.checkApiKey(key)}`);
    return { status, code: body.code };
  }

  async albumIdOf(payload: { name: string; slug: string; parentAlbumId?: string }): Promise<string> {
    return (await this.admin<Album>('POST', API_PATHS.albums, payload)).body.id;
  }

  async #call<Body>(path: string, init: RequestInit, body: unknown): Promise<TabletResponse<Body>> {
    const headers = new Headers(init.headers);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.server.origin + path, { ...init, ...json, headers });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text === '' ? 'null' : text) };
  }
}
