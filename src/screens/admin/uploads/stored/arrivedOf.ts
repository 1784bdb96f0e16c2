import { fetchKnownPhotos } from '#src/api/curation.ts';
import { statusOf } from '#src/api/http.ts';
import { HASHES_PER_CALL } from '#contract/limits.ts';
import type { StoredUpload } from '#domain/uploads/storedUploads.ts';
import { storedUser } from '#src/session/storedUser.ts';

/** Asks the server which of the files have arrived after all, and which of their albums are gone. */
export async function arrivedOf(
  files: readonly StoredUpload[],
): Promise<{ arrived: StoredUpload[]; gone: Set<string> }> {
  const gone = new Set<string>();
  const arrived: StoredUpload[] = [];
  for (const albumId of new Set(files.map((file) => file.albumId))) {
    const ofAlbum = files.filter((file) => file.albumId === albumId);
    try {
      const known = await knownOf(albumId, [...new Set(ofAlbum.flatMap(({ hash }) => hash ?? []))]);
      arrived.push(...ofAlbum.filter(({ hash }) => hash !== undefined && known.has(hash)));
    } catch (error) {
      // Without an answer all of them count as missing, and what has arrived is found when it is continued.
      if (statusOf(error) === 404) gone.add(albumId);
    }
  }
  return { arrived, gone };
}

/** Asks even without a hash, to find out whether the album is there. */
async function knownOf(albumId: string, hashes: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  let start = 0;
  do {
    const page = hashes.slice(start, start + HASHES_PER_CALL);
    for (const hash of await fetchKnownPhotos(storedUser()?.token ?? '', albumId, page)) known.add(hash);
    start += HASHES_PER_CALL;
  } while (start < hashes.length);
  return known;
}
