import { fetchPhotos } from '#src/api/albums.ts';
import { isCredentialRefused } from '#src/api/http.ts';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { topLevelAlbums } from '#domain/albums/albumTree.ts';
import { chosenAlbums } from '#domain/tablets/beginning.ts';

/** Begins the id of what stands for several albums where one is expected; the ids of those follow, none for all. */
const SEVERAL = 'albums:';

const PARALLEL_LISTS = 4;

interface Several {
  name: string;
  /** The ids of the albums, with commas between them; without it all that the tablet may see. */
  ids?: string | undefined;
}

/** Several albums as one, for their slideshow. No real album has its id, or an empty slug. */
export function albumOfSeveral(albums: readonly Album[], { name, ids = '' }: Several): Album {
  const id = SEVERAL + ids;
  return { id, slug: '', name, childAlbums: albumsIn(id, albums) };
}

export function standsForSeveral({ id }: { id: string }): boolean {
  return id.startsWith(SEVERAL);
}

/** The albums for which an id stands. */
export function albumsIn(id: string, albums: readonly Album[]): Album[] {
  const chosen = chosenAlbums(albums, id.slice(SEVERAL.length).split(','));
  return chosen.length > 0 ? chosen : topLevelAlbums(albums);
}

/**
 * The photos of these albums and of those below them, in the albums' order. A list that cannot be loaded is left out, as without a network those
 * that were never stored: what there is goes on being shown. Rejects when there is none at all.
 */
export async function fetchPhotosOf(apiKey: string, albums: readonly Album[]): Promise<Photo[]> {
  const lists: Photo[][] = [];
  const failures: unknown[] = [];
  const waiting = [...albums.entries()];
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
