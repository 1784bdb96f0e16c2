import { Readable } from 'node:stream';
import type { ImmichDoor } from '#contract/sources/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { SourceAway, SourceFailed } from '../sourceAdapter.ts';

const TIMEOUT_MS = 60_000;
const PAGE = 1_000;
const PERMISSIONS = 'album.read, asset.read, asset.view and asset.download';
/** More pages than any album has, so that a server that repeats itself is not read for ever. */
const MOST_PAGES = 500;

// Another machine decides how much it says: without these bounds a small packed response could fill the memory.

const BYTES_PER_MB = 1024 * 1024;
/** The most that is read of one response, counted after unpacking: an album may list all its photos in it. */
const MOST_MB = 32;
const MOST_MB_OF_A_PAGE = 10;
/** A value of Immich's JSON with its name takes more bytes than this: many tiny ones take much more memory than bytes. */
const LEAST_BYTES_PER_VALUE = 8;
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];
const LONGEST_ID = 200;
/** The most photos of an album, over all pages. */
const MOST_PHOTOS = 100_000;
/** The limit for the names and descriptions of one album, counted over all pages of the response. */
const MOST_CHARACTERS = 64 * BYTES_PER_MB;

const ADDRESS_WITH_PASSWORD =
  'Enter the address of Immich without a name and password before the host: the key alone opens it';

export interface ImmichAsset {
  id: string;
  isImage: boolean;
  /** The asset with the video that was taken together with a picture; the asset itself, where it is a video. */
  videoId: string | undefined;
  name: string;
  /** Another text once the picture itself has changed: it was replaced, or edited there. */
  content: string;
  /** Since 2.6 pictures can be edited there; the original stays beside it. */
  isEdited: boolean;
  description: string;
  takenAt: string;
}

interface ListedAlbum {
  id: string;
  name: string;
  photos: number;
}

/** The calls of an Immich server (1.100 to 3) that are needed to read it; none changes anything there. */
export class ImmichClient {
  readonly #door: ImmichDoor;
  /** Whether it answered at the addresses of versions before 1.106. */
  #isOld = false;

  /** Throws if the address has a name and a password, or if a header cannot hold the key, without repeating them. */
  constructor({ url, apiKey }: ImmichDoor) {
    if (hasPassword(url)) throw new SourceFailed(ADDRESS_WITH_PASSWORD);
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw keyRejected();
    this.#door = { url: url.replace(/\/+$/, '').replace(/\/api$/, ''), apiKey };
  }

  async albums(): Promise<ListedAlbum[]> {
    const own = await this.#albumJson('');
    // Versions before 3 list the albums shared by others only in response to this call. Version 3 ignores the
    // parameter, so that all albums come twice.
    const shared = await this.#albumJson('?shared=true');
    if (!Array.isArray(own) || !Array.isArray(shared)) throw notUnderstood();
    const all = [...own, ...shared].map(albumFrom);
    return [...new Map(all.map((album) => [album.id, album])).values()];
  }

  /** Throws if the list is not as long as the album says: an incomplete list would delete photos. */
  async album(id: string): Promise<{ name: string; assets: ImmichAsset[] }> {
    const found = await this.#albumJson(`/${encodeURIComponent(id)}`);
    const { name, photos } = albumFrom(found);
    if (photos > MOST_PHOTOS) throw tooMany();
    // Searches only if the album itself lists no photos: before version 2, a search ignores the album and returns the
    // whole library.
    const listed = isRecord(found) && Array.isArray(found.assets) ? new Assets().add(found.assets).list : undefined;
    const assets = listed ?? (await this.#searched(id, photos));
    if (assets.length !== photos) {
      throw new SourceFailed(
        `Immich names ${countOf(photos, 'photo')} in the album and lists ${assets.length}: nothing was changed`,
      );
    }
    if (new Set(assets.map((asset) => asset.id)).size !== assets.length) throw notUnderstood();
    return { name, assets };
  }

  /**
   * Fetches the original or the preview, which is the picture that Immich shows. An edited photo comes as it was
   * edited.
   */
  async picture(
    { id, isEdited }: Pick<ImmichAsset, 'id' | 'isEdited'>,
    { which, signal }: { which: 'original' | 'preview'; signal: AbortSignal },
  ): Promise<Response> {
    const asked = { ...(which === 'preview' && { size: 'preview' }), ...(isEdited && { edited: 'true' }) };
    const query = Object.keys(asked).length > 0 ? `?${new URLSearchParams(asked).toString()}` : '';
    const path = which === 'original' ? 'original' : 'thumbnail';
    const asset = encodeURIComponent(id);
    const today = `/api/assets/${asset}/${path}${query}`;
    // In versions before 1.106, JPEG means the large preview and WEBP the small picture.
    const before = which === 'original' ? `/api/asset/file/${asset}` : `/api/asset/thumbnail/${asset}?format=JPEG`;
    const response = await this.#ask(this.#isOld ? before : today, { signal });
    if (response.ok) return response;
    await response.body?.cancel();
    // The album lists the asset, but its picture is broken or lost. The error is about this asset alone, so the reading
    // continues.
    if ([400, 404].includes(response.status)) {
      throw new UserError(422, `Immich lists this picture and does not give it (${response.status})`);
    }
    throw refusalOf(response.status);
  }

  /** Fetches a video as Immich plays it; undefined where it gives none. */
  async video(id: string, signal: AbortSignal): Promise<Response | undefined> {
    const asset = encodeURIComponent(id);
    const path = this.#isOld ? `/api/asset/file/${asset}` : `/api/assets/${asset}/video/playback`;
    const response = await this.#ask(path, { signal });
    if (response.ok) return response;
    await response.body?.cancel();
    if ([400, 403, 404].includes(response.status)) return undefined;
    throw refusalOf(response.status);
  }

  /**
   * All assets of an album, by the call of versions 3 and later. With descriptions requested, Immich would leave out
   * assets that it has not read itself yet, so it returns them without.
   */
  async #searched(albumId: string, photos: number): Promise<ImmichAsset[]> {
    const described = await this.#search(albumId, true);
    if (described.length >= photos) return described;
    const known = new Map(described.map((asset) => [asset.id, asset]));
    return (await this.#search(albumId, false)).map((asset) => known.get(asset.id) ?? asset);
  }

  async #search(albumId: string, withExif: boolean): Promise<ImmichAsset[]> {
    const all = new Assets();
    for (let page: number | undefined = 1; page !== undefined && page <= MOST_PAGES;) {
      const body = JSON.stringify({ albumIds: [albumId], page, size: PAGE, withExif });
      const found = await jsonOf(await this.#ask('/api/search/metadata', { method: 'POST', body }), MOST_MB_OF_A_PAGE);
      const assets = isRecord(found) && isRecord(found.assets) ? found.assets : undefined;
      if (!assets || !Array.isArray(assets.items)) throw notUnderstood();
      all.add(assets.items);
      page =
        assets.nextPage === null || assets.nextPage === undefined ? undefined : Number(assets.nextPage) || undefined;
    }
    return all.list;
  }

  /** Asks for albums at today's address, and where there is none at that of versions before 1.106. */
  async #albumJson(rest: string): Promise<unknown> {
    if (!this.#isOld) {
      const response = await this.#ask(`/api/albums${rest}`, {});
      if (response.status !== 404) return jsonOf(response);
      await response.body?.cancel();
    }
    const response = await this.#ask(`/api/album${rest}`, {});
    this.#isOld = response.ok;
    return jsonOf(response);
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      'x-api-key': this.#door.apiKey,
      Accept: 'application/json',
      // Prevents compressed responses, because a few bytes can unpack to very many.
      'Accept-Encoding': 'identity',
      'Content-Type': 'application/json',
    };
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const send = () => fetch(this.#door.url + path, { ...init, headers, signal, redirect: 'error' });
    // Repeats the call once, because the server may close an idle connection just when the call uses it.
    return send()
      .catch(send)
      .catch((error: unknown) => {
        throw new SourceAway(`Immich cannot be reached: ${reasonOf(error)}`);
      });
  }
}

/** The photos of an album as they arrive: of each the few facts that are needed. Throws when there are too many. */
class Assets {
  readonly list: ImmichAsset[] = [];
  #characters = 0;

  add(values: readonly unknown[]): this {
    if (this.list.length + values.length > MOST_PHOTOS) throw tooMany();
    for (const value of values) {
      const asset = assetFrom(value);
      for (const fact of Object.values(asset)) if (typeof fact === 'string') this.#characters += fact.length;
      if (this.#characters > MOST_CHARACTERS) throw tooMuch(`${MOST_CHARACTERS / BYTES_PER_MB} MB of text`);
      this.list.push(asset);
    }
    return this;
  }
}

async function jsonOf(response: Response, mostMb = MOST_MB): Promise<unknown> {
  if (!response.ok) {
    await response.body?.cancel();
    throw refusalOf(response.status);
  }
  const text = await bodyOf(response, mostMb);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw notUnderstood();
  }
}

/** Reads a response in pieces, and stops where it becomes too long, or has too many values to be what Immich says. */
async function bodyOf({ body }: Response, mostMb: number): Promise<string> {
  const decoder = new TextDecoder();
  const most = mostMb * BYTES_PER_MB;
  let [text, bytes, values] = ['', 0, 0];
  try {
    for await (const chunk of Readable.from(body ?? [])) {
      const part: Uint8Array = chunk;
      bytes += part.length;
      if (bytes > most) throw tooMuch(`${mostMb} MB at once`);
      for (const byte of part) if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
      if (values > most / LEAST_BYTES_PER_VALUE) throw notUnderstood();
      text += decoder.decode(part, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof SourceFailed ? error : new SourceAway(`Immich broke off: ${reasonOf(error)}`);
  }
}

function refusalOf(status: number): Error {
  if (status >= 500 || status === 429 || status === 408)
    return new SourceAway(`Immich says ${status}: it is tried again`);
  if (status === 401) return keyRejected();
  if (status === 403) return new SourceFailed(`Immich says that the key may not do this: it needs ${PERMISSIONS}`);
  return new SourceFailed(`Immich says ${status}: perhaps the album is gone, or Immich is older than 1.100`);
}

function keyRejected(): SourceFailed {
  return new SourceFailed('Immich does not accept the key: make a new one there');
}

function notUnderstood(): SourceFailed {
  return new SourceFailed('Immich sent a response that this version does not understand: nothing was changed');
}

function tooMuch(what: string): SourceFailed {
  return new SourceFailed(`Immich sent more than ${what}: nothing was changed`);
}

function tooMany(): SourceFailed {
  const most = MOST_PHOTOS.toLocaleString('en');
  return new SourceFailed(`The album has more than ${most} photos: make several of it in Immich. Nothing was changed`);
}

function hasPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

function albumFrom(value: unknown): ListedAlbum {
  if (!isRecord(value) || !Number.isInteger(value.assetCount)) throw notUnderstood();
  const [id, name] = [textOf(value, 'id'), textOf(value, 'albumName')];
  if (!id) throw notUnderstood();
  return { id, name: name || 'Immich', photos: Number(value.assetCount) };
}

function assetFrom(value: unknown): ImmichAsset {
  if (!isRecord(value)) throw notUnderstood();
  const [id, type, checksum] = [textOf(value, 'id'), textOf(value, 'type'), textOf(value, 'checksum')];
  if (!id || id.length > LONGEST_ID || !type || !checksum) throw notUnderstood();
  const isEdited = value.isEdited === true;
  const exif = isRecord(value.exifInfo) ? value.exifInfo : {};
  return {
    id,
    isImage: type === 'IMAGE',
    videoId: type === 'VIDEO' ? id : textOf(value, 'livePhotoVideoId') || undefined,
    name: textOf(value, 'originalFileName') || `${id}.jpg`,
    // An edit changes the small picture, and the original has the same sum.
    content: isEdited ? `${checksum}~${textOf(value, 'thumbhash')}` : checksum,
    isEdited,
    description: textOf(exif, 'description'),
    takenAt: textOf(value, 'fileCreatedAt'),
  };
}
