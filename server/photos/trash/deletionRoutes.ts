import { Type } from '@fastify/type-provider-typebox';
import type { TrashedAlbumResponse, TrashedResponse } from '#contract/admin/curation.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { askedBy } from '../../audit/auditEvent.ts';
import type { AuditLog } from '../../audit/auditLog.ts';
import { personOf, PHOTO_WRITERS } from '../../http/security/access.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { BODIES } from '../../bodyLimits.ts';
import { TRASH } from '../../limits.ts';
import { countOf } from './inWords.ts';
import { trashIdOfAlbum, trashIdOfPhoto } from './trashIds.ts';
import type { TrashRepository } from './trashRepository.ts';

interface DeletionServices {
  photos: { trash: Pick<TrashRepository, 'addAlbum' | 'addPhotos'>; forgetWhatWasRead(): void };
  audit: Pick<AuditLog, 'record'>;
}

const albumSchema = { params: pathParams(ADMIN_PATTERNS.album) };
const filenames = Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: TRASH.namesPerCall });
const photosSchema = { params: pathParams(API_PATTERNS.albumPhotos), body: Type.Object({ filenames }) };

/** The calls that delete photos and albums, which moves them to the trash. */
export function registerDeletionRoutes(app: TypedApp, { photos, audit }: DeletionServices): void {
  const config = { access: PHOTO_WRITERS };

  app.delete(ADMIN_PATTERNS.album, { config, schema: albumSchema }, async (request): Promise<TrashedAlbumResponse> => {
    const { userId } = personOf(request);
    const trashed = await photos.trash.addAlbum({ albumId: request.params.id, userId });
    photos.forgetWhatWasRead();
    const what = `the album “${trashed.name}” with ${countOf(trashed.photos, 'photo')}`;
    if (trashed.isFresh) audit.record({ action: 'deleted', ...askedBy(request), what });
    const counts = { albums: trashed.albums, photos: trashed.photos };
    return { trashed: counts, ids: [trashIdOfAlbum(request.params.id)] };
  });

  const options = { config, schema: photosSchema, bodyLimit: BODIES.deletedNamesBytes };
  app.delete(API_PATTERNS.albumPhotos, options, async (request): Promise<TrashedResponse> => {
    const { userId } = personOf(request);
    const named = { albumId: request.params.id, filenames: request.body.filenames };
    const { ids, fresh, albumName } = await photos.trash.addPhotos({ ...named, userId });
    photos.forgetWhatWasRead();
    const what = `${countOf(fresh, 'photo')} of the album “${albumName}”`;
    if (fresh > 0) audit.record({ action: 'deleted', ...askedBy(request), what });
    return { trashed: ids.length, ids: ids.map(trashIdOfPhoto) };
  });
}
