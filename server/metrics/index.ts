import { subject } from '#server/core/subject.ts';
import { registerMetricsRoute } from './metricsRoutes.ts';

/** Numbers for Prometheus. */
export const metrics = subject('metrics', (core) => {
  core.slots.routes.add((app) => registerMetricsRoute(app, { ...core, measured: core.slots.metrics }));
});
