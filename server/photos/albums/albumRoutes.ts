import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { Album, CreateAlbumPayload, Photo } from '#contract/photos/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { isSlug } from '#domain/albums/slug.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import {
  ALBUM_IN_PATH,
  isShare,
  PHOTO_VIEWERS,
  PHOTO_WRITERS,
  principalOf,
  visibleAlbums,
} from '#server/core/access/access.ts';
import { errorWhen, json, untypedJson, plainText } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { AlbumLists } from './albumLists.ts';
import { requireNotAtTop } from '#server/core/access/namedAlbums.ts';
import type { AlbumScopes } from './albumScopes.ts';
import type { AlbumRepository } from './albumRepository.ts';
import { sendPrepared } from '#server/core/http/preparedResponse.ts';

const tags = ['Albums'];
const albumsSchema = {
  tags,
  summary: 'All albums',
  description:
    'As a tree. A key or an account that sees some albums only gets these. Responses carry an ETag: ask again with If-None-Match.',
  response: { 200: untypedJson('The albums at the top, each with those below it', Type.Array(Album)) },
};
const createSchema = {
  tags,
  summary: 'Make an album',
  description:
    'Where the slug is that of an album that the person does not see, the album gets another one, which the response has.',
  body: CreateAlbumPayload,
  response: {
    201: json('The new album', Album),
    400: errorWhen('The name or slug is no such thing, or the parent is gone'),
    403: errorWhen('At the top, for a person who sees some albums only'),
    409: errorWhen('The slug is taken'),
  },
};
const photosSchema = {
  tags,
  summary: "An album's photos",
  params: pathParams(API_PATTERNS.albumPhotos, { id: EXAMPLES.albumId }),
  querystring: Type.Object({ includeChildAlbums: Type.Optional(Type.Boolean({ examples: [true] })) }),
  response: {
    200: untypedJson('The photos in their order', Type.Array(Photo)),
    404: errorWhen('There is no such album, or the key may not see it'),
  },
};

interface AlbumServices {
  albums: Pick<AlbumRepository, 'create'>;
  scopes: Pick<AlbumScopes, 'of'>;
  lists: AlbumLists;
  forgetWhatWasRead(): void;
}

export function registerAlbumRoutes(app: TypedApp, { albums, lists, scopes, ...services }: AlbumServices): void {
  // Reads the covers before the server listens, because the first tablet would otherwise wait for them: ten thousand
  // take a third of a second.
  app.addHook('onReady', async () => {
    try {
      await lists.albumTree(null);
    } catch (error) {
      app.log.warn({ reason: reasonOf(error) }, 'The list of albums could not be read');
    }
  });

  const listing = { config: { access: PHOTO_VIEWERS, scope: 'filtered' as const }, schema: albumsSchema };
  app.get(API_PATTERNS.albums, listing, async (request, reply) =>
    sendPrepared(await lists.albumTree(visibleAlbums(request), shareOf(request)), request, reply),
  );

  const creating = { config: { access: PHOTO_WRITERS, scope: { inBody: ['parentAlbumId'] } }, schema: createSchema };
  app.post(API_PATTERNS.albums, creating, async (request, reply) => {
    const { parentAlbumId } = request.body;
    requireNotAtTop(request, parentAlbumId);
    const name = checkedName(request.body.name);
    const wanted = { name, slug: checkedSlug(request.body.slug), ...(parentAlbumId ? { parentAlbumId } : {}) };
    const created = await albums.create(wanted, await scopes.of(request));
    // The slug may have led to another album's images until now.
    services.forgetWhatWasRead();
    const { id, slug } = created.album;
    const album: Album = {
      id,
      name,
      slug,
      ...(created.parentSlug ? { parentSlug: created.parentSlug } : {}),
      childAlbums: [],
    };
    return reply.status(201).send(album);
  });

  const photosOptions = { config: { access: PHOTO_VIEWERS, scope: ALBUM_IN_PATH }, schema: photosSchema };
  app.get(API_PATTERNS.albumPhotos, photosOptions, async (request, reply) => {
    const { id: albumId } = request.params;
    const query = {
      albumId,
      includeChildAlbums: request.query.includeChildAlbums ?? false,
      shareId: shareOf(request),
    };
    return sendPrepared(await lists.photosOf(query), request, reply);
  });
}

/** The id of the visitor's share; undefined for everybody else. */
function shareOf(request: FastifyRequest): string | undefined {
  const principal = principalOf(request);
  return isShare(principal) ? principal.keyId : undefined;
}

const SLUG_RULE =
  'The slug must be 1 to 80 of the characters a-z, 0-9, "_" and "-", begin and end with a letter, digit or "_", and not be "albums"';

/** Allows for blanks around a name. */
const LONGEST_NAME = 2 * ALBUM_NAME_MAX_CHARACTERS;

export function checkedSlug(slug: string): string {
  if (isSlug(slug)) return slug;
  throw new UserError(400, SLUG_RULE);
}

export function checkedName(text: string): string {
  // The length is checked first, because trimming a very long string takes long.
  const name = text.length > LONGEST_NAME ? text : text.trim();
  if (name === '') throw new UserError(400, 'The album needs a name');
  if (name.length <= ALBUM_NAME_MAX_CHARACTERS) return plainText(name);
  throw new UserError(400, `The name of an album may have ${ALBUM_NAME_MAX_CHARACTERS} characters at most`);
}
