import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { registerInstallationRoute, registerOverviewRoute } from './overviewRoutes.ts';

/** The start page of the administration. */
export const home = subject('home', (core) => {
  const { settings, installation, slots } = core;
  slots.routes.add((app) => {
    registerOverviewRoute(app, slots.overview);
    registerInstallationRoute(app, { settings, installation, albums: photos.of(core).photos.albums });
  });
});
