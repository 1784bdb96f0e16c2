import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { ApprovedResponse, RejectedResponse, WaitingPhoto, RestoredEntries } from '#contract/schemas/trash.ts';
import { askedBy, type AuditLog } from '../../audit/auditLog.ts';
import { BODIES } from '../../bodyLimits.ts';
import { PHOTO_WRITERS, personOf } from '../../http/security/access.ts';
import { json } from '../../http/responses.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { countOf } from './inWords.ts';
import { parseTrashIds } from './trashIds.ts';
import type { WaitingRepository } from './waitingRepository.ts';

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

/** The calls about photos that guests sent and that are seen by nobody else yet. */
export function registerWaitingRoutes(app: TypedApp, { photos, audit }: WaitingServices): void {
  const { waiting } = photos.trash;
  const config = { access: PHOTO_WRITERS };
  const bodyLimit = BODIES.trashIdsBytes;

  app.get(ADMIN_PATTERNS.waiting, { config, schema: listSchema }, () => waiting.list());

  app.post(ADMIN_PATTERNS.approveWaiting, { config, schema: approveSchema, bodyLimit }, async (request) => {
    const approved = await waiting.approve(parseTrashIds(request.body.ids).photos);
    photos.forgetWhatWasRead();
    // A photo that the album has by now is deleted for good, with its files.
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
