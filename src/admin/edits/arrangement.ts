import { orderAlbums, orderPhotos } from '#src/admin/api/curation.ts';
import { levelVersion } from '#domain/curation/manualOrder.ts';
import { withToast } from '#src/admin/shell/toasts.ts';
import { makeEdit } from '#src/admin/shell/libraryEdits.ts';
import { createTurns } from '#domain/timing.ts';

interface AlbumArrangement {
  /** Undefined for the top level. */
  parentId: string | undefined;
  /** Undefined: by name. */
  albumIds: string[] | undefined;
  /** The albums as the person saw them; undefined overwrites whatever order there is. */
  seen: readonly string[] | undefined;
}

interface PhotoArrangement {
  albumId: string;
  filenames: readonly string[];
  /** The album's version that the person saw; undefined overwrites whatever order there is. */
  seen: number | undefined;
}

/** A second move starts from the result of the first. After a failed one it is rejected too. */
const inTurn = createTurns();
/** The versions that this tab's own moves have made, by album: the list of albums may be older. */
const ownVersions = new Map<string, number>();

/** Sets the manual order of the albums of one level, or the order by name when no order is given. */
export async function arrangeAlbums({ parentId, albumIds, seen }: AlbumArrangement): Promise<void> {
  const edit = albumIds && ({ kind: 'albums-ordered', albumIds } as const);
  const version = seen && levelVersion(seen);
  const order = { parentAlbumId: parentId ?? null, albumIds: albumIds ?? null, version };
  await withToast(() => makeEdit(edit, (token) => inTurn(() => orderAlbums(token, order))), {
    failed: orderFailed,
    again: () => void arrangeAlbums({ parentId, albumIds, seen: undefined }),
  });
}

export async function arrangePhotos({ albumId, filenames, seen }: PhotoArrangement): Promise<void> {
  const edit = { kind: 'photos-ordered', albumId, filenames } as const;
  const order = async (token: string) => {
    const version = seen === undefined ? undefined : Math.max(seen, ownVersions.get(albumId) ?? 0);
    const album = await orderPhotos(token, { albumId, filenames, version });
    ownVersions.set(albumId, album.version ?? 0);
  };
  await withToast(() => makeEdit(edit, (token) => inTurn(() => order(token))), {
    failed: orderFailed,
    again: () => void arrangePhotos({ albumId, filenames, seen: undefined }),
  });
}

function orderFailed(why: string): string {
  return `${why} The new order is not saved.`;
}
