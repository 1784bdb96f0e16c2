import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { AlbumChanges, AlbumOrderPayload, ConflictResponse, PhotoOrderPayload } from '#contract/curation/schemas.ts';
import { Album } from '#contract/photos/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import { ALBUM_IN_PATH, PHOTO_WRITERS, visibleAlbums } from '#server/core/access/access.ts';
import { errorWhen, ifMatch, json, untypedJson, expectedVersion, versionTag } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import type { AlbumChangesRepository } from './albumChangesRepository.ts';
import { requireNotAtTop, requireNotListed } from '#server/core/access/namedAlbums.ts';
import type { AlbumScopes } from './albumScopes.ts';
import { checkedName, checkedSlug } from './albumRoutes.ts';
import type { AlbumLists } from './albumLists.ts';
import type { AlbumRow } from './albumQueries.ts';
import type { OrderRepository } from './orderRepository.ts';

interface AlbumChangeServices {
  albumChanges: AlbumChangesRepository;
  orders: OrderRepository;
  lists: Pick<AlbumLists, 'album'>;
  scopes: Pick<AlbumScopes, 'of'>;
  forgetWhatWasRead(): void;
}

const tags = ['Albums'];
const NO_ALBUM = errorWhen('There is no such album, or the key may not see it');
const changeSchema = {
  tags,
  summary: 'Change an album',
  description: 'Fields that are absent stay as they are.',
  params: pathParams(ADMIN_PATTERNS.album, { id: EXAMPLES.albumId }),
  body: AlbumChanges,
  headers: ifMatch('The version that the change was made from, in quotes: a lost race is then a 409'),
  response: {
    200: untypedJson('The album as it is now', Album),
    403: errorWhen('The person sees some albums only, and renames or moves one of these itself'),
    404: NO_ALBUM,
    409: errorWhen('The slug is taken, or somebody else changed it meanwhile', ConflictResponse),
  },
};
const albumOrderSchema = {
  tags,
  summary: 'Order the albums of a level by hand',
  body: AlbumOrderPayload,
  headers: ifMatch(
    "In quotes, the number that the level's album ids, in the order of the list and with a space between two, have by `src/domain/hash32.ts`: a lost race is then a 409",
  ),
  response: {
    200: json('Done', Type.Object({}, { $id: 'Empty', examples: [{}] })),
    403: errorWhen('At the top, for a person who sees some albums only'),
    409: errorWhen('The albums of this level have changed meanwhile'),
  },
};
const photoOrderSchema = {
  tags,
  summary: "Order an album's photos by hand",
  params: pathParams(ADMIN_PATTERNS.photoOrder, { id: EXAMPLES.albumId }),
  body: PhotoOrderPayload,
  headers: changeSchema.headers,
  response: {
    200: untypedJson('The album, whose order is `manual` from now on', Album),
    404: NO_ALBUM,
    409: errorWhen('Somebody else changed the album meanwhile', ConflictResponse),
  },
};

const CHANGED_MEANWHILE = 'Somebody else changed this album meanwhile: look at it and try again';

const LEVEL_CHANGED = 'Somebody else changed the albums here meanwhile: look at them and try again';

export function registerAlbumChangeRoutes(app: TypedApp, services: AlbumChangeServices): void {
  const { albumChanges, orders, lists, scopes } = services;
  const writers = { access: PHOTO_WRITERS };

  /** `written`: the album after the change; undefined when somebody else changed it meanwhile. */
  async function sendAlbum(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    written: AlbumRow | undefined,
  ): Promise<FastifyReply> {
    if (written) services.forgetWhatWasRead();
    const { json: album, version } = await lists.album(request.params.id, { roots: visibleAlbums(request), written });
    void reply.header('ETag', versionTag(version)).type('application/json; charset=utf-8');
    if (written) return reply.send(album);
    // The response is put together as text, because the album may be nested too deep for `JSON.stringify`.
    return reply.status(409).send(`{"message":${JSON.stringify(CHANGED_MEANWHILE)},"present":${album}}`);
  }

  const changing = { config: { ...writers, scope: { path: 'id', inBody: ['parentAlbumId'] } }, schema: changeSchema };
  app.patch(ADMIN_PATTERNS.album, changing, async (request, reply) => {
    const { id: albumId } = request.params;
    const { name, slug, parentAlbumId } = request.body;
    if (parentAlbumId !== undefined) requireNotAtTop(request, parentAlbumId);
    if ([name, slug, parentAlbumId].some((field) => field !== undefined)) requireNotListed(request, albumId);
    const change = { albumId, changes: checked(request.body), version: expectedVersion(request) };
    return sendAlbum(request, reply, await albumChanges.change({ ...change, visible: await scopes.of(request) }));
  });

  const ofLevel = { ...writers, scope: { inBody: ['parentAlbumId', 'albumIds'] } };
  const wholeLevel = { config: ofLevel, schema: albumOrderSchema, bodyLimit: BODIES.albumOrderBytes };
  app.put(ADMIN_PATTERNS.albumOrder, wholeLevel, async (request) => {
    requireNotAtTop(request, request.body.parentAlbumId);
    const isArranged = await orders.arrangeAlbums({ ...request.body, version: expectedVersion(request) });
    if (!isArranged) throw new UserError(409, LEVEL_CHANGED);
    services.forgetWhatWasRead();
    return {};
  });

  const wholeAlbum = {
    config: { ...writers, scope: ALBUM_IN_PATH },
    schema: photoOrderSchema,
    bodyLimit: BODIES.photoOrderBytes,
  };
  app.put(ADMIN_PATTERNS.photoOrder, wholeAlbum, async (request, reply) => {
    const { id: albumId } = request.params;
    const order = { albumId, filenames: request.body.filenames, version: expectedVersion(request) };
    return sendAlbum(request, reply, await orders.arrangePhotos(order));
  });
}

function checked({ name, slug, ...changes }: AlbumChanges): AlbumChanges {
  return {
    ...changes,
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(slug === undefined ? {} : { slug: checkedSlug(slug) }),
  };
}
