import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { isRecord } from '#domain/records.ts';
import {
  albumAnswer,
  assetAnswer,
  type Fields,
  type ImmichVersion,
  hasFirstAddresses,
  listedAlbum,
  PING,
  type RecordedAsset,
  searchAnswer,
  versionAnswer,
} from './immichAnswers.ts';

export interface FakeAsset {
  id: string;
  bytes: Buffer;
  name?: string;
  type?: 'IMAGE' | 'VIDEO' | 'AUDIO';
  description?: string;
  /** The picture as somebody edited it there, beside its original. */
  edited?: Buffer;
  /** The asset with the video that was taken together with it. */
  livePhotoVideoId?: string | null;
  /** Immich has not read it itself yet: a search that asks for descriptions leaves it out. */
  isUnread?: true;
  /** Its picture is answered with this instead, or cut. */
  pictureTrouble?: number | 'cut';
}

interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  encoding?: 'gzip';
}

/** The size of what is packed as a bomb. */
export const BOMB_BYTES = 384 * 1024 * 1024;
const BOMB_PIECES = 48;

/** An Immich server that has one album, and says what the published documents of its version say. */
export class FakeImmich {
  readonly #server: Server;
  readonly key = 'immich-key';
  readonly albumId = 'album-1';
  albumName = 'Family';
  assets: FakeAsset[] = [];
  /** The videos that it plays, by their assets. */
  readonly videos = new Map<string, Buffer>();
  version: ImmichVersion = '1.118.0';
  /** The next answers go wrong like this. */
  trouble:
    | undefined
    | number
    | 'html'
    | 'cut json'
    | 'short'
    | 'long'
    | 'twice'
    | 'nameless'
    | 'no count'
    | 'huge count'
    | 'bomb'
    | 'tiny values'
    | 'endless'
    | 'endless nothing'
    | 'long texts';
  /** Calls that could change something. */
  readonly writes: string[] = [];
  /** The pictures that were asked for. */
  readonly pictures: string[] = [];
  /** The encodings that the last call accepts. */
  accepted: string | undefined;
  /** The number of searches. */
  searches = 0;
  /** Awaited before a picture is sent. */
  beforePicture: (() => Promise<unknown>) | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FakeImmich> {
    const server = createServer();
    const fake = new FakeImmich(server);
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      fake.accepted = request.headers['accept-encoding'];
      const { status, type, body, encoding } = await fake.#respond(request);
      const isCut = fake.#asset(request.url ?? '')?.pictureTrouble === 'cut';
      response.writeHead(status, {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
        ...(encoding && { 'Content-Encoding': encoding }),
      });
      if (isCut) response.write(body.slice(0, 100), () => response.destroy());
      else response.end(body);
    };
    server.on('request', (request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** Back to an empty album of the first version, at the same address. */
  reset(): void {
    this.albumName = 'Family';
    this.assets = [];
    this.version = '1.118.0';
    this.searches = 0;
    this.trouble = undefined;
    this.accepted = undefined;
    this.beforePicture = undefined;
    this.videos.clear();
    this.writes.length = 0;
    this.pictures.length = 0;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage): Promise<Reply> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://immich');
    if (request.method !== 'GET' && path !== '/api/search/metadata') this.writes.push(`${request.method} ${path}`);
    if (path === '/api/server/ping') return json(PING);
    if (path === '/api/server/version') return json(versionAnswer(this.version));
    if (request.headers['x-api-key'] !== this.key) return json({ message: 'Invalid API key', statusCode: 401 }, 401);
    if (typeof this.trouble === 'number') return json({ message: 'no', statusCode: this.trouble }, this.trouble);
    if (this.trouble === 'html') return { status: 200, type: 'text/html', body: '<html>A captive portal</html>' };
    const video = this.#video(path);
    if (video) return { status: 200, type: 'video/mp4', body: video };
    if (path.endsWith('/video/playback')) return json({ message: 'Not found', statusCode: 404 }, 404);
    const asset = this.#asset(path);
    if (asset) {
      await this.beforePicture?.();
      return this.#picture(asset, path, query);
    }
    const isSearched = Number.parseInt(this.version, 10) >= 3;
    const isList = path.endsWith(isSearched ? '/search/metadata' : `/${this.albumId}`);
    if (isList && this.trouble === 'bomb') return bomb();
    if (isList && this.trouble === 'tiny values') return { ...json(null), body: `[${'{},'.repeat(3_000_000)}{}]` };
    const reply = this.#list(path, query, await buffer(request));
    return this.trouble === 'cut json' ? { ...reply, body: reply.body.slice(0, -9) } : reply;
  }

  #asset(path: string): FakeAsset | undefined {
    return this.assets.find(({ id }) =>
      hasFirstAddresses(this.version)
        ? path === `/api/asset/file/${id}` || path === `/api/asset/thumbnail/${id}`
        : path.startsWith(`/api/assets/${id}/`),
    );
  }

  #video(path: string): Buffer | undefined {
    const [, id = ''] =
      /^\/api\/assets\/([^/]+)\/video\/playback$/.exec(path) ?? /^\/api\/asset\/file\/([^/]+)$/.exec(path) ?? [];
    return this.videos.get(id);
  }

  #picture({ id, bytes, edited, pictureTrouble }: FakeAsset, path: string, query: URLSearchParams): Reply {
    const isSmall = path.includes('/thumbnail') && (query.get('size') ?? query.get('format')) !== null;
    this.pictures.push(`${isSmall ? 'thumbnail' : 'original'} ${id}`);
    if (typeof pictureTrouble === 'number') return json({ message: 'no' }, pictureTrouble);
    const body = query.get('edited') === 'true' ? (edited ?? bytes) : bytes;
    return { status: 200, type: 'application/octet-stream', body };
  }

  #list(path: string, query: URLSearchParams, body: Buffer): Reply {
    const assets = this.assets.map(recorded);
    const album = { id: this.albumId, name: this.albumName, assets };
    const albums = hasFirstAddresses(this.version) ? '/api/album' : '/api/albums';
    if (path === albums) {
      // Up to 2 `shared` chooses; 3 does not know it.
      const isOthers = query.has('shared') && Number.parseInt(this.version, 10) < 3;
      return json(isOthers ? [] : [listedAlbum(this.version, album)]);
    }
    if (path === `${albums}/${this.albumId}`) return json(this.#spoiltAlbum(albumAnswer(this.version, album)));
    if (path === '/api/search/metadata') return json(this.#search(JSON.parse(body.toString())));
    return json({ message: 'Not found', statusCode: 404 }, 404);
  }

  #spoiltAlbum(answer: Fields): Fields {
    if (this.trouble === 'no count') return { ...answer, assetCount: undefined };
    if (this.trouble === 'huge count') return { ...answer, assetCount: 100_001 };
    return Array.isArray(answer.assets) ? { ...answer, assets: this.#spoilt(answer.assets) } : answer;
  }

  #search({ page, size, withExif }: { page: number; size: number; withExif: boolean }): unknown {
    this.searches += 1;
    if (this.trouble === 'endless') return endlessPage(page);
    if (this.trouble === 'endless nothing') return { assets: { items: [], nextPage: String(page + 1) } };
    if (this.trouble === 'long texts') return endlessPage(page, LONG_TEXT);
    const asked = this.assets.filter(({ isUnread }) => !(withExif && isUnread));
    const found = this.#spoilt(asked.map((asset) => assetAnswer(this.version, recorded(asset), withExif)));
    const next = page * size < found.length ? String(page + 1) : null;
    return searchAnswer(this.version, found.slice((page - 1) * size, page * size), next);
  }

  #spoilt(list: unknown[]): Fields[] {
    const assets = list.filter(isRecord);
    const [first] = assets;
    if (!first) return assets;
    if (this.trouble === 'short') return assets.slice(1);
    if (this.trouble === 'long') return [...assets, { ...first, id: 'more' }];
    if (this.trouble === 'twice') return [first, ...assets.slice(0, -1)];
    if (this.trouble === 'nameless') return [{ ...first, id: 7 }, ...assets.slice(1)];
    return assets;
  }
}

function json(value: unknown, status = 200): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

/** A few bytes that unpack to very many. */
function bomb(): Reply {
  const piece = gzipSync(Buffer.alloc(BOMB_BYTES / BOMB_PIECES, ' '));
  const body = Buffer.concat(Array.from({ length: BOMB_PIECES }, () => piece));
  return { status: 200, type: 'application/json', body, encoding: 'gzip' };
}

/** A thousand of them are just below the bound of a page. */
const LONG_TEXT = 'x'.repeat(10_000);

/** A full page, with another one after it. */
function endlessPage(page: number, description = ''): unknown {
  const ids = Array.from({ length: 1_000 }, (_, index) => `${page}-${index}`);
  const items = ids.map((id) => {
    return { id, type: 'IMAGE', checksum: id, originalFileName: `${id}.jpg`, exifInfo: { description } };
  });
  return { assets: { items, nextPage: String(page + 1) } };
}

const sum = (bytes: Buffer) => createHash('sha1').update(bytes).digest('base64');

function recorded({
  id,
  bytes,
  name = `${id}.jpg`,
  type = 'IMAGE',
  description = '',
  edited,
  livePhotoVideoId = null,
}: FakeAsset): RecordedAsset {
  const thumbhash = sum(edited ?? bytes).slice(0, 24);
  return {
    id,
    checksum: sum(bytes),
    name,
    type,
    description,
    isEdited: edited !== undefined,
    thumbhash,
    livePhotoVideoId,
  };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}
