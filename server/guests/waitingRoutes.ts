import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { ApprovedResponse, RejectedResponse, WaitingPhoto, WaitingPhotoIds } from '#contract/guests/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { personOf, PHOTO_WRITERS } from '#server/core/access/access.ts';
import { json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import type { AlbumScopes } from '#server/photos/albums/albumScopes.ts';
import { parseTrashIds } from '#server/photos/trash/trashIds.ts';
import type { WaitingRepository } from './waitingRepository.ts';

interface WaitingServices {
  waiting: WaitingRepository;
  photos: {
    scopes: Pick<AlbumScopes, 'of'>;
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
  body: WaitingPhotoIds,
  response: { 200: json('How many were approved', ApprovedResponse) },
};
const rejectSchema = {
  tags,
  summary: 'Reject photos of guests',
  description: 'They go to the trash.',
  body: WaitingPhotoIds,
  response: { 200: json('How many were rejected', RejectedResponse) },
};

/** The calls about photos that guests sent and that wait for approval. */
export function registerWaitingRoutes(app: TypedApp, { waiting, photos, audit }: WaitingServices): void {
  const config = { access: PHOTO_WRITERS, scope: 'filtered' as const };
  const bodyLimit = BODIES.trashIdsBytes;

  app.get(ADMIN_PATTERNS.waiting, { config, schema: listSchema }, async (request) =>
    waiting.list(await photos.scopes.of(request)),
  );

  app.post(ADMIN_PATTERNS.approveWaiting, { config, schema: approveSchema, bodyLimit }, async (request) => {
    const visible = await photos.scopes.of(request);
    const approved = await waiting.approve(parseTrashIds(request.body.ids).photos, visible);
    photos.forgetWhatWasRead();
    // A photo that the album already has is deleted for good, with its files.
    void photos.removal.run();
    if (approved > 0) audit.record({ action: 'approved', ...askedBy(request), what: wordsFor(approved) });
    return { approved };
  });

  app.delete(ADMIN_PATTERNS.waiting, { config, schema: rejectSchema, bodyLimit }, async (request) => {
    const { userId } = personOf(request);
    const visible = await photos.scopes.of(request);
    const rejected = await waiting.reject(parseTrashIds(request.body.ids).photos, { userId, visible });
    if (rejected > 0) audit.record({ action: 'deleted', ...askedBy(request), what: wordsFor(rejected) });
    return { rejected };
  });
}

function wordsFor(count: number): string {
  return `${countOf(count, 'photo')} of guests`;
}
