import type { Album, Photo } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { assetOf, type Build, pageOf } from './builds.ts';
import { ORIGIN, SimHeaders, type SimRequest, SimResponse } from './web.ts';

const PICTURE_TYPE = new SimHeaders({ 'Content-Type': 'image/jpeg', 'Content-Length': '7' });
const JSON_TYPE = new SimHeaders({ 'Content-Type': 'application/json; charset=utf-8' });

/** Black at night, by the tablet's own clock. */
export const NIGHT = { from: 23, to: 6 };
export const SETTINGS: TabletSettings = {
  ...DEFAULT_TABLET_SETTINGS,
  programme: [{ shows: 'black', from: `${NIGHT.from}:00`, to: `0${NIGHT.to}:00` }],
};

interface StoredAlbum {
  id: string;
  slug: string;
  photos: string[];
}

/** Files of photos beside their pictures. */
export interface FilesBeside {
  /** The fields of a photo in lists. */
  fieldsOf: (filename: string) => object;
  /** Undefined for an address of other files. */
  respond: (pathname: string) => SimResponse | undefined;
}

/** Hears what the server tells tablets. */
export type Told = (event: string, data?: string) => void;

/** The server as tablets see it: albums, keys, builds. */
export class Server {
  installation = 'house';
  readonly keys = new Map<string, 'valid' | 'revoked'>();
  albums: StoredAlbum[] = [];
  build: Build = { name: '1', starts: true };
  settings = SETTINGS;
  readonly filesBeside: FilesBeside[] = [];
  readonly listeners = new Set<Told>();
  /** Hears the body of each report of the tablet. */
  onReport: (body: string) => void = () => undefined;
  /** The keys that were used. */
  readonly used = new Set<string>();
  /** Counts the lists of photos that were asked for. */
  listsRead = 0;
  readonly #broken = new Set<string>();
  #photos = 0;
  /** The screens that show letters, by these; `key`: the one that an admin gives. */
  readonly #offers = new Map<string, { secret: string; key: string | undefined }>();
  #albums = 0;
  #backup: StoredAlbum[] = [];

  addAlbum(photos: number): void {
    this.#albums += 1;
    const id = `album-${this.#albums}`;
    this.albums.push({ id, slug: id, photos: [] });
    for (let count = 0; count < photos; count += 1) this.addPhoto(id);
  }

  addPhoto(albumId: string): void {
    this.#photos += 1;
    this.albums.find(({ id }) => id === albumId)?.photos.push(`photo-${this.#photos}.jpg`);
  }

  backUp(): void {
    this.#backup = structuredClone(this.albums);
  }

  /** The albums are again what they were at the last backup. */
  restore(): void {
    this.albums = structuredClone(this.#backup);
  }

  connect(key: string): void {
    this.backUp();
    this.keys.set(key, 'valid');
  }

  revoke(): void {
    for (const key of this.keys.keys()) this.keys.set(key, 'revoked');
  }

  /** An admin types a screen's letters under the tablet. */
  accept(letters: string, key: string): void {
    const offer = this.#offers.get(letters);
    if (offer) offer.key = key;
  }

  has({ albumSlug, filename }: Photo): boolean {
    return this.albums.some(({ slug, photos }) => slug === albumSlug && photos.includes(filename));
  }

  get photoCount(): number {
    return this.albums.reduce((sum, { photos }) => sum + photos.length, 0);
  }

  breakNewest(): void {
    this.#broken.add(`photo-${this.#photos}.jpg`);
  }

  mendPictures(): void {
    this.#broken.clear();
  }

  tell(event: string, data?: string): void {
    for (const listener of this.listeners) listener(event, data);
  }

  respond(request: SimRequest): SimResponse {
    const [pathname = ''] = request.url.slice(ORIGIN.length).split('?');
    if (pathname === '/health') return json({ status: 'ok' });
    if (pathname === '/sw.js') return script(`worker of ${this.build.name}`);
    if (pathname === '/environment.js') return script('window.environment = {};');
    if (pathname.startsWith('/assets/')) {
      return pathname === assetOf(this.build) ? script(this.build.name) : new SimResponse('', { status: 404 });
    }
    if (pathname.startsWith(API_PATTERNS.pairing)) return this.#pairing(request, pathname);
    if (pathname.startsWith('/auth/check-api-key/')) return this.#check(decodeURIComponent(pathname.slice(20)));
    if (pathname === '/photos/albums' || pathname.startsWith('/photos/albums/') || pathname.startsWith('/kiosk/')) {
      const refusal = this.#refusalOf(request.headers.get('X-API-Key') ?? '');
      return refusal ?? this.#kioskCall(request, pathname);
    }
    const image = /^\/photos\/([^/]+)\/(?:medium|thumbnail)\/([^/]+)$/.exec(pathname);
    if (image?.[1] !== undefined && image[2] !== undefined) {
      const isThere = this.has({ albumSlug: image[1], filename: image[2] });
      if (this.#broken.has(image[2])) return new SimResponse('', { status: 500 });
      return isThere
        ? new SimResponse('picture', { headers: PICTURE_TYPE })
        : new SimResponse('', { status: 404, headers: JSON_TYPE });
    }
    const beside = this.filesBeside.map((files) => files.respond(pathname)).find((found) => found !== undefined);
    return beside ?? pageOf(this.build);
  }

  #check(key: string): SimResponse {
    return this.#refusalOf(key) ?? json({ valid: true, installation: this.installation });
  }

  #refusalOf(key: string): SimResponse | undefined {
    const state = this.keys.get(key);
    if (state === 'valid') {
      this.used.add(key);
      return undefined;
    }
    const code = state === 'revoked' ? CREDENTIAL_REFUSED : CREDENTIAL_UNKNOWN;
    return json({ message: 'This API key is not valid', code, installation: this.installation }, 401);
  }

  /** A key that was on its way when the network ended is lost. */
  #pairing(request: SimRequest, pathname: string): SimResponse {
    if (request.method === 'POST') {
      const code = `LETTERS-${this.#offers.size}`;
      this.#offers.set(code, { secret: `secret-${this.#offers.size}`, key: undefined });
      return json({ code, secret: `secret-${this.#offers.size - 1}`, expiresAt: '2100-01-01T00:00:00.000Z' }, 201);
    }
    const secret = pathname.slice(API_PATTERNS.pairing.length + 1);
    const [code, offer] = [...this.#offers].find(([, one]) => one.secret === secret) ?? [];
    if (code === undefined || !offer) return json({ message: 'This offer is over' }, 404);
    if (offer.key === undefined) return json({ state: 'waiting' });
    this.#offers.set(code, { secret: '', key: undefined });
    this.revoke();
    this.connect(offer.key);
    return json({ state: 'paired', key: offer.key });
  }

  #listedPhoto(albumSlug: string, filename: string): Photo {
    return Object.assign({ filename, albumSlug }, ...this.filesBeside.map((files) => files.fieldsOf(filename)));
  }

  #kioskCall(request: SimRequest, pathname: string): SimResponse {
    if (pathname === '/photos/albums') return json(this.albums.map(listed));
    if (pathname === API_PATTERNS.kioskSettings) {
      return json({ tablet: { id: 't', name: 'Hall' }, settings: this.settings });
    }
    if (pathname === '/kiosk/report') {
      this.onReport(request.bodyText);
      return new SimResponse('', { status: 204 });
    }
    const id = /^\/photos\/albums\/([^/]+)\/photos$/.exec(pathname)?.[1];
    this.listsRead += 1;
    const album = this.albums.find((one) => one.id === id);
    if (!album) return json({ message: 'There is no such album' }, 404);
    return json(album.photos.map((filename) => this.#listedPhoto(album.slug, filename)));
  }
}

function listed({ id, slug, photos }: StoredAlbum): Album {
  const [first] = photos;
  return {
    id,
    slug,
    name: slug,
    photoCount: photos.length,
    childAlbums: [],
    ...(first === undefined ? {} : { cover: { filename: first, albumSlug: slug } }),
  };
}

function json(value: unknown, status = 200): SimResponse {
  return new SimResponse(JSON.stringify(value), { status, headers: JSON_TYPE }, { url: ORIGIN });
}

function script(content: string): SimResponse {
  return new SimResponse(content, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
}
