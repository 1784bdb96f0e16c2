import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { leavingPhotos } from './leavingQueries.ts';
import { madeSources } from './madeSourceQueries.ts';
import { registerSources } from './registerSources.ts';
import { IMPORT_COMMAND } from './importCommand.ts';

/** Folders and albums of Immich whose photos come here by themselves. */
export const sources = subject(
  'sources',
  (core) => {
    core.slots.madeThings.add(30, madeSources(core.db));
    core.slots.overview.add(40, {
      for: ['admin'],
      read: async () => {
        const leaving = await leavingPhotos(core.db);
        return leaving.length > 0 ? { leaving } : {};
      },
    });
    core.slots.routes.add((app) => registerSources(app, { ...core, photos: photos.of(core).photos }));
  },
  () => [IMPORT_COMMAND],
);
