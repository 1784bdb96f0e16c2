import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { checkLibrary, claimPhotos, removeUnfinishedUploads } from './libraryStart.ts';
import { Repair } from './repair.ts';
import { VERIFY_COMMAND } from './verifyCommand.ts';

/** The care for the library as a whole: whether all of it is there at the start, verifying and repairing it. */
export const library = {
  ...subject(
    'library',
    (core) => {
      const { settings, installation } = core;
      const { photos: services } = photos.of(core);
      core.slots.starts.add(async ({ isAlone }) => claimPhotos({ settings, installation, photos: services, isAlone }));
      core.slots.jobs.add((app, { isAlone }) =>
        removeUnfinishedUploads(app, { isNew: core.isNew, isAlone, photos: services }),
      );
      return { repair: () => new Repair(services) };
    },
    () => [VERIFY_COMMAND],
  ),
  beforeStart: checkLibrary,
};
