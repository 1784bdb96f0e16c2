import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ImmichDoor } from '#contract/sources/schemas.ts';
import { isImageName } from '#domain/uploads/imageKinds.ts';
import type { CompanionKind } from '#server/core/companionKind.ts';
import { reasonOf, troubleOf } from '#server/core/errors.ts';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import {
  type OpenSource,
  type ReadItem,
  type SourceAdapter,
  type SourceItem,
  SourceAway,
  SourceFailed,
  type SourceListing,
} from '../sourceAdapter.ts';
import { type ImmichAsset, ImmichClient } from './immichClient.ts';

interface ImmichSource extends ImmichDoor {
  immichAlbumId: string;
  /** The kinds of files that belong beside pictures. */
  kinds: Iterable<CompanionKind>;
  maxBytes: number;
}

/** An album of an Immich server, which is only read: photos that are removed from it go to the trash here. */
export function openImmich(source: ImmichSource): OpenSource {
  return { adapter: new ImmichAdapter(source), isMirror: true };
}

/** The name by which a video of Immich is recognised, whatever it is called there. */
const VIDEO_NAME = 'video.mp4';
/** A video has sound, which is not stored. */
const BESIDE_FACTOR = 2;

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
    // A video has a still, which Immich shows in its place.
    const images = assets.filter(({ isImage, videoId }) => isImage || (videoId !== undefined && this.#videoKind));
    for (const asset of images) this.#assets.set(asset.id, asset);
    return { items: images.map(itemOf), albumName: name, isWhole: true, unreadable: [] };
  }

  async read({ key }: SourceItem, signal: AbortSignal): Promise<ReadItem> {
    const asset = this.#assets.get(key);
    if (!asset) throw new SourceAway('The photo is no longer listed');
    // All other pictures come in the form in which Immich shows them.
    const which = asset.isImage && isImageName(asset.name) ? 'original' : 'preview';
    const response = await this.#client.picture(asset, { which, signal });
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-'));
    const path = join(folder, 'picture');
    const release = () => rm(folder, { recursive: true, force: true });
    try {
      await writeFile(path, atMost(response, this.#source.maxBytes + 1));
      const beside = await this.#besideOf(asset, { path: join(folder, VIDEO_NAME), signal });
      const file = await open(path);
      const close = async () => {
        await beside?.file.close();
        await file.close();
        await release();
      };
      return { file, beside, about: aboutOf(asset), isSame: async () => true, release: close };
    } catch (error) {
      await release();
      if (error instanceof SourceAway || error instanceof SourceFailed) throw error;
      throw troubleOf(error) ? error : new SourceAway(`Immich broke off: ${reasonOf(error)}`);
    }
  }

  /** The kind of file that a video beside a picture is; undefined where there is none. */
  get #videoKind(): CompanionKind | undefined {
    return [...this.#source.kinds].find(({ isNamed }) => isNamed(VIDEO_NAME));
  }

  async #besideOf(
    { videoId }: ImmichAsset,
    { path, signal }: { path: string; signal: AbortSignal },
  ): Promise<ReadItem['beside']> {
    const kind = this.#videoKind;
    const response = kind && videoId !== undefined ? await this.#client.video(videoId, signal) : undefined;
    if (!kind || !response) return undefined;
    await writeFile(path, atMost(response, BESIDE_FACTOR * kind.upload.maxBytes));
    return { name: VIDEO_NAME, file: await open(path) };
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
