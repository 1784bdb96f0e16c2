import { subject } from '#server/core/subject.ts';
import { countRequestsOf } from '#server/core/http/lifecycle/requestCounts.ts';
import { registerMetricsRoute } from './metricsRoutes.ts';

/** Numbers for Prometheus. */
export const metrics = subject('metrics', (core) => {
  core.slots.eachRoute.add((route) => countRequestsOf(route, core.counters));
  core.slots.routes.add((app) => registerMetricsRoute(app, { ...core, measured: core.slots.metrics }));
});
