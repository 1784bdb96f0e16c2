import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { TrashedAlbumResponse, TrashedNames, TrashedResponse } from '#contract/trash/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { ALBUM_IN_PATH, personOf, PHOTO_WRITERS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import { requireNotListed } from '#server/core/access/namedAlbums.ts';
import { trashIdOfAlbum, trashIdOfPhoto } from './trashIds.ts';
import type { TrashRepository } from './trashRepository.ts';

interface DeletionServices {
  photos: { trash: Pick<TrashRepository, 'addAlbum' | 'addPhotos'>; forgetWhatWasRead(): void };
  audit: Pick<AuditLog, 'record'>;
}

const example = { id: EXAMPLES.albumId };
const albumSchema = {
  tags: ['Albums'],
  summary: 'Move an album to the trash',
  params: pathParams(ADMIN_PATTERNS.album, example),
  response: {
    200: json('What went with it', TrashedAlbumResponse),
    403: errorWhen('The person sees some albums only, and this is one of these itself'),
    404: errorWhen('There is no such album, or the key may not see it'),
  },
};
const photosSchema = {
  tags: ['Photos'],
  summary: 'Move photos to the trash',
  params: pathParams(API_PATTERNS.albumPhotos, example),
  body: TrashedNames,
  response: { 200: json('How many went', TrashedResponse), 404: errorWhen('None of the photos is in the album') },
};

/** The calls that delete photos and albums, which moves them to the trash. */
export function registerDeletionRoutes(app: TypedApp, { photos, audit }: DeletionServices): void {
  const config = { access: PHOTO_WRITERS, scope: ALBUM_IN_PATH };

  app.delete(ADMIN_PATTERNS.album, { config, schema: albumSchema }, async (request) => {
    requireNotListed(request, request.params.id);
    const { userId } = personOf(request);
    const trashed = await photos.trash.addAlbum({ albumId: request.params.id, userId });
    photos.forgetWhatWasRead();
    const what = `the album “${trashed.name}” with ${countOf(trashed.photos, 'photo')}`;
    if (trashed.isFresh) audit.record({ action: 'deleted', ...askedBy(request), what });
    const counts = { albums: trashed.albums, photos: trashed.photos };
    return { trashed: counts, ids: [trashIdOfAlbum(request.params.id)] };
  });

  const options = { config, schema: photosSchema, bodyLimit: BODIES.deletedNamesBytes };
  app.delete(API_PATTERNS.albumPhotos, options, async (request) => {
    const { userId } = personOf(request);
    const named = { albumId: request.params.id, filenames: request.body.filenames };
    const { ids, fresh, albumName } = await photos.trash.addPhotos({ ...named, userId });
    photos.forgetWhatWasRead();
    const what = `${countOf(fresh, 'photo')} of the album “${albumName}”`;
    if (fresh > 0) audit.record({ action: 'deleted', ...askedBy(request), what });
    return { trashed: ids.length, ids: ids.map(trashIdOfPhoto) };
  });
}
