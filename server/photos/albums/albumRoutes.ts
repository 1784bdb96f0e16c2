import { Type } from '@fastify/type-provider-typebox';
import type { Album } from '../../../src/contract/entities.ts';
import { ALBUM_NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { API_PATTERNS } from '../../../src/contract/paths.ts';
import { isSlug } from '../../../src/domain/albums/slug.ts';
import { UserError } from '../../errors.ts';
import { PHOTO_READERS, PHOTO_WRITERS } from '../../http/security/access.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import type { AlbumLists } from './albumLists.ts';
import type { AlbumRepository } from './albumRepository.ts';
import { sendPrepared } from './preparedResponse.ts';

const createSchema = {
  body: Type.Object({
    name: Type.String(),
    slug: Type.String(),
    parentAlbumId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
};
const photosSchema = {
  params: pathParams(API_PATTERNS.albumPhotos),
  querystring: Type.Object({ includeChildAlbums: Type.Optional(Type.Boolean()) }),
};

const SLUG_RULE =
  'The slug must be 1 to 80 of the characters a-z, 0-9, "_" and "-", begin and end with a letter, digit or "_", and not be "albums"';

interface AlbumServices {
  albums: Pick<AlbumRepository, 'create'>;
  lists: AlbumLists;
}

export function registerAlbumRoutes(app: TypedApp, { albums, lists }: AlbumServices): void {
  app.get(API_PATTERNS.albums, { config: { access: PHOTO_READERS } }, async (request, reply) =>
    sendPrepared(await lists.albumTree(), request, reply),
  );

  app.post(API_PATTERNS.albums, { config: { access: PHOTO_WRITERS }, schema: createSchema }, async (request, reply) => {
    const { slug, parentAlbumId } = request.body;
    const name = checkedName(request.body.name);
    if (!isSlug(slug)) throw new UserError(400, SLUG_RULE);
    const created = await albums.create({ name, slug, ...(parentAlbumId ? { parentAlbumId } : {}) });
    lists.forget();
    const { id } = created.album;
    const album: Album = {
      id,
      name,
      slug,
      ...(created.parentSlug ? { parentSlug: created.parentSlug } : {}),
      childAlbums: [],
    };
    return reply.status(201).send(album);
  });

  const photosOptions = { config: { access: PHOTO_READERS }, schema: photosSchema };
  app.get(API_PATTERNS.albumPhotos, photosOptions, async (request, reply) => {
    const query = { albumId: request.params.id, includeChildAlbums: request.query.includeChildAlbums ?? false };
    return sendPrepared(await lists.photosOf(query), request, reply);
  });
}

/** Allows for blanks around a name. */
const LONGEST_NAME = 2 * ALBUM_NAME_MAX_CHARACTERS;

function checkedName(text: string): string {
  // The length is checked first, because trimming a very long string takes long.
  const name = text.length > LONGEST_NAME ? text : text.trim();
  if (name === '') throw new UserError(400, 'The album needs a name');
  if (name.length <= ALBUM_NAME_MAX_CHARACTERS) return name;
  throw new UserError(400, `The name of an album may have ${ALBUM_NAME_MAX_CHARACTERS} characters at most`);
}
