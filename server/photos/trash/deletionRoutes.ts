import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import {
  TrashedAlbumResponse,
  TrashedNames,
  TrashedResponse,
  RestoredEntries,
  ApprovedResponse,
  RejectedResponse,
  WaitingPhoto,
} from '#contract/trash/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { personOf, PHOTO_WRITERS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import { trashIdOfAlbum, trashIdOfPhoto, parseTrashIds } from './trashIds.ts';
import type { TrashRepository } from './trashRepository.ts';
import type { WaitingRepository } from '#server/guests/waitingRepository.ts';

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
  const config = { access: PHOTO_WRITERS };

  app.delete(ADMIN_PATTERNS.album, { config, schema: albumSchema }, async (request) => {
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

interface WaitingServices {
  photos: {
    trash: { waiting: WaitingRepository };
    removal: { run(): Promise<void> };
    forgetWhatWasRead(): void;
  };
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['Photos'];
const listSchema = {
  tags,
  summary: 'Photos of guests that wait for approval',
  description: 'The oldest first, 500 at most. Their small images are those of the trash.',
  response: { 200: json('The photos', Type.Array(WaitingPhoto)) },
};
const approveSchema = {
  tags,
  summary: 'Approve photos of guests',
  description: 'Photos that do not wait (any more) are left out, so that the call can be repeated.',
  body: RestoredEntries,
  response: { 200: json('How many were approved', ApprovedResponse) },
};
const rejectSchema = {
  tags,
  summary: 'Reject photos of guests',
  description: 'They go to the trash.',
  body: RestoredEntries,
  response: { 200: json('How many were rejected', RejectedResponse) },
};

/** The calls about photos that guests sent and that wait for approval. */
export function registerWaitingRoutes(app: TypedApp, { photos, audit }: WaitingServices): void {
  const { waiting } = photos.trash;
  const config = { access: PHOTO_WRITERS };
  const bodyLimit = BODIES.trashIdsBytes;

  app.get(ADMIN_PATTERNS.waiting, { config, schema: listSchema }, () => waiting.list());

  app.post(ADMIN_PATTERNS.approveWaiting, { config, schema: approveSchema, bodyLimit }, async (request) => {
    const approved = await waiting.approve(parseTrashIds(request.body.ids).photos);
    photos.forgetWhatWasRead();
    // A photo that the album already has is deleted for good, with its files.
    void photos.removal.run();
    if (approved > 0) audit.record({ action: 'approved', ...askedBy(request), what: wordsFor(approved) });
    return { approved };
  });

  app.delete(ADMIN_PATTERNS.waiting, { config, schema: rejectSchema, bodyLimit }, async (request) => {
    const { userId } = personOf(request);
    const rejected = await waiting.reject(parseTrashIds(request.body.ids).photos, userId);
    if (rejected > 0) audit.record({ action: 'deleted', ...askedBy(request), what: wordsFor(rejected) });
    return { rejected };
  });
}

function wordsFor(count: number): string {
  return `${countOf(count, 'photo')} of guests`;
}
