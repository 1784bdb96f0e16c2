import type { FastifyRequest } from 'fastify';
import { isRecord } from '#domain/records.ts';
import { UserError } from '#server/core/errors.ts';
import { type NamedAlbums, visibleAlbums } from './access.ts';
import type { OnRoute } from './authorisation.ts';

const LISTED_ITSELF =
  'This album was given to you as it is: an admin can rename, move or delete it. You can change what is in it';
const AT_THE_TOP = 'You see some albums only, so you can make and place albums in these, not beside them';

/** Throws where an album is not among these, or below one; null: all albums are. */
type RequireVisible = (roots: readonly string[] | null, albumIds: readonly string[]) => Promise<void>;

/** Adds the check of the albums that calls name to each route, before its handler. */
export function checkNamedAlbums(requireVisible: RequireVisible): OnRoute {
  return (route) => {
    const scope = route.config?.scope;
    if (typeof scope !== 'object') return;
    const check = (request: FastifyRequest) => requireVisible(visibleAlbums(request), albumsNamed(request, scope));
    route.preHandler = [route.preHandler ?? [], check].flat();
  };
}

/** Only people who see all albums may rename, move or delete an album that stands in somebody's list. */
export function requireNotListed(request: FastifyRequest, albumId: string): void {
  if (visibleAlbums(request)?.includes(albumId)) throw new UserError(403, LISTED_ITSELF);
}

/** Only people who see all albums may make, move or arrange albums at the top. */
export function requireNotAtTop(request: FastifyRequest, parentAlbumId: string | null | undefined): void {
  if (!parentAlbumId && visibleAlbums(request) !== null) throw new UserError(403, AT_THE_TOP);
}

function albumsNamed({ params, body }: FastifyRequest, { path, inBody = [] }: NamedAlbums): string[] {
  const fields = [path === undefined ? [] : fieldOf(params, path), ...inBody.map((name) => fieldOf(body, name))];
  // An empty id is none: `parentAlbumId` may be empty at the top.
  return fields.flat().filter((id): id is string => typeof id === 'string' && id !== '');
}

function fieldOf(record: unknown, name: string): unknown {
  return isRecord(record) ? record[name] : undefined;
}
