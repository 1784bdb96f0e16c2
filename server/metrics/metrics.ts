import { performance } from 'node:perf_hooks';
import { Registry } from 'prom-client';
import type { Counters } from '#server/core/counters.ts';
import { type Metric, one } from '#server/core/metric.ts';
import { addMetric, measureProcess, METRIC_PREFIX, RouteDurations } from './measured.ts';

export interface MeasuredParts {
  counters: Pick<Counters, 'routes'>;
  /** The metrics of the subjects. */
  measured: Iterable<Metric>;
}

export interface Metrics {
  read(): Promise<{ contentType: string; text: string }>;
}

/** All metrics of this server, made when they are read. */
export function metricsOf({ counters: { routes }, measured }: MeasuredParts): Metrics {
  const registry = new Registry();
  measureProcess(registry);
  addMetric(registry, requestsOf(routes));
  registry.registerMetric(new RouteDurations(`${METRIC_PREFIX}http_request_duration_seconds`, routes));
  for (const metric of measured) addMetric(registry, metric);
  addMetric(registry, eventLoop());
  return { read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }) };
}

function requestsOf(routes: Counters['routes']): Metric {
  return {
    kind: 'counter',
    name: 'http_requests_total',
    help: 'Responses by route and class of status',
    labelNames: ['method', 'route', 'status'],
    read: () =>
      routes.flatMap(({ method, route, byClass }) =>
        byClass.flatMap((value, hundreds) =>
          value === 0 ? [] : [{ labels: { method, route, status: `${hundreds}xx` }, value }],
        ),
      ),
  };
}

function eventLoop(): Metric {
  let before = performance.eventLoopUtilization();
  return {
    kind: 'gauge',
    name: 'event_loop_utilisation',
    help: 'The share of the time since the last reading in which the event loop was busy',
    read: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return one(utilization);
    },
  };
}
