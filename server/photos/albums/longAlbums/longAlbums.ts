import type { AlbumOutline, MonthSection, Photo } from '../../../../src/contract/entities.ts';
import { isByTime, PHOTOS_PER_PART } from '../../../../src/domain/albums/longAlbums.ts';
import { monthSections } from '../../../../src/domain/albums/monthSections.ts';
import type { StoredAlbum } from '../albumRepository.ts';
import { type ListedPhoto, photoOf } from '../photoQueries.ts';
import type { OrderedAlbum, Part } from './partQueries.ts';

interface Sources {
  takenTimes: (albumId: string) => Promise<(number | undefined)[]>;
  photosInPart: (album: OrderedAlbum, part: Part) => Promise<ListedPhoto[]>;
}

type ListedIn = Pick<StoredAlbum, 'id' | 'order' | 'slug'>;

/** What the page of an album with very many photos reads of it, instead of the whole list. */
export class LongAlbums {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async outline(album: ListedIn, timeZone: string): Promise<AlbumOutline> {
    const times = await this.#sources.takenTimes(album.id);
    const months = isByTime(album.order) ? monthSections(times, timeZone) : [];
    return {
      count: times.length,
      months: album.order === 'newest' ? newestFirst(months) : months,
      photos: await this.part(album, { from: 0, count: PHOTOS_PER_PART }),
    };
  }

  async part(album: ListedIn, part: Part): Promise<Photo[]> {
    const photos = await this.#sources.photosInPart(album, part);
    return photos.map((photo) => photoOf(photo, album.slug));
  }
}

/** Photos without a time stay last in this order too. */
function newestFirst(sections: MonthSection[]): MonthSection[] {
  const timeless = sections.filter(({ month }) => month === undefined);
  return [...sections.filter(({ month }) => month !== undefined).toReversed(), ...timeless];
}
