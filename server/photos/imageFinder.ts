import { LRUCache } from 'lru-cache';
import { isPhotoFilename } from './photoNames.ts';
import type { PhotoRoom } from './photoRoom.ts';
import type { PhotoAddress, StoredFile } from './photoStore.ts';

const HOT_THUMBNAIL_BYTES = 96 * 1024 * 1024;
const KNOWN_SLUGS = 20_000;

/** Finds images by their public names. Thumbnails that are asked for often stay in memory, ready to be sent. */
export class ImageFinder<Hot extends { bytes: Buffer }> {
  private readonly room: PhotoRoom;
  private readonly makeReady: (filename: string, bytes: Buffer) => Hot;
  private readonly thumbnails = new LRUCache<string, Hot>({
    maxSize: HOT_THUMBNAIL_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  /** An album keeps its slug for ever, so what was found once holds. */
  private readonly albumIds = new LRUCache<string, string>({ max: KNOWN_SLUGS });

  constructor(room: PhotoRoom, makeReady: (filename: string, bytes: Buffer) => Hot) {
    this.room = room;
    this.makeReady = makeReady;
  }

  hotThumbnail(albumSlug: string, filename: string): Hot | undefined {
    return this.thumbnails.get(`${albumSlug}/${filename}`);
  }

  async thumbnail(albumSlug: string, filename: string): Promise<Hot | undefined> {
    const address = await this.addressOf(albumSlug, filename);
    const bytes = address ? await this.room.store.read(address, 'thumbnail') : undefined;
    if (!bytes) return undefined;
    const hot = this.makeReady(filename, bytes);
    this.thumbnails.set(`${albumSlug}/${filename}`, hot);
    return hot;
  }

  async medium(albumSlug: string, filename: string): Promise<StoredFile | undefined> {
    const address = await this.addressOf(albumSlug, filename);
    return address ? this.room.store.open(address, 'medium') : undefined;
  }

  private async addressOf(albumSlug: string, filename: string): Promise<PhotoAddress | undefined> {
    // Only names that are ours reach the store: no dots, no separators, no drives.
    if (!isPhotoFilename(filename)) return undefined;
    const albumId = this.albumIds.get(albumSlug) ?? (await this.room.albums.idOfSlug(albumSlug));
    if (albumId === undefined) return undefined;
    this.albumIds.set(albumSlug, albumId);
    return { albumId, filename };
  }
}
