import { subject } from '#server/core/subject.ts';
import { backups } from '#server/backups/index.ts';
import { guests } from '#server/guests/index.ts';
import { nodes } from '#server/nodes/index.ts';
import { photos } from '#server/photos/index.ts';
import { readiness } from '#server/readiness/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { users } from '#server/users/index.ts';
import { alertRepository } from './alertRepository.ts';
import { registerAlertRoutes } from './alertRoutes.ts';
import { startAlerts } from './startAlerts.ts';

/** Messages to people about what has been wrong for a while. */
export const alerts = subject('alerts', (core) => {
  const repository = alertRepository(core.db, core.now);
  core.slots.routes.add((app) => registerAlertRoutes(app, { ...core, ...users.of(core), alerts: repository }));
  core.slots.jobs.add((app) =>
    startAlerts(app, {
      ...core,
      ...nodes.of(core),
      ...nodes.of(core).live(),
      ...tablets.of(core),
      ...guests.of(core),
      ...readiness.of(core),
      ...users.of(core),
      photos: { ...photos.of(core).photos, ...backups.of(core) },
      alerts: repository,
    }),
  );
  return { alerts: repository };
});
