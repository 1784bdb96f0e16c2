import { subject } from '#server/core/subject.ts';
import { guests } from '#server/guests/index.ts';
import { nodes } from '#server/nodes/index.ts';
import { photos } from '#server/photos/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { overviewQueries } from './overviewQueries.ts';
import { registerInstallationRoute, registerOverviewRoute } from './overviewRoutes.ts';

/** The start page of the administration. */
export const home = subject('home', (core) => {
  const overview = overviewQueries(core.db);
  core.slots.routes.add((app) => {
    const services = photos.of(core).photos;
    registerOverviewRoute(app, {
      ...core,
      ...nodes.of(core).live(),
      ...tablets.of(core),
      ...guests.of(core),
      overview,
    });
    registerInstallationRoute(app, { ...core, albums: services.albums });
  });
  return { overview };
});
