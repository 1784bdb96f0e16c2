import type { Permission } from '#contract/permissions.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { mayPass } from '#domain/access/permissions.ts';

/** A person's rights over albums themselves, besides what is in them. */
export interface AlbumRights {
  mayWrite: boolean;
  /** Whether an admin chose the albums that the person sees. */
  isRestricted: boolean;
  /** Whether the person adds albums to the top level, moves them there, and arranges those there. */
  mayChangeTop: boolean;
  /** Whether the album itself is renamed, moved and deleted by others only. */
  isFixed: (album: Pick<Album, 'id'>) => boolean;
}

interface Account {
  permissions: readonly Permission[];
  /** Null: all. */
  albumIds: readonly string[] | null;
}

export function albumRights({ permissions, albumIds: list }: Account): AlbumRights {
  const albumIds = permissions.includes('admin') ? null : list;
  const mayWrite = mayPass(permissions, ['photos:write']);
  const isRestricted = albumIds !== null;
  return {
    mayWrite,
    isRestricted,
    mayChangeTop: mayWrite && !isRestricted,
    isFixed: ({ id }) => albumIds?.includes(id) ?? false,
  };
}
