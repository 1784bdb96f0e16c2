import type { AlbumOutline, MonthSection, Photo } from '#contract/photos/schemas.ts';
import { isByTime, PHOTOS_PER_PART, type Month, monthsBetween, monthSections } from '#domain/albums/longAlbums.ts';
import { CACHES } from '#server/core/limits.ts';
import { VersionedCache } from '#server/core/versionedCache.ts';
import type { StoredAlbum } from '../albumRepository.ts';
import { type ListedPhoto, photoOf } from '../photoQueries.ts';
import type { OrderedAlbum, Part } from './partQueries.ts';

interface Sources {
  takenBetween: (albumId: string) => Promise<{ first: number; last: number } | undefined>;
  countsBetween: (albumId: string, times: readonly number[]) => Promise<number[]>;
  takenTimes: (albumId: string) => Promise<(number | undefined)[]>;
  photosInPart: (album: OrderedAlbum, part: Part) => Promise<ListedPhoto[]>;
  sortedIds: (album: OrderedAlbum) => Promise<number[]>;
  photosWith: (ids: readonly number[]) => Promise<ListedPhoto[]>;
}

/** A hundred years. Cameras whose clock was wrong may spread an album over more. */
const MONTHS_AT_MOST = 1_200;
/** The number of albums and time zones whose months are cached. */
const CALENDARS = 100;

/** The stamp changes with every photo of the album, and with their order; undefined if that is unknown. */
type ListedIn = Pick<StoredAlbum, 'id' | 'order' | 'slug'> & { stamp: string | undefined };

/** Reads the parts of an album with very many photos that its page needs, instead of the whole list. */
export class LongAlbums {
  readonly #sources: Sources;
  /** The months of each album in each time zone, cached because finding them takes as long as counting the photos. */
  readonly #months = new VersionedCache<Month[] | undefined>(CALENDARS);
  readonly #sorted = new VersionedCache<number[]>({ max: CACHES.sortedPhotos, of: ({ length }) => length + 1 });

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async outline(album: ListedIn, timeZone: string): Promise<AlbumOutline> {
    const sections = await this.#sections(album.id, timeZone);
    const months = isByTime(album.order) ? sections : [];
    return {
      count: sections.reduce((sum, { count }) => sum + count, 0),
      months: album.order === 'newest' ? newestFirst(months) : months,
      photos: await this.part(album, { from: 0, count: PHOTOS_PER_PART }),
    };
  }

  /** Counted by the database, so that a hundred thousand photos are not read for it. */
  async #sections(albumId: string, timeZone: string): Promise<MonthSection[]> {
    const { takenBetween, countsBetween, takenTimes } = this.#sources;
    const taken = await takenBetween(albumId);
    const months = taken ? await this.#monthsOf(albumId, taken, timeZone) : [];
    if (!months) return monthSections(await takenTimes(albumId), timeZone);
    const edges = months.map(({ from }) => from);
    const counts = await countsBetween(albumId, edges);
    const sections = counts.map((count, index) => ({ month: months[index]?.name, count }));
    return sections.filter(({ count }) => count > 0).map(({ month, count }) => (month ? { month, count } : { count }));
  }

  async #monthsOf(
    albumId: string,
    taken: { first: number; last: number },
    timeZone: string,
  ): Promise<Month[] | undefined> {
    const read = async () => monthsBetween(taken, { timeZone, atMost: MONTHS_AT_MOST });
    return this.#months.get(`${albumId} ${timeZone}`, `${taken.first} ${taken.last}`, read);
  }

  async part(album: ListedIn, part: Part): Promise<Photo[]> {
    const photos = isByTime(album.order)
      ? await this.#sources.photosInPart(album, part)
      : await this.#sources.photosWith((await this.#sortedIds(album)).slice(part.from, part.from + part.count));
    return photos.map((photo) => photoOf(photo, album.slug));
  }

  /** The ids in an order that no index has: the whole album is sorted, once for each of its stamps. */
  async #sortedIds(album: ListedIn): Promise<number[]> {
    const { stamp } = album;
    if (stamp === undefined) return this.#sources.sortedIds(album);
    return this.#sorted.get(`${album.order} ${album.id}`, stamp, () => this.#sources.sortedIds(album));
  }
}

/** Photos without a time stay last in this order too. */
function newestFirst(sections: MonthSection[]): MonthSection[] {
  const timeless = sections.filter(({ month }) => month === undefined);
  return [...sections.filter(({ month }) => month !== undefined).toReversed(), ...timeless];
}
