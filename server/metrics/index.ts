import { subject } from '#server/core/subject.ts';
import { backups } from '#server/backups/index.ts';
import { home } from '#server/home/index.ts';
import { nodes } from '#server/nodes/index.ts';
import { photos } from '#server/photos/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { countRequestsOf, registerMetricsRoute } from './metricsRoutes.ts';

/** Numbers for Prometheus. */
export const metrics = subject('metrics', (core) => {
  core.slots.eachRoute.add((route) => countRequestsOf(route, core.counters));
  core.slots.routes.add((app) =>
    registerMetricsRoute(app, {
      ...core,
      ...nodes.of(core).live(),
      ...tablets.of(core),
      ...home.of(core),
      photos: { ...photos.of(core).photos, ...backups.of(core) },
    }),
  );
});
