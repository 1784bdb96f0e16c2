import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ImmichDoor } from '#contract/sources/schemas.ts';
import { isImageName } from '#domain/uploads/imageKinds.ts';
import { reasonOf, troubleOf } from '#server/core/errors.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import {
  type OpenSource,
  type ReadItem,
  type SourceAdapter,
  type SourceItem,
  SourceAway,
  type SourceListing,
} from '../sourceAdapter.ts';
import { type ImmichAsset, ImmichClient } from './immichClient.ts';

interface ImmichSource extends ImmichDoor {
  immichAlbumId: string;
  maxBytes: number;
}

/** An album of an Immich server, which is only read: photos that are removed from it go to the trash here. */
export function openImmich(source: ImmichSource): OpenSource {
  return { adapter: new ImmichAdapter(source), isMirror: true };
}

class ImmichAdapter implements SourceAdapter {
  readonly #client: ImmichClient;
  readonly #source: ImmichSource;
  readonly #assets = new Map<string, ImmichAsset>();

  constructor(source: ImmichSource) {
    this.#source = source;
    this.#client = new ImmichClient(source);
  }

  async checkPlace(): Promise<void> {}

  async list(): Promise<SourceListing> {
    const { name, assets } = await this.#client.album(this.#source.immichAlbumId);
    this.#assets.clear();
    const images = assets.filter(({ isImage }) => isImage);
    for (const asset of images) this.#assets.set(asset.id, asset);
    return { items: images.map(itemOf), albumName: name, isWhole: true, unreadable: [] };
  }

  async read({ key }: SourceItem, signal: AbortSignal): Promise<ReadItem> {
    const asset = this.#assets.get(key);
    if (!asset) throw new SourceAway('The photo is no longer listed');
    // All other pictures come in the form in which Immich shows them.
    const which = isImageName(asset.name) ? 'original' : 'preview';
    const response = await this.#client.picture(asset, { which, signal });
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-'));
    const path = join(folder, 'picture');
    const release = () => rm(folder, { recursive: true, force: true });
    try {
      await writeFile(path, atMost(response, this.#source.maxBytes + 1));
      const file = await open(path);
      const close = async () => {
        await file.close();
        await release();
      };
      return { file, about: aboutOf(asset), isSame: async () => true, release: close };
    } catch (error) {
      await release();
      throw troubleOf(error) ? error : new SourceAway(`Immich broke off: ${reasonOf(error)}`);
    }
  }

  changedCaption({ key }: SourceItem, mark: string) {
    const asset = this.#assets.get(key);
    if (!asset || !mark.startsWith(`${asset.content} `)) return undefined;
    return { caption: asset.description, replaces: mark.slice(asset.content.length + 1) };
  }
}

function itemOf({ id, name, content, description }: ImmichAsset): SourceItem {
  const shown = isImageName(name) ? name : `${name.replace(/\.[^.]*$/, '')}.jpg`;
  return { key: id, mark: `${content} ${description}`, name: shown, albums: [], hasStill: false };
}

function aboutOf({ description, takenAt }: ImmichAsset): PhotoAbout {
  const time = Date.parse(takenAt);
  return { ...(!Number.isNaN(time) && { takenAt: time }), ...(description && { caption: description }) };
}

/** The bytes of a response, cut off where the picture is too large anyway. */
async function* atMost({ body }: Response, bytes: number): AsyncGenerator<Uint8Array> {
  if (!body) return;
  let left = bytes;
  for await (const chunk of Readable.from(body)) {
    const part: Uint8Array = chunk;
    yield part.subarray(0, left);
    left -= part.length;
    if (left <= 0) return;
  }
}
