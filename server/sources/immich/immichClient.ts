import { isRecord, textOf } from '#domain/records.ts';
import { reasonOf } from '../../errors.ts';
import { SourceAway, SourceFailed } from '../sourceAdapter.ts';

const TIMEOUT_MS = 60_000;
const PAGE = 1_000;
/** More pages than any album has: a server that repeats itself is not followed for ever. */
const MOST_PAGES = 500;

export interface ImmichDoor {
  url: string;
  apiKey: string;
}

export interface ImmichAsset {
  id: string;
  isImage: boolean;
  name: string;
  mime: string;
  checksum: string;
  description: string;
  takenAt: string;
}

export interface ListedAlbum {
  id: string;
  name: string;
  photos: number;
}

/** The calls of an Immich server (1.1xx to 3) that are needed to read it; none changes anything there. */
export class ImmichClient {
  readonly #door: ImmichDoor;

  constructor({ url, apiKey }: ImmichDoor) {
    this.#door = { url: url.replace(/\/+$/, '').replace(/\/api$/, ''), apiKey };
  }

  async albums(): Promise<ListedAlbum[]> {
    const own = await this.#json('/api/albums');
    const shared = await this.#json('/api/albums?shared=true');
    if (!Array.isArray(own) || !Array.isArray(shared)) throw notUnderstood();
    const all = [...own, ...shared].map(albumFrom);
    return [...new Map(all.map((album) => [album.id, album])).values()];
  }

  /** Throws where the list is not as long as the album says: a list that is cut would delete photos. */
  async album(id: string): Promise<{ name: string; assets: ImmichAsset[] }> {
    const found = await this.#json(`/api/albums/${encodeURIComponent(id)}`);
    const { name, photos } = albumFrom(found);
    const listed = isRecord(found) && Array.isArray(found.assets) ? found.assets : [];
    const raw = listed.length === photos ? listed : await this.#search(id);
    if (raw.length !== photos) {
      throw new SourceFailed(`Immich names ${photos} photos in the album and lists ${raw.length}: nothing was changed`);
    }
    const assets = raw.map(assetFrom);
    if (new Set(assets.map((asset) => asset.id)).size !== assets.length) throw notUnderstood();
    return { name, assets };
  }

  /** The original, or the picture that Immich shows of it. */
  async picture(id: string, which: 'original' | 'preview', signal: AbortSignal): Promise<Response> {
    const path = which === 'original' ? 'original' : 'thumbnail?size=preview';
    return this.#send(`/api/assets/${encodeURIComponent(id)}/${path}`, { signal });
  }

  /** Newer servers list the assets of an album by this call alone. */
  async #search(albumId: string): Promise<unknown[]> {
    const all: unknown[] = [];
    for (let page: number | undefined = 1; page !== undefined && page <= MOST_PAGES;) {
      const body = JSON.stringify({ albumIds: [albumId], page, size: PAGE, withExif: true });
      const found = await this.#json('/api/search/metadata', { method: 'POST', body });
      const assets = isRecord(found) && isRecord(found.assets) ? found.assets : undefined;
      if (!assets || !Array.isArray(assets.items)) throw notUnderstood();
      all.push(...assets.items);
      page =
        assets.nextPage === null || assets.nextPage === undefined ? undefined : Number(assets.nextPage) || undefined;
    }
    return all;
  }

  async #json(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await this.#send(path, init);
    try {
      const value: unknown = await response.json();
      return value;
    } catch {
      throw notUnderstood();
    }
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { 'x-api-key': this.#door.apiKey, Accept: 'application/json', 'Content-Type': 'application/json' };
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(this.#door.url + path, { ...init, headers, signal, redirect: 'error' }).catch(
      (error: unknown) => {
        throw new SourceAway(`Immich cannot be reached: ${reasonOf(error)}`);
      },
    );
    if (response.ok) return response;
    await response.body?.cancel();
    throw refusalOf(response.status);
  }
}

function refusalOf(status: number): Error {
  if (status >= 500 || status === 429 || status === 408)
    return new SourceAway(`Immich says ${status}: it is tried again`);
  if (status === 401 || status === 403) return new SourceFailed('Immich does not accept the key: make a new one there');
  return new SourceFailed(`Immich says ${status}: perhaps the album is gone`);
}

function notUnderstood(): SourceFailed {
  return new SourceFailed('Immich said something that this version does not understand: nothing was changed');
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
  if (!id || !type || !checksum) throw notUnderstood();
  const exif = isRecord(value.exifInfo) ? value.exifInfo : {};
  return {
    id,
    isImage: type === 'IMAGE',
    name: textOf(value, 'originalFileName') || `${id}.jpg`,
    mime: textOf(value, 'originalMimeType') ?? '',
    checksum,
    description: textOf(exif, 'description') ?? '',
    takenAt: textOf(value, 'fileCreatedAt') ?? '',
  };
}
