import { subject } from '#server/core/subject.ts';
import { users } from '#server/users/index.ts';
import { alertRepository, madeChannels } from './alertRepository.ts';
import { registerAlertRoutes } from './alertRoutes.ts';
import { startAlerts } from './startAlerts.ts';

/** Messages to people about what has been wrong for a while. */
export const alerts = subject('alerts', (core) => {
  const { db, now, slots } = core;
  const repository = alertRepository(db, now);
  const services = { ...core, ...users.of(core), alerts: repository };
  slots.madeThings.add(40, madeChannels(db));
  slots.routes.add((app) => registerAlertRoutes(app, services));
  slots.jobs.add((app) => startAlerts(app, { ...services, kinds: Array.from(slots.watched, (make) => make()) }));
  return { alerts: repository };
});
