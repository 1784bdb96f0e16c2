import { Type } from 'typebox';
import { API_PATTERNS } from '#contract/paths.ts';
import { AlbumOutline, Photo } from '#contract/photos/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { PHOTOS_PER_PART, isTimeZone } from '#domain/albums/longAlbums.ts';
import { UserError } from '#server/core/errors.ts';
import { LISTS } from '#server/core/limits.ts';
import { ALBUM_IN_PATH, PHOTO_READERS } from '#server/core/access/access.ts';
import { errorWhen, untypedJson } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { AlbumLists } from '../albumLists.ts';
import { sendPrepared } from '#server/core/http/preparedResponse.ts';

const tags = ['Albums'];
const example = { id: EXAMPLES.albumId };
const NO_ALBUM = errorWhen('There is no such album, or the key may not see it');
const outlineSchema = {
  tags,
  summary: 'The beginning of a long album',
  params: pathParams(API_PATTERNS.albumOutline, example),
  querystring: Type.Object({
    timeZone: Type.Optional(Type.String({ maxLength: 64, examples: ['Europe/Berlin'] })),
  }),
  response: {
    200: untypedJson('How many photos it has by month, and the first of them', AlbumOutline),
    400: errorWhen('There is no such time zone'),
    404: NO_ALBUM,
  },
};
const partSchema = {
  tags,
  summary: 'A part of a long album',
  params: pathParams(API_PATTERNS.albumPart, example),
  querystring: Type.Object({
    from: Type.Integer({ minimum: 0, maximum: LISTS.lastPart, multipleOf: PHOTOS_PER_PART, examples: [0] }),
  }),
  response: { 200: untypedJson('The photos from that place on', Type.Array(Photo)), 404: NO_ALBUM },
};

/** The calls of the page of an album that has too many photos to load at once. */
export function registerPartRoutes(app: TypedApp, lists: Pick<AlbumLists, 'outlineOf' | 'partOf'>): void {
  const outlineOptions = { config: { access: PHOTO_READERS, scope: ALBUM_IN_PATH }, schema: outlineSchema };
  app.get(API_PATTERNS.albumOutline, outlineOptions, async (request, reply) => {
    const { timeZone = 'UTC' } = request.query;
    if (!isTimeZone(timeZone)) throw new UserError(400, `There is no time zone "${timeZone}"`);
    return sendPrepared(await lists.outlineOf(request.params.id, timeZone), request, reply);
  });

  const partOptions = { config: { access: PHOTO_READERS, scope: ALBUM_IN_PATH }, schema: partSchema };
  app.get(API_PATTERNS.albumPart, partOptions, async (request, reply) => {
    const part = { from: request.query.from, count: PHOTOS_PER_PART };
    return sendPrepared(await lists.partOf(request.params.id, part), request, reply);
  });
}
