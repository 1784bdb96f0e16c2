import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Counters, LATENCY_BUCKETS_S, type RouteCounter } from '#server/core/counters.ts';
import { type Metric, one } from '#server/core/metric.ts';

const METRIC_PREFIX = 'circuit_tree_';

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

function addMetric(registry: Registry, { kind, name, help, labelNames = [], read }: Metric): void {
  const config = { name: METRIC_PREFIX + name, help, labelNames: [...labelNames], registers: [registry] };
  if (kind === 'counter') {
    const metric: Counter = new Counter({
      ...config,
      collect: async () => {
        const readings = await read();
        metric.reset();
        for (const { labels, value } of readings) metric.inc(labels, value);
      },
    });
    return;
  }
  const metric: Gauge = new Gauge({
    ...config,
    collect: async () => {
      const readings = await read();
      metric.reset();
      // Without labels a reset leaves a zero, which would be read as a measured value.
      if (readings.length === 0) metric.remove({});
      for (const { labels, value } of readings) metric.set(labels, value);
    },
  });
}

type Delay = ReturnType<typeof monitorEventLoopDelay>;

const LAG = 'nodejs_eventloop_lag_';
const NANOSECONDS = 1_000_000_000;
const MICROSECONDS = 1_000_000;

/** The library's own values are unusable before the first sample: NaN, and a minimum of centuries. */
const LAGS: Record<string, (lag: Delay) => number> = {
  min: (lag) => lag.min,
  max: (lag) => lag.max,
  mean: (lag) => lag.mean,
  stddev: (lag) => lag.stddev,
  p50: (lag) => lag.percentile(50),
  p90: (lag) => lag.percentile(90),
  p99: (lag) => lag.percentile(99),
};

/** Gauges with the ending of a counter. The same values are reported under a name without it too. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The memory and processor time of the process, and the delays of its event loop. */
function measureProcess(registry: Registry): void {
  const used = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  // The library counts from its own first moment, which is the first reading.
  add(registry, 'process_cpu_user_seconds_total', used.user);
  add(registry, 'process_cpu_system_seconds_total', used.system);
  add(registry, 'process_cpu_seconds_total', used.user + used.system);
  measureLag(registry);
}

function add(registry: Registry, name: string, microseconds: number): void {
  const metric = registry.getSingleMetric(name);
  if (metric instanceof Counter) metric.inc(microseconds / MICROSECONDS);
}

/** Each reading tells of the time since the one before; without a sample in it the metrics are absent. */
function measureLag(registry: Registry): void {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const names = Object.keys(LAGS);
  for (const [name, read] of Object.entries(LAGS)) {
    registry.removeSingleMetric(`${LAG}${name}_seconds`);
    const metric: Gauge = new Gauge({
      name: `${LAG}${name}_seconds`,
      help: `The ${name} of the event loop's lag since the last reading, in seconds`,
      registers: [registry],
      collect: () => {
        if (lag.count === 0) metric.remove({});
        else metric.set(read(lag) / NANOSECONDS);
        if (name === names.at(-1)) lag.reset();
      },
    });
  }
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

const DURATIONS_HELP = 'The time from a request to the end of its response, by route';

/** A histogram that shows the counts of the routes. Observing each response with the package would cost more time. */
class RouteDurations extends Histogram {
  readonly #name: string;
  readonly #routes: readonly RouteCounter[];

  constructor(name: string, routes: readonly RouteCounter[]) {
    super({
      name,
      help: DURATIONS_HELP,
      labelNames: ['method', 'route'],
      buckets: [...LATENCY_BUCKETS_S],
      registers: [],
    });
    this.#name = name;
    this.#routes = routes;
  }

  /** The method of a histogram that the registry calls, although the package's types do not declare it. */
  async getForPromString() {
    const asked = this.#routes.filter(({ byClass }) => byClass.some((count) => count > 0));
    const values = asked.flatMap((route) => this.#valuesOf(route));
    return { name: this.#name, help: DURATIONS_HELP, type: 'histogram', values };
  }

  #valuesOf({ method, route, byTime, seconds }: RouteCounter) {
    const labels = { method, route };
    let sum = 0;
    const buckets = byTime.map((count, place) => {
      sum += count;
      const le = LATENCY_BUCKETS_S[place] ?? '+Inf';
      return { metricName: `${this.#name}_bucket`, labels: Object.assign({ le }, labels), value: sum };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: seconds },
      { metricName: `${this.#name}_count`, labels, value: sum },
    ];
  }
}
