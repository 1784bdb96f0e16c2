import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES, oneOf } from '#contract/schemas.ts';
import {
  RemovedEntries,
  RemovedResponse,
  RestoredEntries,
  RestoredResponse,
  TrashEntry,
} from '#contract/trash/schemas.ts';
import { countOf } from '#domain/curation/counts.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { PHOTO_WRITERS } from '#server/core/access/access.ts';
import { errorWhen, file, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import type { AlbumScopes } from '../albums/albumScopes.ts';
import type { PhotoStore } from '../store/photoStore.ts';
import { parseTrashIds, type TrashIds } from './trashIds.ts';
import type { TrashCursor } from './trashListQueries.ts';
import type { TrashRemoval } from './trashRemoval.ts';
import type { TrashRepository } from './trashRepository.ts';

interface TrashServices {
  photos: {
    trash: TrashRepository;
    scopes: Pick<AlbumScopes, 'of'>;
    removal: Pick<TrashRemoval, 'run'>;
    store: Pick<PhotoStore, 'read'>;
    forgetWhatWasRead(): void;
  };
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['Trash'];
const NOT_THERE = errorWhen('This is no longer in the trash');
const listSchema = {
  tags,
  summary: 'What is in the trash',
  description: 'In pages, newest first. `after` is the time and the id of the last entry, as `<trashedAt>_<id>`.',
  querystring: Type.Object({ after: Type.Optional(Type.String({ maxLength: 200 })) }),
  response: { 200: json('The entries; an empty list is the end', Type.Array(TrashEntry)) },
};
const restoreSchema = {
  tags,
  summary: 'Restore from the trash',
  description:
    'Entries that were restored before count too, so that the call can be repeated when its response is lost.',
  body: RestoredEntries,
  response: { 200: json('How many entries are back', RestoredResponse), 404: NOT_THERE },
};
const removeSchema = {
  tags,
  summary: 'Delete for good',
  description: 'Without a body: all of the trash.',
  body: RemovedEntries,
  response: { 200: json('How many entries were deleted', RemovedResponse), 404: NOT_THERE },
};
const thumbnailSchema = {
  tags,
  summary: 'The image of something in the trash',
  params: pathParams(ADMIN_PATTERNS.trashThumbnail, { id: EXAMPLES.trashId }),
  querystring: Type.Object({ size: Type.Optional(oneOf(['thumbnail', 'medium'])) }),
  response: { 200: file('A JPEG', 'image/jpeg'), 404: NOT_THERE },
};

const GONE = 'This is no longer in the trash';

export function registerTrashRoutes(app: TypedApp, { photos, audit }: TrashServices): void {
  const { trash, scopes, removal, store } = photos;
  const config = { access: PHOTO_WRITERS, scope: 'filtered' as const };
  const bodyLimit = BODIES.trashIdsBytes;

  /** Somebody who sees some albums only gets a 404 for each other id; others may repeat a call with ids that are gone. */
  async function chosenFrom(request: FastifyRequest, ids: readonly string[]): Promise<TrashIds> {
    const chosen = parseTrashIds(ids);
    const visible = await scopes.of(request);
    const isUnknown = visible !== null && chosen.photos.length + chosen.albums.length < new Set(ids).size;
    if (isUnknown || !(await trash.areInScope(chosen, visible))) throw new UserError(404, GONE);
    return chosen;
  }

  app.get(ADMIN_PATTERNS.trash, { config, schema: listSchema }, async (request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    const { after } = request.query;
    return trash.list(await scopes.of(request), after === undefined ? undefined : cursorOf(after));
  });

  const restoring = { config, schema: restoreSchema, bodyLimit };
  app.post(ADMIN_PATTERNS.restoreFromTrash, restoring, async (request) => {
    const restored = await trash.restore(await chosenFrom(request, request.body.ids));
    photos.forgetWhatWasRead();
    // If the album already has this photo again, the copy in the trash is deleted for good, with its files.
    void removal.run();
    const count = restored.albums.length + restored.photos + restored.before;
    if (count === 0) throw new UserError(404, GONE);
    const asked = askedBy(request);
    for (const name of restored.albums) audit.record({ action: 'restored', ...asked, what: `the album “${name}”` });
    if (restored.photos > 0) audit.record({ action: 'restored', ...asked, what: countOf(restored.photos, 'photo') });
    return { restored: count };
  });

  const removing = { config, schema: removeSchema, bodyLimit };
  app.delete(ADMIN_PATTERNS.trash, removing, async (request) => {
    const chosen = request.body?.ids;
    const removed = await trash.remove(
      chosen ? await chosenFrom(request, chosen) : { visible: await scopes.of(request) },
    );
    const count = removed.albums + removed.photos;
    if (chosen && count === 0) throw new UserError(404, GONE);
    if (count > 0) audit.record({ action: 'removed', ...askedBy(request), what: sumOf(removed) });
    // Not awaited, because hundreds of thousands of files take minutes. They can no longer be reached anyway.
    void removal.run();
    return { removed: count };
  });

  app.get(ADMIN_PATTERNS.trashThumbnail, { config, schema: thumbnailSchema }, async (request, reply) => {
    const files = await trash.filesOf(request.params.id, await scopes.of(request));
    const bytes = files && (await store.read(files, request.query.size ?? 'thumbnail'));
    if (!bytes) throw new UserError(404, GONE);
    return reply.header('Cache-Control', 'no-store').type('image/jpeg').send(bytes);
  });
}

interface TrashJob {
  photos: { removal: Pick<TrashRemoval, 'start'> };
  audit: TrashServices['audit'];
}

/** Deletes for good what has been in the trash long enough: now, and then every hour. */
export function emptyTrashRegularly(app: TypedApp, { photos, audit }: TrashJob): void {
  photos.removal.start({
    onDue: (removed) => audit.record({ action: 'removed', by: 'server', what: sumOf(removed) }),
    onError: (error) => app.log.error({ reason: reasonOf(error) }, 'The trash could not be emptied'),
  });
}

function cursorOf(text: string): TrashCursor {
  const [, time = '', id = ''] = /^([^_]+)_(.+)$/.exec(text) ?? [];
  const at = Date.parse(time);
  if (!Number.isNaN(at)) return { at, id };
  throw new UserError(400, 'after must be the time and the id of an entry, such as 2026-01-31T12:00:00.000Z_photo-7');
}

function sumOf({ albums, photos }: { albums: number; photos: number }): string {
  const parts = [albums > 0 ? countOf(albums, 'album') : [], photos > 0 ? countOf(photos, 'photo') : []];
  return parts.flat().join(' and ');
}
