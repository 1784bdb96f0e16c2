import { subject } from '#server/core/subject.ts';
import { countRequestsOf } from '#server/core/http/lifecycle/requestCounts.ts';
import { registerMetricsRoute } from './metricsRoutes.ts';

/** Numbers for Prometheus. */
export const metrics = subject('metrics', (core) => {
  const { settings, failedAttemptLimit, counters, slots } = core;
  slots.eachRoute.add((route) => countRequestsOf(route, counters));
  slots.routes.add((app) =>
    registerMetricsRoute(app, { settings, failedAttemptLimit, counters, measured: slots.metrics }),
  );
});
