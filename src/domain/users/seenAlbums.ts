import type { Permission } from '#contract/permissions.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { mayPass, permissionWords } from '#domain/access/permissions.ts';
import { countOf } from '#domain/curation/counts.ts';
import { accessChoices, accessText } from '#domain/curation/albumAccess.ts';

/** The parts of an account that decide which photos it sees. `albumIds`: the albums it is restricted to; null: none. */
interface Sight {
  permissions: readonly Permission[];
  albumIds: readonly string[] | null;
}

/**
 * Few words after 'Sees': 'all albums', 'Summer, Winter and 3 more', 'no albums', 'no photos'. Until the albums are loaded
 * those of a list are counted.
 */
export function seesText({ permissions, albumIds }: Sight, albums: readonly Album[] | undefined): string {
  if (!mayPass(permissions, ['photos:read', 'photos:write'])) return 'no photos';
  return albumsInSentence(albums, permissions.includes('admin') ? null : albumIds);
}

/** The permissions of an account within its albums, as the end of a sentence that begins with 'you may' or 'they may'. */
export function mayText({ permissions, albumIds }: Sight, albums: readonly Album[] | undefined): string {
  return permissionWords(permissions, albumIds === null ? undefined : albumsInSentence(albums, albumIds));
}

function albumsInSentence(albums: readonly Album[] | undefined, albumIds: readonly string[] | null): string {
  if (albumIds === null) return 'all albums';
  if (!albums) return countOf(albumIds.length, 'album');
  const isNamed = accessChoices(albums, albumIds).some(({ state }) => state === 'chosen');
  return isNamed ? accessText(albums, albumIds) : 'no albums';
}
