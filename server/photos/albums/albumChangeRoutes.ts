import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { AlbumChanges } from '#contract/admin/curation.ts';
import { PHOTO_ORDERS } from '#contract/entities.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { UserError } from '../../errors.ts';
import { PHOTO_WRITERS } from '../../http/security/access.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { expectedVersion, versionTag } from '../../http/versions.ts';
import { BODIES, ORDERS } from '../../bodyLimits.ts';
import type { AlbumChangesRepository } from './albumChangesRepository.ts';
import { checkedName, checkedSlug } from './albumFields.ts';
import type { AlbumLists } from './albumLists.ts';
import type { AlbumRow } from './albumQueries.ts';
import type { OrderRepository } from './orderRepository.ts';

interface AlbumChangeServices {
  albumChanges: AlbumChangesRepository;
  orders: OrderRepository;
  lists: Pick<AlbumLists, 'album'>;
  forgetWhatWasRead(): void;
}

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const changeSchema = {
  params: pathParams(ADMIN_PATTERNS.album),
  body: Type.Object({
    name: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    parentAlbumId: Type.Optional(textOrNull),
    cover: Type.Optional(textOrNull),
    order: Type.Optional(Type.Union(PHOTO_ORDERS.map((order) => Type.Literal(order)))),
  }),
};
const text = Type.String({ maxLength: ORDERS.nameLength });
const albumOrderSchema = {
  body: Type.Object({
    parentAlbumId: textOrNull,
    albumIds: Type.Union([Type.Array(text, { maxItems: ORDERS.albums }), Type.Null()]),
  }),
};
const photoOrderSchema = {
  params: pathParams(ADMIN_PATTERNS.photoOrder),
  body: Type.Object({ filenames: Type.Array(text, { maxItems: ORDERS.photos }) }),
};

const CHANGED_MEANWHILE = 'Somebody else changed this album meanwhile: look at it and try again';

const LEVEL_CHANGED = 'Somebody else changed the albums here meanwhile: look at them and try again';

export function registerAlbumChangeRoutes(app: TypedApp, services: AlbumChangeServices): void {
  const { albumChanges, orders, lists } = services;
  const config = { access: PHOTO_WRITERS };

  async function sendAlbum(id: string, reply: FastifyReply, written?: AlbumRow): Promise<FastifyReply> {
    if (written) services.forgetWhatWasRead();
    const { json, version } = await lists.album(id, written);
    void reply.header('ETag', versionTag(version)).type('application/json; charset=utf-8');
    if (written) return reply.send(json);
    // The response is put together as text, because the album may be nested too deep for `JSON.stringify`.
    return reply.status(409).send(`{"message":${JSON.stringify(CHANGED_MEANWHILE)},"present":${json}}`);
  }

  app.patch(ADMIN_PATTERNS.album, { config, schema: changeSchema }, async (request, reply) => {
    const { id } = request.params;
    const change = { albumId: id, changes: checked(request.body), version: expectedVersion(request) };
    return sendAlbum(id, reply, await albumChanges.change(change));
  });

  const wholeLevel = { config, schema: albumOrderSchema, bodyLimit: BODIES.albumOrderBytes };
  app.put(ADMIN_PATTERNS.albumOrder, wholeLevel, async (request) => {
    const isArranged = await orders.arrangeAlbums({ ...request.body, version: expectedVersion(request) });
    if (!isArranged) throw new UserError(409, LEVEL_CHANGED);
    services.forgetWhatWasRead();
    return {};
  });

  const wholeAlbum = { config, schema: photoOrderSchema, bodyLimit: BODIES.photoOrderBytes };
  app.put(ADMIN_PATTERNS.photoOrder, wholeAlbum, async (request, reply) => {
    const { id: albumId } = request.params;
    const order = { albumId, filenames: request.body.filenames, version: expectedVersion(request) };
    return sendAlbum(albumId, reply, await orders.arrangePhotos(order));
  });
}

function checked({ name, slug, ...changes }: AlbumChanges): AlbumChanges {
  return {
    ...changes,
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(slug === undefined ? {} : { slug: checkedSlug(slug) }),
  };
}
