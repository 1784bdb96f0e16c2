import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { madeShares } from './madeShareQueries.ts';
import { shareRepository } from './shareRepository.ts';
import { registerShareRoutes } from './shareRoutes.ts';

/** Links by which visitors see an album, or send photos into it, without an account. */
export const shares = subject('shares', (core) => {
  const { db, now, slots } = core;
  const repository = shareRepository(db, now);
  Object.assign(core.credentialSources, { shares: repository });
  slots.madeThings.add(20, madeShares({ db, now, tabletChanges: slots.tabletChanges }));
  slots.routes.add((app) =>
    registerShareRoutes(app, {
      ...core,
      ...photos.of(core),
      shareTurns: photos.of(core).photos.shareTurns,
      shares: repository,
    }),
  );
  return { shares: repository };
});
