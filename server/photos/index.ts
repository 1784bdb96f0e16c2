import { checkNamedAlbums } from '#server/core/access/namedAlbums.ts';
import { reasonOf } from '#server/core/errors.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import { LISTS } from '#server/core/limits.ts';
import { subject } from '#server/core/subject.ts';
import { registerAlbumChangeRoutes } from './albums/albumChangeRoutes.ts';
import { registerAlbumRoutes } from './albums/albumRoutes.ts';
import { registerPartRoutes } from './albums/longAlbums/partRoutes.ts';
import { registerPhotoRoutes } from './curation/photoRoutes.ts';
import { registerSelectionRoutes } from './curation/selectionRoutes.ts';
import { DecodePool } from './decode/decodePool.ts';
import { libraryOverview, recentPhotos, storedBytes } from './overviewQueries.ts';
import { addPhotoChecks } from './photoChecks.ts';
import { decoderMetrics, storageMetrics, uploadMetrics } from './photoMetrics.ts';
import { openPhotoServices } from './photoServices.ts';
import { registerImageRoutes } from './serve/imageRoutes.ts';
import { registerDeletionRoutes } from './trash/deletionRoutes.ts';
import { emptyTrashRegularly, registerTrashRoutes } from './trash/trashRoutes.ts';
import { registerUploadRoute } from './upload/uploadRoutes.ts';

declare module '#server/core/core.ts' {
  interface Replacements {
    decoder?: DecodePool;
  }
}

/** Albums and photos: how they are stored, decoded, uploaded, served, arranged, and deleted. */
export const photos = subject('photos', async (core) => {
  const { slots } = core;
  const services = await openPhotoServices(core, core.replacements.decoder ?? new DecodePool());
  const { scopes } = services;
  slots.eachRoute.add(checkNamedAlbums((roots, albumIds) => scopes.requireVisible(roots, albumIds)));
  addPhotoChecks(slots.readinessChecks, { photos: services });
  slots.overview.add(20, {
    for: ['photos:read', 'photos:write'],
    read: async (visible) => ({ library: await libraryOverview(core.db, { limit: LISTS.recent, visible }) }),
  });
  slots.overview.add(50, {
    for: ['admin'],
    read: async () => ({
      space: { used: await storedBytes(core.db), free: await freeBytesOf(core.settings.dataDir) },
    }),
  });
  slots.metrics.add(10, ...uploadMetrics(core.counters), ...decoderMetrics(services.decoder));
  const { dataDir } = core.settings;
  slots.metrics.add(40, ...storageMetrics({ dataDir, storedBytes: () => storedBytes(core.db) }));
  slots.closing.add(() => services.close());
  slots.firstResponses.add((request, response) => services.images.sendCached(request, response));
  slots.bareRoutes.add((app) => registerImageRoutes(app, services));
  slots.routes.add(async (app) => {
    registerAlbumRoutes(app, services);
    registerPartRoutes(app, services.lists);
    registerAlbumChangeRoutes(app, services);
    registerPhotoRoutes(app, services);
    registerSelectionRoutes(app, services);
    await registerUploadRoute(app, { ...core, ...services });
    registerDeletionRoutes(app, { ...core, photos: services });
    registerTrashRoutes(app, { ...core, photos: services });
  });
  slots.jobs.add((app) => {
    emptyTrashRegularly(app, { ...core, photos: services });
    const warn = (sentence: string) => (error: unknown) => app.log.warn({ reason: reasonOf(error) }, sentence);
    services.missingFacts
      .run()
      .catch(warn('The sizes and focuses of old photos could not be stored; the next start tries again'));
    services.webpMaker?.start(warn('Images in WebP could not be made; it is tried again in a minute'));
  });
  return { photos: services, recentPhotos: (limit: number) => recentPhotos(core.db, { limit, visible: null }) };
});
