import { fetchPhotos } from '#src/api/albums.ts';
import { isCredentialRefused } from '#src/api/http.ts';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { topLevelAlbums } from '#domain/albums/albumTree.ts';

/** Stands for all albums together where an album is expected; no real album has these. */
const EVERYTHING = { id: '', slug: '' } as const;

const PARALLEL_LISTS = 4;

/** All that the tablet may see as one album, for the slideshow of the top level. */
export function everythingAlbum(albums: readonly Album[], name: string): Album {
  return { ...EVERYTHING, name, childAlbums: topLevelAlbums(albums) };
}

export function isEverything({ id }: { id: string }): boolean {
  return id === EVERYTHING.id;
}

/**
 * The photos of all albums, in the albums' order. A list that cannot be loaded is left out, as without a network those
 * that were never stored: what there is goes on being shown. Rejects when there is none at all.
 */
export async function fetchEveryPhoto(apiKey: string, albums: readonly Album[]): Promise<Photo[]> {
  const lists: Photo[][] = [];
  const failures: unknown[] = [];
  const waiting = [...topLevelAlbums(albums).entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, { id: albumId }] = next;
      try {
        lists[at] = await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
      } catch (error) {
        if (isCredentialRefused(error)) throw error;
        failures.push(error);
        lists[at] = [];
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LISTS }, work));
  if (failures.length > 0 && failures.length === lists.length) throw failures[0];
  return lists.flat();
}
