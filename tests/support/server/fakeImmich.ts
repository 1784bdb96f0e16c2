import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeAsset {
  id: string;
  bytes: Buffer;
  name?: string;
  type?: 'IMAGE' | 'VIDEO';
  description?: string;
}

/**
 * Answers the calls of an Immich server as its published API documents describe them. `v1`: an album lists its assets
 * (as in 1.1xx); `v3`: it does not, and POST /search/metadata lists them.
 */
export class FakeImmich {
  readonly #server: Server;
  readonly key = 'immich-key';
  readonly albumId = 'album-1';
  assets: FakeAsset[] = [];
  version: 'v1' | 'v3' = 'v1';
  /** The next answers go wrong like this. */
  trouble: undefined | 500 | 404 | 'html' | 'short' | 'slow-down';
  /** Calls that could change something. */
  readonly writes: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeImmich> {
    const server = createServer();
    const fake = new FakeImmich(server);
    server.on('request', (request, response) => {
      const { status, type, body } = fake.#respond(
        request.method ?? '',
        request.url ?? '',
        request.headers['x-api-key'],
      );
      response.writeHead(status, { 'Content-Type': type });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #respond(method: string, url: string, key: unknown): { status: number; type: string; body: string | Buffer } {
    const path = url.replace(/\?.*/, '');
    if (method !== 'GET' && path !== '/api/search/metadata') this.writes.push(`${method} ${path}`);
    if (key !== this.key) return json({ message: 'Invalid API key', statusCode: 401 }, 401);
    if (typeof this.trouble === 'number') return json({ message: 'no', statusCode: this.trouble }, this.trouble);
    if (this.trouble === 'slow-down') return json({}, 429);
    if (this.trouble === 'html') return { status: 200, type: 'text/html', body: '<html>A captive portal</html>' };
    const asset = this.assets.find(({ id }) => path.startsWith(`/api/assets/${id}/`));
    if (asset) return { status: 200, type: 'application/octet-stream', body: asset.bytes };
    if (path === '/api/albums') return json(url.includes('shared=true') ? [] : [this.#album()]);
    const listed = this.assets.map(assetResponse).slice(0, this.trouble === 'short' ? -1 : undefined);
    if (path === `/api/albums/${this.albumId}`)
      return json({ ...this.#album(), ...(this.version === 'v1' && { assets: listed }) });
    if (path === '/api/search/metadata') {
      return json({
        albums: { items: [] },
        assets: { total: listed.length, count: listed.length, items: listed, nextPage: null },
      });
    }
    return json({ message: 'Not found', statusCode: 404 }, 404);
  }

  #album() {
    return { id: this.albumId, albumName: 'Family', assetCount: this.assets.length, shared: false };
  }
}

function json(value: unknown, status = 200) {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

function assetResponse({ id, bytes, name = `${id}.jpg`, type = 'IMAGE', description = '' }: FakeAsset) {
  return {
    id,
    type,
    originalFileName: name,
    originalMimeType: 'image/jpeg',
    checksum: `sum-${bytes.length}-${id}`,
    fileCreatedAt: '2024-05-06T07:08:09.000Z',
    exifInfo: { description },
  };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}
